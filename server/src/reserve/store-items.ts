import type { ListMode } from '@daftar/contract/ops-money-lists';
import type { Paging } from '@daftar/contract/paging';
import type { RESERVE_ITEM_STATES } from '@daftar/contract/reserve';
import { among, anyOf, type Found, ownReference } from '../ops-lists/find.ts';
import { ofModes } from '../ops-lists/modes.ts';
import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { type ListSource, on, type SortColumn, type Sql } from '../platform/lists/page.ts';
import { typedNumber } from '../platform/lists/search.ts';
import { trigramPattern } from '../platform/lists/typed.ts';
import { itemColumns, type ListedItem } from './store.ts';

/** An item with its merchant. */
export interface ListedReserveItem extends ListedItem {
  merchantId: number;
  merchantName: string;
  mode: Mode;
}

type ItemState = (typeof RESERVE_ITEM_STATES)[number];

export interface ItemFilters {
  q?: string | undefined;
  mode?: ListMode | undefined;
  state?: ItemState | undefined;
  merchant_id?: number | undefined;
  /** `YYYY-MM-DD` in Cairo, of the release. */
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const SORTS = {
  release_on: { expression: 't.release_on' },
  amount: { expression: 't.held_piastres' },
} as const satisfies Record<string, SortColumn>;

/** The same states as `stateOf` of the reserve. */
function ofState(db: Db, state: ItemState): Sql {
  if (state === 'held') return db`t.left_piastres > 0`;
  return state === 'released'
    ? db`t.released_at is not null`
    : db`t.left_piastres = 0 and t.released_at is null`;
}

/**
 * Condition for items that match the typed text: by their settlement, a payment in it, their merchant, or the held
 * amount.
 */
function meant(db: Db, typed: string, found: Found): Sql {
  const { meaning, payments, settlements } = found;
  const words = trigramPattern(typed);
  const number = typedNumber(typed);
  // Eight characters are a whole reference, of which each merchant has at most one in each mode, so all are examined.
  // Arrays, because an index can be used for their values, but not for those of a subquery beside `or`.
  const bare = (meaning.reference ? [] : ownReference(db, db`s.reference`, found, 'STL')).map((is) => {
    const named = (column: string) =>
      db`t.${db(column === 'id' ? 'settlement_id' : column)} = any (array(
           select s.${db(column)} from settlements s where ${is}))`;
    return db`(${named('merchant_id')} and ${named('id')})`;
  });
  return anyOf(db, [
    ...among(db, settlements, 't.settlement_id'),
    ...bare,
    ...payments.map(
      ({ merchantId, id }) => db`
        (t.merchant_id = ${merchantId} and t.settlement_id = (
           select i.settlement_id from settlement_items i where i.merchant_id = ${merchantId} and i.transaction_id = ${id}))`,
    ),
    ...(meaning.piastres === null ? [] : [db`t.held_piastres = ${meaning.piastres}`]),
    ...(number === null ? [] : [db`t.merchant_id = ${number}`]),
    ...(words === null
      ? []
      : [db`t.merchant_id = any (array(select m.id from merchants m where m.search like ${words}))`]),
  ]);
}

/** Returns the source of the list of items. */
export function itemSource(
  db: Db,
  { sortBy }: Paging<keyof typeof SORTS>,
  { q = '', mode, state, merchant_id: merchantId, date_from, date_to }: ItemFilters,
  found: Found | null,
): ListSource {
  const { expression } = SORTS.release_on;
  const filters: Sql[] = [
    ...(date_from === undefined ? [] : [on(expression, db`t.release_on >= ${date_from}::date`)]),
    ...(date_to === undefined ? [] : [on(expression, db`t.release_on <= ${date_to}::date`)]),
  ];
  if (state) filters.push(ofState(db, state));
  if (found) filters.push(meant(db, q, found));
  return {
    ...ofModes(db, 'reserve_items', { mode, merchantId }),
    filters,
    sort: SORTS[sortBy],
    columns: db`
      ${itemColumns(db)}, t.merchant_id as "merchantId", t.mode,
      (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`,
  };
}
