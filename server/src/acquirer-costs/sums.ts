/** SQL about costs, for the queries of other nouns. */
import type { Db } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/**
 * Selects all costs of payments: those booked by operators, and those in lines of booked batches.
 * @param paid selects `merchant_id` and `id` of the payments
 */
export const costsOf = (db: Db, paid: Sql) => db`
  -- Costs and lines are on another machine than the merchants' rows, so those are read by parts of their own.
  with of_payments as materialized (${paid}),
  items as materialized (
    select 'payment' as item, p.merchant_id, p.id as item_id, p.id as transaction_id from of_payments p
    union all
    select x.item, r.merchant_id, r.id, r.transaction_id
      from of_payments p join refunds r on r.merchant_id = p.merchant_id and r.transaction_id = p.id
     cross join (values ('refund'), ('refund_reversed')) x (item)
    union all
    select x.item, c.merchant_id, c.id, c.transaction_id
      from of_payments p join chargebacks c on c.merchant_id = p.merchant_id and c.transaction_id = p.id
     cross join (values ('chargeback'), ('chargeback_returned')) x (item))
  select k.merchant_id, k.transaction_id, k.kind, k.amount_piastres, k.vat_piastres, k.reference, k.actor, k.booked_at,
         null::bigint as file_id, null::integer as line_no
    from of_payments p join acquirer_costs k on k.merchant_id = p.merchant_id and k.transaction_id = p.id
  union all
  select i.merchant_id, i.transaction_id, case when i.item like 'chargeback%' then 'chargeback_fee' else 'acquirer_fee' end,
         x.amount, case when x.amount = l.fee_piastres then l.vat_piastres end,
         coalesce(l.processor_ref, l.our_ref, l.rrn, b.bank_reference), b.booked_by, coalesce(l.settled_at, b.booked_at),
         l.file_id, l.line_no
    from items i
    join reconciliation_lines l on l.item_id = i.item_id and l.merchant_id = i.merchant_id and l.item = i.item and l.item_key = ''
   -- Of a cost that was booked before, the line keeps the rest.
   cross join lateral (select l.settled_piastres + l.rounded_piastres - l.net_piastres as amount) x
    join reconciliation_batches b on b.id = l.batch_id
   where l.settled_piastres is not null and x.amount <> 0`;

/**
 * Sums up the processor's charges to an account since a moment: costs booked by operators and those of booked
 * batches, with or without a payment.
 * @param account an SQL expression for the account
 */
export const chargedSince = (db: Db, account: Sql, since: Date) => db`(
  select coalesce(sum(k.amount_piastres), 0)::bigint from (
    select c.amount_piastres from acquirer_costs c
     where c.processor_account_id = ${account} and c.booked_at >= ${since}
    union all
    select c.amount_piastres from reconciliation_costs c
     where c.processor_account_id = ${account} and c.booked_at >= ${since}) k)`;
