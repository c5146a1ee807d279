import { type OwnFilters, ownFilters } from '../integration-fields/fields.ts';
import type { Db } from '../platform/db/connect.ts';
import { changedSince, dueOn } from '../platform/lists/conditions.ts';
import { inIndex, type Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';

/** The filters that the lists of links and of invoices share. */
export interface PayableFilters extends OwnFilters {
  invoice_name?: string | undefined;
  due_date?: string | undefined;
  status?: number | undefined;
  updated_since?: string | undefined;
}

/** Returns SQL for the filters on `t`, except the status, which depends on the time (`withStatus`). */
export function payableFilters(db: Db, filters: PayableFilters): Sql[] {
  const { invoice_name: name = '', due_date: day, updated_since: since } = filters;
  return [
    ...(typedText(name) === '' ? [] : [inIndex(db`t.invoice_name_key like ${containsPattern(name)}`)]),
    ...dueOn(db, day),
    ...changedSince(db, since),
    ...ownFilters(db, filters),
  ];
}
