import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { type Page, readPage } from '../platform/lists/page.ts';

/** The reserve agreed with a merchant; a share of 0 holds nothing of new settlements. */
export interface ReserveTerms {
  shareBps: number;
  days: number;
}

/** Reads a merchant's terms; undefined when none were ever agreed. */
export async function findTerms(db: Db, merchantId: number): Promise<ReserveTerms | undefined> {
  const [row] = await db<ReserveTerms[]>`
    select share_basis_points as "shareBps", days from reserve_terms where merchant_id = ${merchantId}`;
  return row;
}

/** Writes a merchant's terms. Settlements under way wait, or are made with the former terms. */
export async function writeTerms(
  tx: Tx,
  merchantId: number,
  { shareBps, days }: ReserveTerms,
  by: { actor: string; now: Date },
): Promise<void> {
  await tx`
    insert into reserve_terms (merchant_id, share_basis_points, days, set_at, set_by)
    values (${merchantId}, ${shareBps}, ${days}, ${by.now}, ${by.actor})
    on conflict (merchant_id) do update
       set share_basis_points = excluded.share_basis_points, days = excluded.days, set_at = excluded.set_at,
           set_by = excluded.set_by`;
}

/** Finds the next release: its day, and its sum. */
export async function findNextRelease(
  db: Db,
  scope: Scope,
): Promise<{ day: string; amountPiastres: number } | undefined> {
  const [row] = await db<{ day: string; amountPiastres: number }[]>`
    select to_char(t.release_on, 'YYYY-MM-DD') as day, sum(t.left_piastres) as "amountPiastres"
      from reserve_items t
     where ${inScope(db, scope)} and t.left_piastres > 0
     group by t.release_on order by t.release_on limit 1`;
  return row;
}

/** The amount of one settlement that is or was held. */
export interface ListedItem {
  id: number;
  settlementId: number;
  settlementReference: string;
  shareBps: number;
  days: number;
  heldAt: Date;
  heldPiastres: number;
  leftPiastres: number;
  /** `YYYY-MM-DD` */
  releaseOn: string;
  releasedAt: Date | null;
  releasedPiastres: number | null;
}

/** Columns of items, of `reserve_items` as `t`. */
export const itemColumns = (db: Db) => db`
  t.id, t.settlement_id as "settlementId", t.share_basis_points as "shareBps", t.days, t.held_at as "heldAt",
  (select s.reference from settlements s
    where s.merchant_id = t.merchant_id and s.id = t.settlement_id) as "settlementReference",
  t.held_piastres as "heldPiastres", t.left_piastres as "leftPiastres",
  to_char(t.release_on, 'YYYY-MM-DD') as "releaseOn", t.released_at as "releasedAt",
  t.released_piastres as "releasedPiastres"`;

export type ListPaging = Parameters<typeof readPage>[1];

/** Lists one page, by the day of the release. */
export function listItems(db: Db, scope: Scope, paging: ListPaging): Promise<Page<ListedItem>> {
  return readPage<ListedItem>(db, paging, {
    table: 'reserve_items',
    scope: inScope(db, scope),
    filters: [],
    sort: { expression: 't.release_on' },
    columns: itemColumns(db),
  });
}

/** Lists merchants and modes with a release due by a day, in a fixed order. */
export function listDue(db: Db, day: string, limit: number, offset: number): Promise<Scope[]> {
  return db<Scope[]>`
    select distinct t.merchant_id as "merchantId", t.mode from reserve_items t
      join merchants m on m.id = t.merchant_id and merchant_settles(m.status, m.settlement_held_at, t.mode)
     where t.left_piastres > 0 and t.release_on <= ${day}::date
     order by 1, 2 limit ${limit} offset ${offset}`;
}

/** Releases the amounts due up to a day (`reserve_release`). @returns the sum in piastres */
export async function release(tx: Tx, scope: Scope, until: string, now: Date): Promise<number> {
  const [row] = await tx<{ sum: number }[]>`
    select reserve_release(${scope.merchantId}, ${scope.mode}, ${until}::date, ${now}) as sum`;
  return row!.sum;
}

/** Finds the last release day of the currently held amounts; undefined when nothing is held. */
export async function findLastRelease(
  db: Db,
  { merchantId, mode }: Scope,
): Promise<{ until: string } | undefined> {
  const [row] = await db<{ until: string }[]>`
    select to_char(release_on, 'YYYY-MM-DD') as until from reserve_items
     where merchant_id = ${merchantId} and mode = ${mode} and left_piastres > 0 order by release_on desc limit 1`;
  return row;
}

/** Lists the modes in which a merchant has held amounts with a release by a day, `YYYY-MM-DD`. */
export async function heldModes(
  tx: Tx,
  merchantId: number,
  { live, test }: Record<Mode, string>,
): Promise<Mode[]> {
  const rows = await tx<{ mode: Mode }[]>`
    select distinct mode from reserve_items
     where merchant_id = ${merchantId} and left_piastres > 0
       and release_on <= case mode when 'live' then ${live}::date else ${test}::date end
     order by mode`;
  return rows.map(({ mode }) => mode);
}

/** Covers a negative available balance (`reserve_cover`). @returns the amount used, in piastres */
export async function cover(
  tx: Tx,
  scope: Scope,
  cause: { idempotencyKey: string; reference: string; now: Date },
): Promise<number> {
  const [row] = await tx<{ sum: number }[]>`
    select reserve_cover(${scope.merchantId}, ${scope.mode}, ${cause.idempotencyKey}, ${cause.reference}, ${cause.now})
        as sum`;
  return row!.sum;
}
