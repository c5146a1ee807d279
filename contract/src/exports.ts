/** Query parameters of list exports, in addition to the list's own. */
import * as z from 'zod/mini';
import { type Dialect, type ListOptions, listQuery, type Shape } from './paging.ts';
import { Id } from './text.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** The file type; CSV by default. */
export const ExportFormat = z._default(z.enum(EXPORT_FORMATS, { error: 'Invalid' }), 'csv');

/** Maximum number of rows that can be chosen, because their ids are in the URL. */
const MAXIMUM_IDS = 1000;

const IdList = z.array(Id).check(z.maxLength(MAXIMUM_IDS));

/** Ids of rows, separated by commas. */
const Ids = z.pipe(
  z.string().check(z.maxLength(MAXIMUM_IDS * 20)),
  z.transform((value: string, ctx): number[] => {
    const ids = IdList.safeParse(value.split(','));
    if (ids.success) return ids.data;
    ctx.issues.push({ code: 'custom', message: 'Invalid', input: value });
    return z.NEVER;
  }),
);

/** Added to a list's filters: the file type, and the ids of chosen rows, which replace the filters. */
export const ExportFilters = {
  format: ExportFormat,
  ids: z.optional(Ids),
};

/** Builds the query of an export of all rows of a list: the list's own query and the file type. */
export function exportQuery<
  D extends Dialect,
  const S extends readonly [string, ...string[]],
  F extends Shape,
>(options: ListOptions<D, S, F>) {
  return listQuery({ ...options, filters: { ...options.filters, format: ExportFormat } });
}
