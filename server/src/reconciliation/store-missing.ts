import type { Db, Tx } from '../platform/db/connect.ts';
import type { PatientTx } from '../platform/db/long-work.ts';

/** Records the day from which an account's payments must be in its files. */
export async function coverFrom(tx: Tx, accountId: number, day: string): Promise<void> {
  await tx`
    insert into reconciliation_accounts as a (processor_account_id, since, checked_until)
    values (${accountId}, ${day}::date, ${day}::date - 1)
    on conflict (processor_account_id) do update
      set since = excluded.since, checked_until = least(a.checked_until, excluded.checked_until)
      where excluded.since < a.since`;
}

/** Lists the accounts whose payments must be in files, with the number of working days within which they must. */
export function listCovered(db: Db): Promise<{ accountId: number; lagDays: number }[]> {
  return db<{ accountId: number; lagDays: number }[]>`
    select a.processor_account_id as "accountId", max(p.lag_days) as "lagDays"
      from reconciliation_accounts a
      join reconciliation_profiles p on p.processor_account_id = a.processor_account_id
     group by a.processor_account_id order by a.processor_account_id`;
}

/** Lists bank holidays from a day on, inclusive; without weekends. */
export async function holidaysFrom(db: Db, day: string): Promise<ReadonlySet<string>> {
  const rows = await db<{ day: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as day from bank_holidays where day >= ${day}::date`;
  return new Set(rows.map((row) => row.day));
}

/**
 * Opens a break for each payment, refund and lost chargeback of an account up to a day in Cairo that has no line.
 * Breaks closed by an operator stay closed.
 * @returns how many were opened
 */
export async function openMissing(
  tx: PatientTx,
  accountId: number,
  until: string,
  now: Date,
): Promise<number> {
  const [looked] = await tx<{ start: Date; before: Date }[]>`
    select greatest(since, checked_until + 1)::timestamp at time zone 'Africa/Cairo' as start,
           (${until}::date + 1)::timestamp at time zone 'Africa/Cairo' as before
      from reconciliation_accounts
     where processor_account_id = ${accountId} and checked_until < ${until}::date for update`;
  if (!looked) return 0;
  const { start, before } = looked;
  // A separate statement, because the insert would scan the rows that it has just written for each row.
  await tx`
    create temporary table missing on commit drop as
    with ours as materialized (
      select 'payment' as item, a.merchant_id, a.transaction_id as item_id, a.transaction_id, t.reference,
             t.charged_piastres as amount
        from payment_attempts a
        join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
       where a.processor_account_id = ${accountId} and a.state = 'succeeded'
         -- Paid up to a week after it was begun.
         and a.created_at >= ${start}::timestamptz - interval '15 days' and a.created_at < ${before}
         and a.paid_at >= ${start} and a.paid_at < ${before}
      union all
      select x.item, r.merchant_id, r.id, r.transaction_id, t.reference, x.amount
        from refunds r
       cross join lateral (values ('refund', -r.amount_piastres, r.finished_at),
                                  ('refund_reversed', r.amount_piastres, r.reversed_at)) x (item, amount, at)
        join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
       where r.processor_account_id = ${accountId} and r.state in ('succeeded', 'reversed')
         -- A void is looked for again while the line of its payment may still come.
         and x.at >= ${start}::timestamptz - case when r.way = 'void' then interval '60 days' else interval '0' end
         and x.at < ${before}
      union all
      select 'chargeback', c.merchant_id, c.id, c.transaction_id, c.reference, -c.amount_piastres
        from chargebacks c
        join payment_attempts a on a.merchant_id = c.merchant_id and a.transaction_id = c.transaction_id
         and a.processor_account_id = ${accountId}
       where c.status = 1 and c.decided_at >= ${start} and c.decided_at < ${before})
      , voids as materialized (
        select r.merchant_id, r.id, r.transaction_id
          from (select distinct merchant_id, transaction_id from ours where item in ('payment', 'refund')) p
          join refunds r on r.merchant_id = p.merchant_id and r.transaction_id = p.transaction_id
          join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
         where r.processor_account_id = ${accountId} and r.way = 'void' and r.state = 'succeeded'
           and r.amount_piastres = t.charged_piastres)
    select o.* from ours o
     where not exists (select from reconciliation_lines l
                          where l.item_id = o.item_id and l.merchant_id = o.merchant_id and l.item = o.item)
         and not exists (select from reconciliation_breaks b
                          where b.merchant_id = o.merchant_id and b.item = o.item and b.item_id = o.item_id
                            and b.kind = 'ours_only' and (b.closed_at is null or b.ended_as <> 'arrived'))
         -- A payment that was voided as a whole is in no file, and neither is its void: the processor owes nothing.
         and not exists (
           select from voids v
            where v.merchant_id = o.merchant_id
              and (o.item = 'payment' and o.item_id = v.transaction_id or o.item = 'refund' and o.item_id = v.id)
              and not exists (select from reconciliation_lines l
                               where l.merchant_id = v.merchant_id and l.item = 'payment' and l.item_id = v.transaction_id)
              and not exists (select from reconciliation_lines l
                               where l.merchant_id = v.merchant_id and l.item = 'refund' and l.item_id = v.id))`;
  const rows = await tx`
    insert into reconciliation_breaks (processor_account_id, kind, item, merchant_id, item_id, transaction_id, reference,
                                       amount_piastres, currency, opened_at)
    select ${accountId}, 'ours_only', m.item, m.merchant_id, m.item_id, m.transaction_id, m.reference, m.amount, 'EGP', ${now}
      from missing m
    on conflict do nothing`;
  await tx`drop table missing`;
  await tx`
    update reconciliation_accounts set checked_until = ${until}::date where processor_account_id = ${accountId}`;
  return rows.count;
}
