/** Sums up the payments of days, for the job. */

import { costsOf } from '../acquirer-costs/sums.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { PatientTx } from '../platform/db/long-work.ts';

/** The progress of the job. */
export interface SumsState {
  nextDay: string;
  seenAt: Date;
}

/** Longer than any transaction that books money, so that its postings are visible by then. */
const SLOWEST_BOOKING = '10 minutes';

/** Locks the state, so that only one process sums up; writes it before the first run. `today` is a Cairo day. */
export async function lockState(tx: Tx, today: string): Promise<SumsState> {
  await tx`
    insert into payment_figures_state (next_day, seen_at)
    select coalesce((least((select min(created_at) from transactions where mode = 'live'),
                           (select min(created_at) from transactions where mode = 'test'))
                     at time zone 'Africa/Cairo')::date, ${today}::date), clock_timestamp()
    on conflict do nothing`;
  const [row] = await tx<SumsState[]>`
    select next_day::text as "nextDay", seen_at as "seenAt" from payment_figures_state for update`;
  return row!;
}

/** Marks a day and those before as closed: from now on only their changes are summed up. */
export async function closeDay(tx: Tx, day: string): Promise<void> {
  await tx`update payment_figures_state set next_day = ${day}::date + 1`;
}

/** Records that everything booked before `seenAt` is counted. */
export async function closeRun(tx: Tx, seenAt: Date, asOf: Date): Promise<void> {
  await tx`update payment_figures_state set seen_at = ${seenAt}, as_of = ${asOf}`;
}

/** Returns the database's time. */
export async function readNow(tx: Tx): Promise<Date> {
  const [row] = await tx<{ now: Date }[]>`select clock_timestamp() as now`;
  return row!.now;
}

const FIGURES = `paid_count, paid_piastres, failed_count, open_count, fee_piastres, vat_piastres, cost_piastres,
  refunded_piastres, chargebacks, lost_chargebacks, lost_piastres`;
const HOURS = 'paid_count, paid_piastres, failed_count, fee_piastres, vat_piastres, refunded_piastres';
const columnsOf = (row: string, columns = FIGURES) => columns.replaceAll(/\w+/g, (name) => `${row}.${name}`);
const replaced = (columns = FIGURES) => columns.replaceAll(/\w+/g, (name) => `${name} = excluded.${name}`);
const summed = (columns = FIGURES) => columns.replaceAll(/\w+/g, (name) => `sum(${name})::bigint as ${name}`);

/** Condition for a day's payments, of one merchant or all. */
const ofDay = (tx: Db, day: string, merchantId: number | undefined) => tx`
     t.mode in ('live', 'test') and not t.is_payout
     and t.created_at >= ${day}::date::timestamp at time zone 'Africa/Cairo'
     and t.created_at < (${day}::date + 1)::timestamp at time zone 'Africa/Cairo'
     ${merchantId === undefined ? tx`` : tx`and t.merchant_id = ${merchantId}`}`;

/** Sums up the payments of a day by hour from the rows, of one merchant or all. */
const counted = (tx: Db, day: string, merchantId: number | undefined) => tx`
  with costs as materialized (
    select c.merchant_id, c.transaction_id as id, sum(c.amount_piastres) as amount
      from (${costsOf(
        tx,
        tx`
        select t.merchant_id, t.id from transactions t where t.status in (1, 3) and ${ofDay(tx, day, merchantId)}`,
      )}) c
     group by 1, 2)
  select t.mode, ${day}::date as day, t.merchant_id, t.payment_method,
         coalesce(a.processor_account_id, 0) as processor_account_id,
         date_trunc('hour', t.created_at, 'UTC') as hour,
         count(*) filter (where t.status in (1, 3)) as paid_count,
         coalesce(sum(t.charged_piastres) filter (where t.status in (1, 3)), 0)::bigint as paid_piastres,
         count(*) filter (where t.status in (2, 5)) as failed_count,
         count(*) filter (where t.status = 0) as open_count,
         coalesce(sum(t.fee_piastres) filter (where t.status in (1, 3)), 0)::bigint as fee_piastres,
         coalesce(sum(t.vat_piastres) filter (where t.status in (1, 3)), 0)::bigint as vat_piastres,
         coalesce(sum(c.amount), 0)::bigint as cost_piastres,
         coalesce(sum(t.refunded_piastres), 0)::bigint as refunded_piastres,
         coalesce(sum(d.opened), 0)::bigint as chargebacks, coalesce(sum(d.lost), 0)::bigint as lost_chargebacks,
         coalesce(sum(d.lost_amount), 0)::bigint as lost_piastres
    from transactions t
    left join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
    left join costs c on c.merchant_id = t.merchant_id and c.id = t.id
    left join lateral (select count(*) as opened, count(*) filter (where x.status = 1) as lost,
                              sum(x.amount_piastres) filter (where x.status = 1) as lost_amount
                         from chargebacks x
                        where x.merchant_id = t.merchant_id and x.transaction_id = t.id) d on t.status in (1, 3)
   where ${ofDay(tx, day, merchantId)}
   group by 1, 2, 3, 4, 5, 6`;

/**
 * Sums up a Cairo day again, of one merchant or all, replacing the former figures. Also writes the hours of days from
 * `hoursFrom` on, from the same single read of the rows.
 */
export async function sumUp(
  tx: PatientTx,
  day: string,
  hoursFrom: string,
  merchantId?: number,
): Promise<void> {
  const of = (row: string) =>
    merchantId === undefined ? tx`` : tx`and ${tx(row)}.merchant_id = ${merchantId}`;
  await tx`
    create temporary table if not exists counted (
      mode mode, day date, merchant_id bigint, payment_method smallint, processor_account_id bigint, hour timestamptz,
      ${tx.unsafe(FIGURES.replaceAll(/\w+/g, (name) => `${name} bigint`))}) on commit drop`;
  await tx`truncate counted`;
  await tx`insert into counted ${counted(tx, day, merchantId)}`;
  await tx`
    with s as materialized (select distinct mode, merchant_id, payment_method, processor_account_id from counted)
    delete from payment_figures f
     where f.mode in ('live', 'test') and f.day = ${day}::date ${of('f')}
       and not exists (
         select from s where s.mode = f.mode and s.merchant_id = f.merchant_id
            and s.payment_method = f.payment_method and s.processor_account_id = f.processor_account_id)`;
  await tx`
    insert into payment_figures as f (mode, day, merchant_id, payment_method, processor_account_id, ${tx.unsafe(FIGURES)})
    select mode, day, merchant_id, payment_method, processor_account_id, ${tx.unsafe(summed())}
      from counted group by 1, 2, 3, 4, 5
    on conflict (mode, day, merchant_id, payment_method, processor_account_id) do update
       set ${tx.unsafe(replaced())}
     where (${tx.unsafe(columnsOf('f'))}) is distinct from (${tx.unsafe(columnsOf('excluded'))})`;
  if (day < hoursFrom) return;
  await tx`
    with s as materialized (select distinct merchant_id, mode, hour from counted)
    delete from payment_hours h
     where h.hour >= ${day}::date::timestamp at time zone 'Africa/Cairo'
       and h.hour < (${day}::date + 1)::timestamp at time zone 'Africa/Cairo' ${of('h')}
       and not exists (select from s where s.merchant_id = h.merchant_id and s.mode = h.mode and s.hour = h.hour)`;
  await tx`
    insert into payment_hours as h (merchant_id, mode, hour, ${tx.unsafe(HOURS)})
    select merchant_id, mode, hour, ${tx.unsafe(summed(HOURS))} from counted group by 1, 2, 3
    on conflict (merchant_id, mode, hour) do update
       set ${tx.unsafe(replaced(HOURS))}
     where (${tx.unsafe(columnsOf('h', HOURS))}) is distinct from (${tx.unsafe(columnsOf('excluded', HOURS))})`;
}

/** Deletes the hours of the days before `hoursFrom`. */
export async function pruneHours(tx: Tx, hoursFrom: string): Promise<void> {
  await tx`delete from payment_hours where hour < ${hoursFrom}::date::timestamp at time zone 'Africa/Cairo'`;
}

/** Adds up the merchants of a day. */
export async function addUp(tx: Tx, day: string): Promise<void> {
  await tx`delete from payment_totals where mode in ('live', 'test') and day = ${day}::date`;
  await tx`
    insert into payment_totals (mode, day, payment_method, processor_account_id, ${tx.unsafe(FIGURES)})
    select mode, day, payment_method, processor_account_id,
           ${tx.unsafe(FIGURES.replaceAll(/\w+/g, (name) => `sum(${name})`))}
      from payment_figures where mode in ('live', 'test') and day = ${day}::date group by 1, 2, 3, 4`;
}

/** Sums up the days of the month of `day`, of one merchant or all, replacing the former figures. */
export async function addUpMonth(tx: Tx, day: string, merchantId?: number): Promise<void> {
  const month = tx`date_trunc('month', ${day}::date)::date`;
  const of = (row: string) =>
    merchantId === undefined ? tx`` : tx`and ${tx(row)}.merchant_id = ${merchantId}`;
  const days = tx`
    from payment_figures d
       where d.mode in ('live', 'test') and d.day >= ${month} and d.day < ${month} + interval '1 month' ${of('d')}`;
  await tx`
    delete from payment_months f
     where f.mode in ('live', 'test') and f.month = ${month} ${of('f')}
       and not exists (
         select ${days} and d.mode = f.mode and d.merchant_id = f.merchant_id
            and d.payment_method = f.payment_method and d.processor_account_id = f.processor_account_id)`;
  await tx`
    insert into payment_months as f (mode, month, merchant_id, payment_method, processor_account_id, ${tx.unsafe(FIGURES)})
    select d.mode, ${month}, d.merchant_id, d.payment_method, d.processor_account_id,
           ${tx.unsafe(FIGURES.replaceAll(/\w+/g, (name) => `sum(d.${name})`))}
      ${days} group by d.mode, d.merchant_id, d.payment_method, d.processor_account_id
    on conflict (mode, month, merchant_id, payment_method, processor_account_id) do update
       set ${tx.unsafe(replaced())}
     where (${tx.unsafe(columnsOf('f'))}) is distinct from (${tx.unsafe(columnsOf('excluded'))})`;
}

/**
 * Lists the closed days of merchants with changes: money was booked since, or an open payment has its outcome.
 * Nothing else changes a payment.
 */
export function listChanged(
  tx: Tx,
  { nextDay, seenAt }: SumsState,
): Promise<{ day: string; merchantId: number }[]> {
  return tx<{ day: string; merchantId: number }[]>`
    with moved as (
      select distinct merchant_id, mode, reference from ledger_transfers
       where created_at >= ${seenAt}::timestamptz - ${SLOWEST_BOOKING}::interval
         and kind not in ('settlement', 'settlement_paid', 'payout_requested', 'payout_handed_over', 'payout_returned')),
    -- What was booked of batches, or taken back, is of the payments of their lines.
    batches as materialized (
      select distinct split_part(reference, ':', 2)::bigint as id from moved where reference like 'batch:%'),
    items as materialized (
      select l.item, l.merchant_id, l.item_id
        from batches x
        join reconciliation_batches b on b.id = x.id
        join reconciliation_lines l on l.file_id = b.file_id and l.batch_id = b.id
       where l.item is not null and l.item <> 'cost'
      union
      select u.item, u.merchant_id, u.item_id
        from batches x join reconciliation_unsettled u on u.batch_id = x.id where u.item <> 'cost'),
    touched as (
      select t.merchant_id, t.created_at from moved m
        join transactions t on (t.merchant_id, t.mode, t.reference) = (m.merchant_id, m.mode, m.reference)
      union all
      select t.merchant_id, t.created_at from moved m
        join chargebacks c on (c.merchant_id, c.mode, c.reference) = (m.merchant_id, m.mode, m.reference)
        join transactions t on t.merchant_id = c.merchant_id and t.id = c.transaction_id
      union all
      select i.merchant_id, t.created_at from items i
        join transactions t on t.merchant_id = i.merchant_id and t.id = i.item_id where i.item = 'payment'
      union all
      select i.merchant_id, t.created_at from items i
        join refunds r on r.merchant_id = i.merchant_id and r.id = i.item_id
        join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id where i.item like 'refund%'
      union all
      select i.merchant_id, t.created_at from items i
        join chargebacks c on c.merchant_id = i.merchant_id and c.id = i.item_id
        join transactions t on t.merchant_id = c.merchant_id and t.id = c.transaction_id where i.item like 'chargeback%'),
    open as (
      select mode, day, merchant_id, sum(open_count) as n from payment_figures
       where open_count > 0 and day < ${nextDay}::date group by 1, 2, 3)
    select distinct day::text, merchant_id as "merchantId" from (
      select (created_at at time zone 'Africa/Cairo')::date as day, merchant_id from touched
      union all
      select day, merchant_id from open o
       where n <> (select count(*) from transactions t
                    where t.merchant_id = o.merchant_id and t.mode = o.mode and t.status = 0 and not t.is_payout
                      and t.created_at >= o.day::timestamp at time zone 'Africa/Cairo'
                      and t.created_at < (o.day + 1)::timestamp at time zone 'Africa/Cairo')) changed
     where day < ${nextDay}::date
     order by 1, 2`;
}
