/**
 * Reads stored figures: the number of rows depends on the period's days, methods and accounts, not on the number of
 * payments.
 */
import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';
import { nextDay, startOfCairoDay } from '../platform/time/cairo.ts';

/** Sums of payments; amounts in piastres. */
export interface Sums {
  paid: number;
  failed: number;
  open: number;
  volume: number;
  fees: number;
  vat: number;
  costs: number;
  refunded: number;
  chargebacks: number;
  lostChargebacks: number;
  lostAmount: number;
}

/** The selected payments; both days included. */
export interface Period {
  mode: Mode;
  from: string;
  to: string;
  merchantId?: number | undefined;
  method?: number | undefined;
  accountId?: number | undefined;
}

const sumsOf = (db: Db) => db`
  coalesce(sum(paid_count), 0)::bigint as paid, coalesce(sum(failed_count), 0)::bigint as failed,
  coalesce(sum(open_count), 0)::bigint as open, coalesce(sum(paid_piastres), 0)::bigint as volume,
  coalesce(sum(fee_piastres), 0)::bigint as fees, coalesce(sum(vat_piastres), 0)::bigint as vat,
  coalesce(sum(cost_piastres), 0)::bigint as costs, coalesce(sum(refunded_piastres), 0)::bigint as refunded,
  coalesce(sum(chargebacks), 0)::bigint as chargebacks, coalesce(sum(lost_chargebacks), 0)::bigint as "lostChargebacks",
  coalesce(sum(lost_piastres), 0)::bigint as "lostAmount"`;

/** The columns summed up by {@link sumsOf}. */
const SUMMED = `paid_count, failed_count, open_count, paid_piastres, fee_piastres, vat_piastres, cost_piastres,
  refunded_piastres, chargebacks, lost_chargebacks, lost_piastres`;

function within(db: Db, period: Period): Sql {
  return db`day between ${period.from}::date and ${period.to}::date and ${of(db, period)}`;
}

/** Condition for the merchants, methods and accounts of a period, regardless of time. */
function of(db: Db, { mode, merchantId, method, accountId }: Period): Sql {
  return db`
    mode = ${mode}
    ${merchantId === undefined ? db`` : db`and merchant_id = ${merchantId}`}
    ${method === undefined ? db`` : db`and payment_method = ${method}`}
    ${accountId === undefined ? db`` : db`and processor_account_id = ${accountId}`}`;
}

const source = (db: Db, { merchantId }: Period) =>
  merchantId === undefined ? db`payment_totals` : db`payment_figures`;

/** Reads the sums of a period. */
export async function readTotals(db: Db, period: Period): Promise<Sums> {
  const [row] = await db<Sums[]>`select ${sumsOf(db)} from ${source(db, period)} where ${within(db, period)}`;
  return row!;
}

/**
 * Sums up the costs without a payment that were booked in a period, in piastres; for a merchant, those of its own
 * accounts at processors. They have no method.
 */
export async function readOtherCosts(
  db: Db,
  { mode, from, to, merchantId, method, accountId }: Period,
): Promise<number> {
  if (method !== undefined) return 0;
  const [row] = await db<[{ amount: number }]>`
    select coalesce(sum(c.amount_piastres), 0)::bigint as amount
      from processor_accounts a
      join reconciliation_costs c on c.processor_account_id = a.id and not c.of_payments
       and c.booked_at >= ${startOfCairoDay(from)} and c.booked_at < ${startOfCairoDay(nextDay(to))}
     where a.mode = ${mode}
       ${merchantId === undefined ? db`` : db`and a.merchant_id = ${merchantId}`}
       ${accountId === undefined ? db`` : db`and a.id = ${accountId}`}`;
  return row.amount;
}

/** Reads the sums of each day with payments. */
export function readDays(db: Db, period: Period): Promise<(Sums & { day: string })[]> {
  return db<(Sums & { day: string })[]>`
    select day::text, ${sumsOf(db)} from ${source(db, period)} where ${within(db, period)} group by day order by day`;
}

/** Sums of the payments of an hour; amounts in piastres. */
export type HourSums = Pick<Sums, 'paid' | 'failed' | 'volume' | 'fees' | 'vat' | 'refunded'> & {
  hour: Date;
};

/** Reads the sums of a merchant's hours with payments, from one moment until before another. */
export function readHours(
  db: Db,
  { merchantId, mode }: { merchantId: number; mode: Mode },
  from: Date,
  before: Date,
): Promise<HourSums[]> {
  return db<HourSums[]>`
    select hour, paid_count as paid, failed_count as failed, paid_piastres as volume, fee_piastres as fees,
           vat_piastres as vat, refunded_piastres as refunded
      from payment_hours
     where merchant_id = ${merchantId} and mode = ${mode} and hour >= ${from} and hour < ${before} order by hour`;
}

/** Reads the sums of each payment method, the largest volume first. */
export function readMethods(db: Db, period: Period): Promise<(Sums & { method: number })[]> {
  return db<(Sums & { method: number })[]>`
    select payment_method as method, ${sumsOf(db)} from ${source(db, period)} where ${within(db, period)}
     group by payment_method order by volume desc, payment_method`;
}

/** Reads the sums of each account at a processor, the largest volume first. Account 0 has no name. */
export function readAccounts(db: Db, period: Period): Promise<(Sums & { id: number; name: string })[]> {
  return db<(Sums & { id: number; name: string })[]>`
    select s.*, coalesce(a.name, '') as name
      from (select processor_account_id as id, ${sumsOf(db)} from ${source(db, period)}
             where ${within(db, period)} group by processor_account_id) s
      left join processor_accounts a on a.id = s.id
     order by s.volume desc, s.id`;
}

/** Splits a period into whole months and the remaining days at its ends. Days are `YYYY-MM-DD`, both ends included. */
export function splitMonths(from: string, to: string) {
  const monthAfter = (day: string) => {
    const [year, month] = day.split('-').map(Number) as [number, number];
    return month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  };
  const first = from.endsWith('-01') ? from : monthAfter(from);
  /** The first day after the last whole month. */
  const end = nextDay(to).endsWith('-01') ? nextDay(to) : `${to.slice(0, 7)}-01`;
  if (first >= end) return { months: null, days: [{ from, to }] };
  const days = [
    { from, to: nextDay(first, -1) },
    { from: end, to },
  ].filter((part) => part.from <= part.to);
  return { months: { first, last: `${nextDay(end, -1).slice(0, 7)}-01` }, days };
}

/**
 * Lists the merchants with the largest volume, among those whose name contains `typed`; uses the sums of whole
 * months.
 */
export function readMerchants(
  db: Db,
  period: Period,
  typed: string,
  limit: number,
): Promise<(Sums & { id: number; name: string })[]> {
  const named =
    typedText(typed) === ''
      ? db``
      : db`and merchant_id in (select id from merchants where search_key(business_name) like ${containsPattern(typed)})`;
  const { months, days } = splitMonths(period.from, period.to);
  const columns = db.unsafe(`merchant_id, ${SUMMED}`);
  const parts = days.map(
    (part) => db`select ${columns} from payment_figures where ${within(db, { ...period, ...part })} ${named}`,
  );
  if (months)
    parts.push(db`
      select ${columns} from payment_months
       where month between ${months.first}::date and ${months.last}::date and ${of(db, period)} ${named}`);
  const all = parts.reduce((one, other) => db`${one} union all ${other}`);
  return db<(Sums & { id: number; name: string })[]>`
    select s.*, m.business_name as name
      from (select merchant_id as id, ${sumsOf(db)} from (${all}) parts
             group by merchant_id order by volume desc, merchant_id limit ${limit}) s
      join merchants m on m.id = s.id
     order by s.volume desc, s.id`;
}

/** Reads the time up to which everything is counted; null before the first run has ended. */
export async function readAsOf(db: Db): Promise<Date | null> {
  const [row] = await db<{ asOf: Date | null }[]>`select as_of as "asOf" from payment_figures_state`;
  return row?.asOf ?? null;
}
