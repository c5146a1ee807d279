/** What the file of a list is asked for, besides the list's own query. */
import * as z from 'zod/mini';
import { Id } from './text.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
/** The kind of file, CSV if none is named. */
export const ExportFormat = z._default(z.enum(EXPORT_FORMATS, { error: 'Invalid' }), 'csv');

/** No more rows can be named one by one: their ids stand in the address. */
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

/** To be added to a list's filters: the kind of file, and the rows chosen, in whose presence no filter counts. */
export const ExportFilters = {
  format: ExportFormat,
  ids: z.optional(Ids),
};
