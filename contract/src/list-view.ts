/** Content of a saved view of a list, for merchants and operators: the query of the list's screen. */
import * as z from 'zod/mini';
import { isFilterOf, type ListDescription } from './paging.ts';
import { DAY_PERIODS } from './periods.ts';
import type { Schema } from './schema.ts';
import { storable, text } from './text.ts';
import { validate } from './validate.ts';

/** The query schema of a list that can have views. */
export type Viewable = Schema & { readonly list: Pick<ListDescription, 'filters' | 'sorts'> };

/** The query of a list's screen: filters, `sort_by` and `sort_type`. */
export const ViewQuery = z.record(
  // The maximum length of `metadata[…]`.
  z.string().check(z.maxLength(60)),
  z.string().check(z.maxLength(255), z.refine(storable, { error: 'Invalid' })),
);

/** A relative period that a view keeps instead of the dates of the list's range. */
export const ViewPeriod = z.optional(z.nullable(z.enum(DAY_PERIODS, { error: 'Invalid' })));

export const ViewName = text(60);

/** The new name of a view. */
export const ViewRename = z.object({ name: ViewName });

/**
 * Returns whether a list accepts the query of its screen: filters by their names in the contract, with valid values,
 * and `sort_by` and `sort_type`, whose names are the same for all lists.
 */
export function canBeAsked(schema: Viewable, query: Readonly<Record<string, string>>): boolean {
  const { sort_by: by, sort_type: type, ...filters } = query;
  if (Object.keys(filters).some((name) => !isFilterOf(schema.list, name))) return false;
  if (by !== undefined && !schema.list.sorts.includes(by)) return false;
  if (type !== undefined && (by === undefined || !['asc', 'desc'].includes(type))) return false;
  return validate(schema, filters).ok;
}
