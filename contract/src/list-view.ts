/** What a view of a list keeps, whoever saves it: what the address of the list's screen says. */
import * as z from 'zod/mini';
import { isFilterOf, type ListDescription } from './paging.ts';
import { DAY_PERIODS } from './periods.ts';
import type { Schema } from './schema.ts';
import { storable, text } from './text.ts';
import { validate } from './validate.ts';

/** The query of a list that can have views. */
export type Viewable = Schema & { readonly list: Pick<ListDescription, 'filters' | 'sorts'> };

/** What the address of a list's screen says: filters, `sort_by` and `sort_type`. */
export const ViewQuery = z.record(
  // As long as `metadata[…]` can be.
  z.string().check(z.maxLength(60)),
  z.string().check(z.maxLength(255), z.refine(storable, { error: 'Invalid' })),
);

/** A period that a view keeps instead of the days of the list's range. */
export const ViewPeriod = z.optional(z.nullable(z.enum(DAY_PERIODS, { error: 'Invalid' })));

export const ViewName = text(60);

/** A view's new name. */
export const ViewRename = z.object({ name: ViewName });

/**
 * Whether a list can be asked for what the address of its screen says: filters by their contract's names, valid, and
 * `sort_by` and `sort_type`, which all addresses call the same.
 */
export function canBeAsked(schema: Viewable, query: Readonly<Record<string, string>>): boolean {
  const { sort_by: by, sort_type: type, ...filters } = query;
  if (Object.keys(filters).some((name) => !isFilterOf(schema.list, name))) return false;
  if (by !== undefined && !schema.list.sorts.includes(by)) return false;
  if (type !== undefined && (by === undefined || !['asc', 'desc'].includes(type))) return false;
  return validate(schema, filters).ok;
}
