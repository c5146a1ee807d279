/**
 * Computes the state of an account's reconciliation at a moment, in temporary tables that last until the transaction
 * ends.
 */

import type { CutOffMove } from '@daftar/contract/ops-cut-offs';
import type { Tx } from '../../platform/db/connect.ts';
import type { PatientTx } from '../../platform/db/long-work.ts';
import type { Sql } from '../../platform/lists/page.ts';

/** The period of a cut-off. */
export interface Period {
  accountId: number;
  /** `YYYY-MM-DD`, in Cairo. */
  day: string;
  /** The last day of the previous signed period; null: from the beginning. */
  afterDay: string | null;
  endsAt: Date;
  /** Null: from the beginning. */
  startsAt: Date | null;
  now: Date;
  /** Payments up to this day must be in files by now. */
  dueUntil: string;
  /** Batches due up to this day must be paid by now. */
  paidUntil: string;
}

/** Maps the item name of a line or break to the item it belongs to. */
const itemOf = (tx: Tx, said: Sql) => tx`
  case ${said} when 'cost' then 'payment' when 'refund_reversed' then 'refund' when 'chargeback_returned' then 'chargeback'
               else ${said} end`;
const item = (tx: Tx, table: string) => itemOf(tx, tx`${tx(table)}.item`);

/**
 * Creates `cut_off_moves`: every change before the end of the period of the amount that the processor owes, from the
 * tables of payments, refunds and so on, by item. A payment and its costs are one item; so are a refund and its
 * return, and a chargeback case.
 */
export async function drawMoves(tx: PatientTx, { accountId, endsAt }: Period): Promise<void> {
  await tx`
    create temporary table cut_off_moves on commit drop as
    with settled as (
      select l.item, l.merchant_id, l.item_id, l.settled_piastres as amount, coalesce(l.settled_at, b.booked_at) as at
        from reconciliation_lines l join reconciliation_batches b on b.id = l.batch_id
       where l.processor_account_id = ${accountId} and l.settled_piastres is not null
      union all
      select u.item, u.merchant_id, u.item_id, x.amount, x.at
        from reconciliation_unsettled u
       cross join lateral (values (u.settled_piastres, u.settled_at), (-u.settled_piastres, u.unsettled_at)) x (amount, at)
       where u.processor_account_id = ${accountId}),
    voids as materialized (
      -- Payments that were voided as a whole and are in no file: the void belongs to its payment, and nothing is owed of both.
      select r.merchant_id, r.id
        from refunds r join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
       where r.processor_account_id = ${accountId} and r.way = 'void' and r.state = 'succeeded'
         and r.amount_piastres = t.charged_piastres
         and not exists (select from reconciliation_lines l
                          where l.merchant_id = r.merchant_id
                            and (l.item = 'payment' and l.item_id = r.transaction_id or l.item = 'refund' and l.item_id = r.id)))
    select 'payment' as item, a.merchant_id, a.transaction_id as item_id, t.charged_piastres as amount, a.paid_at as at,
           'payment' as move
      from payment_attempts a
      join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
     where a.processor_account_id = ${accountId} and a.state = 'succeeded' and a.paid_at < ${endsAt}
    union all
    select case when v.id is null then 'refund' else 'payment' end, r.merchant_id,
           case when v.id is null then r.id else r.transaction_id end, x.amount, x.at, x.move
      from refunds r
      left join voids v on v.merchant_id = r.merchant_id and v.id = r.id
     cross join lateral (values (-r.amount_piastres, r.finished_at, 'refund'),
                                (r.amount_piastres, r.reversed_at, 'refund_reversed')) x (amount, at, move)
     where r.processor_account_id = ${accountId} and r.state in ('succeeded', 'reversed') and x.at < ${endsAt}
    union all
    select 'payment', merchant_id, transaction_id, -amount_piastres, booked_at, 'cost'
      from acquirer_costs where processor_account_id = ${accountId} and booked_at < ${endsAt}
    union all
    -- A case has no table of its rounds; its transfers are named by it.
    select case when t.idempotency_key like 'chargeback:%' then 'chargeback' else 'correction' end, t.merchant_id,
           case when t.idempotency_key like 'chargeback:%' then split_part(t.idempotency_key, ':', 2)::bigint else t.id end,
           -p.amount, t.effective_at, case when t.kind = 'chargeback_applied' then 'chargeback' else 'correction' end
      from (select distinct merchant_id from clearing_balances where processor_account_id = ${accountId}) m
      join ledger_transfers t on t.merchant_id = m.merchant_id and t.processor_account_id = ${accountId}
       and t.kind in ('chargeback_applied', 'correction') and t.effective_at < ${endsAt}
      join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'clearing'
    union all
    select ${itemOf(tx, tx`coalesce(w.item, l.item)`)},
           w.merchant_id, coalesce(w.item_id, l.item_id), x.amount, x.at, 'write_off'
      from reconciliation_write_offs w
      join reconciliation_breaks b on b.id = w.break_id
      left join reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no
     cross join lateral (values (w.amount_piastres, w.created_at), (-w.amount_piastres, w.undone_at)) x (amount, at)
     where w.processor_account_id = ${accountId} and x.at < ${endsAt}
    union all
    select ${item(tx, 's')}, s.merchant_id, s.item_id, -s.amount, s.at, 'settled'
      from settled s where s.at < ${endsAt}`;
  // The index serves lookups by single breaks and lines.
  await tx`create index on cut_off_moves (merchant_id, item_id)`;
  await tx`analyze cut_off_moves`;
}

/** Creates `cut_off_rows`: open items, unpaid batches, breaks and write-offs, each with its explanation. */
export async function drawRows(tx: Tx, period: Period): Promise<void> {
  const { accountId, day, endsAt, startsAt, dueUntil, paidUntil } = period;
  const starts = startsAt ?? new Date(0);
  await tx`
    create temporary table cut_off_rows on commit drop as
    with items as (
      select item, merchant_id, item_id, sum(amount)::bigint as amount, min(at) as at
        from cut_off_moves group by 1, 2, 3 having sum(amount) <> 0),
    -- Of all items at once: looking each up takes minutes for a million.
    of_lines as (
      select ${item(tx, 'l')} as item, l.merchant_id, l.item_id,
             coalesce(bool_or(coalesce(l.settled_at, t.booked_at) < ${endsAt}), false) as is_settled
        from reconciliation_files f
        join reconciliation_lines l on l.file_id = f.id and l.item is not null
        join reconciliation_batches t on t.id = l.batch_id
       where f.processor_account_id = ${accountId} group by 1, 2, 3),
    of_breaks as (
      select distinct on (item, merchant_id, item_id) * from (
        select ${item(tx, 'b')} as item, b.merchant_id, b.item_id, b.id, b.closed_at, b.owner, b.ended_as
          from reconciliation_breaks b
         where b.processor_account_id = ${accountId} and b.kind = 'ours_only'
        union all
        select ${item(tx, 'l')}, l.merchant_id, l.item_id, b.id, b.closed_at, b.owner, b.ended_as
          from reconciliation_breaks b
          join reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no and l.item is not null
         where b.processor_account_id = ${accountId}) b
       -- What nobody has closed explains nothing: it came, and was taken back since.
       where b.closed_at is null or b.ended_as in ('explained', 'written_off')
       order by item, merchant_id, item_id, b.closed_at is not null, b.id desc),
    of_items as materialized (
      select i.*, l.item_id is not null as has_line, coalesce(l.is_settled, false) as is_settled, b.id as break_id, b.closed_at, b.owner
        from items i
        left join of_lines l using (item, merchant_id, item_id)
        left join of_breaks b using (item, merchant_id, item_id)),
    -- From the merchants' rows, which on a cluster are elsewhere.
    named as materialized (
      select i.item, i.merchant_id, i.item_id, t.reference
        from of_items i join transactions t on t.merchant_id = i.merchant_id and t.id = i.item_id where i.item = 'payment'
      union all
      select i.item, i.merchant_id, i.item_id, t.reference
        from of_items i
        join refunds r on r.merchant_id = i.merchant_id and r.id = i.item_id
        join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id where i.item = 'refund'
      union all
      select i.item, i.merchant_id, i.item_id, c.reference
        from of_items i join chargebacks c on c.merchant_id = i.merchant_id and c.id = i.item_id where i.item = 'chargeback'
      union all
      select i.item, i.merchant_id, i.item_id, t.reference
        from of_items i join ledger_transfers t on t.merchant_id = i.merchant_id and t.id = i.item_id where i.item = 'correction')
    select 'item' as what, i.item as kind, i.merchant_id, i.item_id, coalesce(n.reference, '') as reference,
           i.amount, (i.at at time zone 'Africa/Cairo')::date as day,
           case when i.item = 'correction' then 'correction'
                when i.has_line and not i.is_settled then 'line'
                when i.break_id is not null and i.closed_at is not null then 'closed'
                when i.break_id is not null and i.owner is not null then 'break'
                when i.break_id is not null then 'nobody'
                when not i.is_settled and (i.at at time zone 'Africa/Cairo')::date > ${dueUntil}::date then 'not_due'
                else 'unexplained' end as explained_as,
           null::text as owner, null::timestamptz as opened_at
      from of_items i left join named n using (item, merchant_id, item_id)
    union all
    select 'batch', 'batch', null, b.id, b.name, b.net_piastres, x.due_on,
           case when b.booked_at is not null then 'paid_later'
                when r.closed_at is not null then 'closed'
                when r.id is not null and r.owner is not null then 'break'
                when r.id is not null then 'nobody'
                when x.due_on > ${paidUntil}::date then 'not_due'
                else 'unexplained' end, r.owner, null
      from reconciliation_files f
      join reconciliation_batches b on b.file_id = f.id and b.currency = 'EGP' and b.net_piastres <> 0
     cross join lateral (select coalesce(b.value_on, f.last_day, (f.created_at at time zone 'Africa/Cairo')::date) as due_on) x
      left join lateral (select r.id, r.closed_at, r.owner from reconciliation_breaks r
                          where r.batch_id = b.id and r.kind = 'batch_not_paid'
                            and (r.closed_at is null or r.ended_as = 'explained')
                          order by r.closed_at is not null, r.id desc limit 1) r on true
     where f.processor_account_id = ${accountId} and f.state = 'imported' and x.due_on <= ${day}::date
       and (b.booked_at is null or b.booked_at >= ${endsAt})
    union all
    -- What nobody knew of each batch, or of a difference that was written off without one.
    select 'suspense', 'suspense', null, coalesce(s.batch_id, s.break_id), min(s.reference), sum(s.amount_piastres)::bigint,
           (min(s.moved_at) at time zone 'Africa/Cairo')::date, 'suspense', null, null
      from reconciliation_suspense s
     where s.processor_account_id = ${accountId} and s.moved_at < ${endsAt}
     group by s.batch_id, case when s.batch_id is null then s.break_id end, coalesce(s.batch_id, s.break_id)
    having sum(s.amount_piastres) <> 0
    union all
    select 'break', b.kind, b.merchant_id, b.id, b.reference,
           case b.currency when 'EGP' then b.amount_piastres else 0 end, (b.opened_at at time zone 'Africa/Cairo')::date,
           case when b.owner is null then 'nobody' else 'break' end, b.owner, b.opened_at
      from reconciliation_breaks b
      left join reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no
      left join reconciliation_batches t on t.id = b.batch_id
     where b.processor_account_id = ${accountId} and b.closed_at is null
       and (b.opened_at < ${endsAt} or not l.is_late and l.occurred_on <= ${day}::date or t.value_on <= ${day}::date
            or b.kind = 'ours_only' and exists (
              select from cut_off_moves m where m.merchant_id = b.merchant_id and m.item_id = b.item_id and b.item like m.item || '%'))
    union all
    select 'write_off', w.account, w.merchant_id, w.id, b.reference, x.amount, (x.at at time zone 'Africa/Cairo')::date, x.what,
           w.approved_by, null
      from reconciliation_write_offs w
      join reconciliation_breaks b on b.id = w.break_id and b.processor_account_id = ${accountId}
     cross join lateral (values ('written_off', w.amount_piastres, w.created_at),
                                ('taken_back', -w.amount_piastres, w.undone_at)) x (what, amount, at)
     where x.at >= ${starts} and x.at < ${endsAt}`;
}

/** A count with its amount. */
export interface Sum {
  count: number;
  piastres: number;
}

/** Sums of the rows and the period, in piastres. */
export interface Sums {
  ours: Sum;
  found: Sum;
  theirs: Sum;
  matched: Sum;
  costs: Sum;
  unmatched: Sum;
  paid: Sum;
  receivedPiastres: number;
  opening: number;
  closing: number;
  rounded: Sum;
  feesPiastres: number;
  feeDifferences: Sum;
}

const sum = (tx: Tx, count: string, amount: string, filter: string) =>
  tx.unsafe(
    `jsonb_build_object('count', count(${count}) filter (where ${filter}),
       'piastres', coalesce(sum(${amount}) filter (where ${filter}), 0)::bigint)`,
  );

/** Sums up the period: our items, their lines, batches, and the ledger's balance of `clearing`. */
export async function sumPeriod(tx: Tx, period: Period): Promise<Sums> {
  const { accountId, day, afterDay, endsAt, startsAt } = period;
  const starts = startsAt ?? new Date(0);
  const [ours] = await tx<[{ ours: Sum; found: Sum }]>`
    select ${sum(tx, '*', 'm.amount', 'true')} as ours, ${sum(tx, '*', 'm.amount', 'm.has_line')} as found
      from (select m.amount, exists (
              select from reconciliation_lines l
               where l.merchant_id = m.merchant_id and l.item_id = m.item_id and l.item = m.move) as has_line
              from cut_off_moves m
             where m.move in ('payment', 'refund', 'refund_reversed', 'chargeback') and m.at >= ${starts}) m`;
  const [lines] = await tx<[Pick<Sums, 'theirs' | 'matched' | 'costs' | 'unmatched' | 'feesPiastres'>]>`
    select ${sum(tx, '*', 'l.net_piastres', 'true')} as theirs, ${sum(tx, '*', 'l.net_piastres', 'l.item is not null')} as matched,
           ${sum(tx, '*', 'l.net_piastres', "l.item is null and l.kind = 'fee'")} as costs,
           ${sum(tx, '*', 'l.net_piastres', "l.item is null and l.kind <> 'fee' and not l.has_break")} as unmatched,
           coalesce(sum(l.fee_piastres), 0)::bigint as "feesPiastres"
      from (select l.*, exists (select from reconciliation_breaks b where b.file_id = l.file_id and b.line_no = l.line_no) as has_break,
                   case when l.is_late or l.occurred_on is null then (f.created_at at time zone 'Africa/Cairo')::date
                        else l.occurred_on end as period_day
              from reconciliation_files f join reconciliation_lines l on l.file_id = f.id
             where f.processor_account_id = ${accountId} and l.currency = 'EGP') l
     where l.period_day <= ${day}::date and (${afterDay}::date is null or l.period_day > ${afterDay}::date)`;
  const [batches] = await tx<[{ paid: Sum; receivedPiastres: number }]>`
    select ${sum(tx, '*', 'b.net_piastres', 'true')} as paid, coalesce(sum(b.received_piastres), 0)::bigint as "receivedPiastres"
      from reconciliation_files f join reconciliation_batches b on b.file_id = f.id
     where f.processor_account_id = ${accountId} and b.booked_at >= ${starts} and b.booked_at < ${endsAt}`;
  const [ledger] = await tx<[{ opening: number; closing: number }]>`
    select coalesce(-sum(p.amount) filter (where t.effective_at < ${starts}), 0)::bigint as opening,
           coalesce(-sum(p.amount), 0)::bigint as closing
      from (select distinct merchant_id from clearing_balances where processor_account_id = ${accountId}) m
      join ledger_transfers t on t.merchant_id = m.merchant_id and t.processor_account_id = ${accountId} and t.effective_at < ${endsAt}
      join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'clearing' and p.currency = 'EGP'`;
  const [rest] = await tx<[{ rounded: Sum; feeDifferences: Sum }]>`
    select (select ${sum(tx, '*', 'l.rounded_piastres', 'l.rounded_piastres <> 0')}
              from reconciliation_lines l join reconciliation_batches b on b.id = l.batch_id
             where l.processor_account_id = ${accountId} and l.settled_piastres is not null
               and coalesce(l.settled_at, b.booked_at) >= ${starts} and coalesce(l.settled_at, b.booked_at) < ${endsAt}) as rounded,
           (select ${sum(tx, '*', 'b.amount_piastres', 'true')}
              from reconciliation_breaks b join reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no
             where b.processor_account_id = ${accountId} and b.kind = 'fee' and not l.is_late and l.occurred_on <= ${day}::date
               and (${afterDay}::date is null or l.occurred_on > ${afterDay}::date)) as "feeDifferences"`;
  return { ...ours, ...lines, ...batches, ...ledger, ...rest };
}

/** Sums up `cut_off_moves` of the period by kind of change: from the opening to the closing balance. */
export function sumMoves(tx: Tx, { startsAt }: Period): Promise<(Sum & { move: CutOffMove })[]> {
  return tx<(Sum & { move: CutOffMove })[]>`
    select move, count(*)::int as count, sum(amount)::bigint as piastres
      from cut_off_moves where at >= ${startsAt ?? new Date(0)} group by 1 order by 1`;
}

/** Sums up `cut_off_rows` by list, kind and reason. */
export function sumRows(
  tx: Tx,
): Promise<{ what: string; kind: string; reason: string; count: number; piastres: number; size: number }[]> {
  return tx`
    select what, case what when 'break' then kind else '' end as kind, explained_as as reason, count(*)::int as count,
           sum(amount)::bigint as piastres, sum(abs(amount))::bigint as size
      from cut_off_rows group by 1, 2, 3 order by 1, 2, 3`;
}
