/**
 * Movements of a merchant's balances, read by the index of the transfers' order, so that a page of any period costs
 * the same.
 */
import { BALANCE_ACCOUNTS, type BalanceAccount, type MovementKind } from '@daftar/contract/balance';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { plannedForItsValues, type Sql } from '../platform/lists/page.ts';
import { nextDay } from '../platform/time/cairo.ts';
import { boundOf, type Place } from './rules.ts';

/** The transfers of a period: from `first` on, below `end`. No more transfers are booked below `end`. */
export interface Period {
  first: number;
  end: number;
}

/** Selects the first transfer of a day or, if it has none, of the next day with any. */
const firstOf = (db: Db, scope: Scope, day: string) => db`
  (select d.first_transfer_id from ledger_days d
    where d.merchant_id = ${scope.merchantId} and d.mode = ${scope.mode} and d.day >= ${day}::date
    order by d.day limit 1)`;

/** Finds the transfers of the days `from` to `to`, both included. */
export async function findPeriod(
  db: Db,
  scope: Scope,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Period> {
  const [row] = await db<Period[]>`
    with now as (
      select coalesce(max(newest.transfer_id), 0) + 1 as end
        from unnest(${[...BALANCE_ACCOUNTS]}::text[]) accounts (account)
       cross join lateral (
         select m.transfer_id from ledger_movements m
          where m.merchant_id = ${scope.merchantId} and m.mode = ${scope.mode}
            and m.account = accounts.account::ledger_account_kind
          order by m.transfer_id desc limit 1) newest)
    select ${from === undefined ? db`0` : db`coalesce(${firstOf(db, scope, from)}, now.end)`}::bigint as first,
           ${to === undefined ? db`now.end` : db`coalesce(${firstOf(db, scope, nextDay(to))}, now.end)`}::bigint as end
      from now`;
  return row!;
}

/** Returns the balances of accounts before a transfer, in piastres, as left by the last movement before it. */
export async function balancesBefore(
  db: Db,
  scope: Scope,
  transferId: number,
): Promise<Record<BalanceAccount, number>> {
  const rows = await db<{ account: BalanceAccount; balance: number }[]>`
    select accounts.account, coalesce((
             select p.balance_after from ledger_postings p
              where p.merchant_id = ${scope.merchantId} and p.account = accounts.account::ledger_account_kind
                and p.currency = 'EGP' and p.transfer_id = (
                  select m.transfer_id from ledger_movements m
                   where m.merchant_id = ${scope.merchantId} and m.mode = ${scope.mode}
                     and m.account = accounts.account::ledger_account_kind and m.transfer_id < ${transferId}
                   order by m.transfer_id desc limit 1)), 0)::bigint as balance
      from unnest(${[...BALANCE_ACCOUNTS]}::text[]) accounts (account)`;
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance])) as Record<
    BalanceAccount,
    number
  >;
}

/** A movement. */
export interface Movement extends Place {
  kind: MovementKind;
  reference: string;
  effectiveAt: Date;
  amountPiastres: number;
  balancePiastres: number;
  transactionId: number | null;
  /** Set for a payout; its transaction is given separately. */
  payoutId: number | null;
  settlementId: number | null;
  chargebackId: number | null;
}

export interface Wanted {
  accounts: readonly BalanceAccount[];
  kind?: MovementKind | undefined;
}

const union = (db: Db, parts: readonly Sql[]): Sql =>
  parts.reduce((sofar, part) => db`${sofar} union all ${part}`);

/** Selects the movements of one account in a period. */
const ofAccount = (db: Db, scope: Scope, period: Period, account: BalanceAccount, kind?: MovementKind) => db`
  ledger_movements m
   where m.merchant_id = ${scope.merchantId} and m.mode = ${scope.mode} and m.account = ${account}::ledger_account_kind
     and m.transfer_id >= ${period.first} and m.transfer_id < ${period.end}
     ${kind === undefined ? db`` : db`and m.kind = ${kind}`}`;

/** Selects the reference by which a merchant knows a payout; its code is only for its collection. */
const reference = (db: Db) => db`
  coalesce((select x.reference from payouts y
              join transactions x on x.merchant_id = y.merchant_id and x.id = y.transaction_id
             where t.kind like 'payout%' and y.merchant_id = t.merchant_id and y.mode = t.mode and y.code = t.reference),
           t.reference)`;

/** Selects a column of the row with the reference of a transfer; payments and payouts are transactions. */
const named = (db: Db, table: string, column = 'id') => db`
  (select x.${db.unsafe(column)} from ${db.unsafe(table)} x
    where x.merchant_id = r.merchant_id and x.mode = r.mode and x.reference = r.reference)`;

/**
 * Reads movements next to a place, or the newest of the period: newest first, for `after` oldest first. Reads no more
 * of each account than it returns.
 */
export function listMovements(
  db: Db,
  scope: Scope,
  period: Period,
  { accounts, kind }: Wanted,
  from: { at: Place; side: 'before' | 'after' } | null,
  most: number,
): Promise<Movement[]> {
  const order = db.unsafe(from?.side === 'after' ? 'asc' : 'desc');
  const next = (account: BalanceAccount) => {
    if (from === null) return db``;
    const bound = boundOf(account, from.at, from.side);
    return from.side === 'before' ? db`and m.transfer_id < ${bound}` : db`and m.transfer_id >= ${bound}`;
  };
  const parts = accounts.map(
    (account) => db`
      (select m.account, m.transfer_id from ${ofAccount(db, scope, period, account, kind)} ${next(account)}
        order by m.transfer_id ${order} limit ${most})`,
  );
  return plannedForItsValues(db<Movement[]>`
    with page as (
      select * from (${union(db, parts)}) m order by m.transfer_id ${order}, m.account ${order} limit ${most}),
    rows as (
      select t.merchant_id, t.mode, t.id, page.account, t.kind, t.effective_at, ${reference(db)} as reference
        from page join ledger_transfers t on t.merchant_id = ${scope.merchantId} and t.id = page.transfer_id)
    select r.id as "transferId", r.account, r.kind, r.reference, r.effective_at as "effectiveAt",
           p.amount as "amountPiastres", p.balance_after as "balancePiastres",
           case when r.reference like 'TRX-%' then ${named(db, 'transactions')} end as "transactionId",
           case when r.kind like 'payout%' then ${named(db, 'transactions', 'source_id')} end as "payoutId",
           case when r.reference like 'STL-%' then ${named(db, 'settlements')} end as "settlementId",
           case when r.reference like 'CHB-%' then ${named(db, 'chargebacks')} end as "chargebackId"
      from rows r
      join ledger_postings p on p.merchant_id = r.merchant_id and p.transfer_id = r.id and p.account = r.account
                            and p.currency = 'EGP'
     order by r.id ${order}, r.account ${order}`);
}

/** Returns whether a period has more movements than a number. */
export async function hasMoreThan(
  db: Db,
  scope: Scope,
  period: Period,
  accounts: readonly BalanceAccount[],
  most: number,
): Promise<boolean> {
  const parts = accounts.map(
    (account) => db`(select 1 from ${ofAccount(db, scope, period, account)} limit ${most + 1})`,
  );
  const [row] = await plannedForItsValues(db<{ n: number }[]>`
    select count(*)::int as n from (select * from (${union(db, parts)}) m limit ${most + 1}) bounded`);
  return row!.n > most;
}

/** A line of a statement: the balances before and after the period have no amount. */
export interface StatementLine {
  /** In Cairo, `2026-06-15 14:05`; null for balances. */
  at: string | null;
  account: BalanceAccount;
  kind: MovementKind | 'opening' | 'closing';
  reference: string;
  inPiastres: number | null;
  outPiastres: number | null;
  balancePiastres: number;
}

/**
 * Yields the lines of a statement: the balance of each account before, every movement as booked, and the balance
 * after.
 */
export function statementLines(
  db: Db,
  scope: Scope,
  period: Period,
  accounts: readonly BalanceAccount[],
  balances: Record<'opening' | 'closing', Record<BalanceAccount, number>>,
) {
  const held = (place: number, kind: 'opening' | 'closing') =>
    accounts.map(
      (account, at) => db`
        (select ${place}::int as place, ${at}::bigint as "transferId", null::text as at, ${account}::ledger_account_kind as account,
                ${kind}::text as kind, ''::text as reference, null::bigint as "inPiastres", null::bigint as "outPiastres",
                ${balances[kind][account]}::bigint as "balancePiastres")`,
    );
  const moved = accounts.map(
    (account) => db`(select m.account, m.transfer_id from ${ofAccount(db, scope, period, account)})`,
  );
  return db<StatementLine[]>`
    select lines.at, lines.account, lines.kind, lines.reference, lines."inPiastres", lines."outPiastres", lines."balancePiastres"
      from (
        ${union(db, held(0, 'opening'))}
        union all
        (select 1, t.id, to_char(t.effective_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI'), m.account, t.kind,
                ${reference(db)}, case when p.amount > 0 then p.amount end, case when p.amount < 0 then -p.amount end,
                p.balance_after
           from (${union(db, moved)}) m
           join ledger_transfers t on t.merchant_id = ${scope.merchantId} and t.id = m.transfer_id
           join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = m.account
                                 and p.currency = 'EGP')
        union all
        ${union(db, held(2, 'closing'))}) lines
     order by lines.place, lines."transferId", lines.account`;
}

/** Finds the name of a merchant; undefined if there is none. */
export async function findName(db: Db, merchantId: number): Promise<string | undefined> {
  const [row] = await db<{ name: string }[]>`
    select business_name as name from merchants where id = ${merchantId}`;
  return row?.name;
}
