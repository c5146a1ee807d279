import type { SETTLEMENT_SORTS } from '@daftar/contract/settlements';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { changedSince, inScope, withinDays } from '../platform/lists/conditions.ts';
import {
  allOf,
  chosenOr,
  orderBy,
  type Page,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { referencePattern, typedText } from '../platform/lists/search.ts';

/** A settlement as listed. */
export interface ListedSettlement {
  id: number;
  reference: string;
  createdAt: Date;
  amountPiastres: number;
  totalTransactions: number;
  /** Null when the whole settlement went to the available balance. */
  bankName: string | null;
  bankNumber: string | null;
  bankPiastres: number;
  /** The part that was initially held as reserve. */
  reservedPiastres: number;
  /** When it arrived at a bank account; null before. */
  paidAt: Date | null;
  bankReference: string | null;
}

export interface ListFilters {
  reference?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  updated_since?: string | undefined;
}

type Sort = (typeof SETTLEMENT_SORTS)[number];
export type ListPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

/** When it was made, or its transfer arrived or came back, as indexed. */
const CHANGED = 'greatest(t.created_at, t.changed_at)';

const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  reference: { expression: 't.reference', unique: true },
  amount: { expression: 't.amount_piastres' },
  total_transactions: { expression: 't.total_transactions' },
  updated_at: { expression: CHANGED },
};

/** Selects a column of the bank account version that a settlement went to; null when nothing went to a bank. */
const ofAccount = (db: Db, column: Sql) => db`
  (select ${column} from bank_account_versions b
    where b.merchant_id = t.merchant_id and b.bank_account_id = t.bank_account_id
      and b.version = t.bank_account_version)`;

const bankNumber = (db: Db) => db`coalesce(nullif(b.iban, ''), b.account_number)`;

const columns = (db: Db) => db`
  t.id, t.reference, t.created_at as "createdAt", t.amount_piastres as "amountPiastres",
  t.total_transactions as "totalTransactions", t.bank_piastres as "bankPiastres", t.reserved_piastres as "reservedPiastres",
  ${ofAccount(db, db`b.bank_name`)} as "bankName", ${ofAccount(db, bankNumber(db))} as "bankNumber",
  (select p.paid_at from settlement_payments p
    where p.merchant_id = t.merchant_id and p.settlement_id = t.id) as "paidAt",
  (select p.bank_reference from settlement_payments p
    where p.merchant_id = t.merchant_id and p.settlement_id = t.id) as "bankReference"`;

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  if (typedText(filters.reference ?? '') !== '') {
    conditions.push(db`t.reference like ${referencePattern(filters.reference!, 'STL')}`);
  }
  conditions.push(
    ...withinDays(db, filters.date_from, filters.date_to),
    ...changedSince(db, filters.updated_since, CHANGED),
  );
  return conditions;
}

/** Lists one page of a merchant's settlements. */
export function listSettlements(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters,
): Promise<Page<ListedSettlement>> {
  return readPage<ListedSettlement>(db, paging, {
    table: 'settlements',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** An exported settlement: the sums of its payments, and its time in Cairo. */
export interface ExportedSettlement extends ListedSettlement, StatementSums {
  createdOn: string;
  /** `CIB ****0002`; null when nothing went to a bank. */
  bankAccount: string | null;
}

/** Reads the chosen settlements, or all that match the filters, in the list's order. */
export function exportSettlements(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters & { ids?: number[] | undefined },
) {
  const chosen = chosenOr(db, filters.ids, () => filtersOf(db, filters));
  return db<ExportedSettlement[]>`
    select ${columns(db)}, to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as "createdOn",
           ${ofAccount(db, db`b.bank_name || ' ****' || right(${bankNumber(db)}, 4)`)} as "bankAccount", i.*
      from settlements t
     cross join lateral (
       select ${sums(db)} from settlement_items i
        where i.merchant_id = t.merchant_id and i.settlement_id = t.id) i
     where ${allOf(db, inScope(db, scope), chosen)}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** A settlement with the merchant's data for its statement. */
export interface FullSettlement extends ListedSettlement {
  mode: Mode;
  merchantName: string;
}

/** Finds a settlement's bank account and bank reference by its reference. */
export async function findByReference(
  db: Db,
  scope: Scope,
  reference: string,
): Promise<ListedSettlement | undefined> {
  const [row] = await db<ListedSettlement[]>`
    select ${columns(db)} from settlements t where ${inScope(db, scope)} and t.reference = ${reference}`;
  return row;
}

/** Finds the settlements of this merchant and mode among the given ids, unordered. */
export const findMany = (db: Db, scope: Scope, ids: readonly number[]) => db<ListedSettlement[]>`
  select ${columns(db)} from settlements t where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;

/** Finds a settlement of the merchant and mode. */
export async function findById(db: Db, scope: Scope, id: number): Promise<ListedSettlement | undefined> {
  const [row] = await db<ListedSettlement[]>`
    select ${columns(db)} from settlements t where ${inScope(db, scope)} and t.id = ${id}`;
  return row;
}

/** Finds a merchant's settlement of either mode. */
export async function findSettlement(
  db: Db,
  merchantId: number,
  id: number,
): Promise<FullSettlement | undefined> {
  const [row] = await db<FullSettlement[]>`
    select ${columns(db)}, t.mode, m.business_name as "merchantName"
      from settlements t join merchants m on m.id = t.merchant_id
     where t.merchant_id = ${merchantId} and t.id = ${id}`;
  return row;
}

/**
 * Settles the payments due up to a day as one batch (`settle_due`).
 * @returns undefined when there is nothing to settle.
 */
export async function settleDue(
  tx: Tx,
  scope: Scope,
  batch: { until: string; reference: string; now: Date },
): Promise<ListedSettlement | undefined> {
  const [made] = await tx<{ id: number | null }[]>`
    select settle_due(${scope.merchantId}, ${scope.mode}, ${batch.until}::date, ${batch.reference}, ${batch.now}) as id`;
  return made?.id == null ? undefined : findSettlement(tx, scope.merchantId, made.id);
}

/**
 * Lists merchants and modes with money due by a day that may be settled now; only one merchant if given. The
 * settlement itself checks each again under its lock.
 */
export async function listDueScopes(db: Db, until: string, merchantId?: number): Promise<Scope[]> {
  return db<Scope[]>`
    select distinct t.merchant_id as "merchantId", t.mode
      from transactions t
      join merchants m on m.id = t.merchant_id and merchant_settles(m.status, m.settlement_held_at, t.mode)
     where t.settlement_status <> 1 and t.expected_settlement_on is not null
       and t.expected_settlement_on <= ${until}::date
       and ${merchantId === undefined ? db`true` : db`t.merchant_id = ${merchantId}`}
     order by 1, 2`;
}

/** Lists bank holidays from a day on, inclusive; without weekends. */
export async function holidaysFrom(db: Db, day: string): Promise<ReadonlySet<string>> {
  const rows = await db<{ day: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as day from bank_holidays where day >= ${day}::date`;
  return new Set(rows.map((row) => row.day));
}

/** Returns when the receiving account's cooling-off period ends; null when there is none. */
export async function restsUntil(
  db: Db,
  { merchantId }: Pick<Scope, 'merchantId'>,
  now: Date,
): Promise<Date | null> {
  const [row] = await db<{ until: Date }[]>`
    select rests_until as until from bank_accounts
     where merchant_id = ${merchantId} and receives_settlements and rests_until > ${now}`;
  return row?.until ?? null;
}

/**
 * The next settlement: day, amount and bank account, if there is one. More than 50,000 payments become several
 * settlements.
 */
interface NextBatch {
  day: string;
  amountPiastres: number;
  transactions: number;
  bankName: string | null;
  bankNumber: string | null;
  /** The part that goes to that account, at current balances. */
  bankPiastres: number;
  /** The part that is held as reserve. */
  reservedPiastres: number;
  isHeld: boolean;
}

/**
 * Returns the next unsettled batch with a positive amount, from the stored sums of each day (`settlements_due`).
 * Payments expected before `earliest` are settled on that day; a day with a sum of zero or less is merged into the
 * next.
 */
export async function findNextBatch(db: Db, scope: Scope, earliest: string): Promise<NextBatch | undefined> {
  const [row] = await db<NextBatch[]>`
    with days as (
      select greatest(t.day, ${earliest}::date) as day, sum(t.amount_piastres) as amount, sum(t.payments) as payments
        from settlements_due t where ${inScope(db, scope)} group by 1),
    batches as (
      select day, sum(amount) over upto as amount, sum(payments) over upto as payments
        from days window upto as (order by day))
    select to_char(n.day, 'YYYY-MM-DD') as day, n.amount::bigint as "amountPiastres", n.payments::int as transactions,
           b.bank_name as "bankName", ${bankNumber(db)} as "bankNumber",
           case when b.id is not null and l.pending >= n.amount
                then greatest(n.amount - r.reserved - greatest(-l.available, 0), 0) else 0 end::bigint as "bankPiastres",
           r.reserved::bigint as "reservedPiastres",
           not merchant_settles(m.status, m.settlement_held_at, ${scope.mode}) as "isHeld"
      from (select * from batches where amount > 0 order by day limit 1) n
      join merchants m on m.id = ${scope.merchantId}
      left join bank_accounts b on b.merchant_id = m.id and b.receives_settlements
     cross join (
       select coalesce(sum(a.balance) filter (where a.kind = 'pending'), 0) as pending,
              coalesce(sum(a.balance) filter (where a.kind = 'available'), 0) as available
         from ledger_accounts a
        where a.merchant_id = ${scope.merchantId} and a.mode = ${scope.mode} and a.currency = 'EGP') l
     cross join lateral (
       select trunc(greatest(n.amount - greatest(-l.available, 0), 0) * coalesce(
         (select t.share_basis_points from reserve_terms t where t.merchant_id = ${scope.merchantId}), 0) / 10000) as reserved) r`;
  return row;
}

/** Sums of a settlement's payments. */
export interface StatementSums {
  chargedPiastres: number;
  feePiastres: number;
  vatPiastres: number;
  outPiastres: number;
  settledPiastres: number;
}

const sums = (db: Db) => db`
  sum(i.charged_piastres) as "chargedPiastres", sum(i.fee_piastres) as "feePiastres",
  sum(i.vat_piastres) as "vatPiastres", sum(i.out_piastres) as "outPiastres",
  sum(i.amount_piastres) as "settledPiastres"`;

/** A line of a statement. The last one has no reference: it contains the totals. */
export interface StatementLine extends StatementSums {
  reference: string | null;
  paidOn: string | null;
  method: number | null;
}

/** Reads the first lines of a settlement in order of payment, and the totals of all lines. */
export async function statementHead(
  db: Db,
  merchantId: number,
  settlementId: number,
  limit: number,
): Promise<{ lines: StatementLine[]; totals: StatementSums }> {
  const [totals] = await db<StatementSums[]>`
    select ${sums(db)} from settlement_items i
     where i.merchant_id = ${merchantId} and i.settlement_id = ${settlementId}`;
  const lines = await db<StatementLine[]>`
    select t.reference, to_char(t.paid_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as "paidOn",
           t.payment_method as method, i.charged_piastres as "chargedPiastres", i.fee_piastres as "feePiastres",
           i.vat_piastres as "vatPiastres", i.out_piastres as "outPiastres", i.amount_piastres as "settledPiastres"
      from settlement_items i join transactions t on t.merchant_id = i.merchant_id and t.id = i.transaction_id
     where i.merchant_id = ${merchantId} and i.settlement_id = ${settlementId}
     order by t.paid_at, t.id limit ${limit}`;
  return { lines, totals: totals! };
}

/** Reads a settlement's lines in order of payment, then the totals. */
export function statementLines(db: Db, merchantId: number, settlementId: number) {
  return db<StatementLine[]>`
    select t.reference, to_char(t.paid_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI') as "paidOn",
           case when grouping(t.id) = 0 then coalesce(t.payment_method, 0) end as method, ${sums(db)}
      from settlement_items i join transactions t on t.merchant_id = i.merchant_id and t.id = i.transaction_id
     where i.merchant_id = ${merchantId} and i.settlement_id = ${settlementId}
     group by grouping sets ((t.id, t.reference, t.paid_at, t.payment_method), ())
     order by grouping(t.id), t.paid_at, t.id`;
}
