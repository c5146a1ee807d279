/** Invariants of acquirers' costs, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';
import { costsOf } from './sums.ts';

/** Each cost is posted once, at its account and with its amount; no other posting is a cost. */
const booked: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, t.idempotency_key as key, t.kind, t.processor_account_id as account,
           -sum(p.amount) as amount
      from ledger_transfers t
      join ledger_postings p
        on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'acquirer_fees'
     where t.kind in ('acquirer_fee', 'chargeback_fee') group by 1, 2, 3, 4, 5),
  known as (
    select merchant_id, mode, concat('acquirer-cost:', processor_account_id, ':', reference) as key, kind,
           processor_account_id as account, amount_piastres as amount
      from acquirer_costs)
  select 'acquirer_costs_booked_once' as rule, merchant_id as "merchantId", concat_ws(' ', mode, key) as subject,
         coalesce(k.amount::text, 'none') as expected, coalesce(p.amount::text, 'none') as actual
    from known k full join posted p using (merchant_id, mode, key, kind, account)
   where k.amount is distinct from p.amount
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/**
 * No more was given back of a payment's costs than was charged, by operators' entries or by settlement files.
 * Payments of reversed batches are excluded: their costs may have been given back before.
 */
const amounts: Check = (tx) => tx<Difference[]>`
  with below as (
    select merchant_id, mode, transaction_id, kind, sum(amount_piastres) as amount
      from acquirer_costs group by 1, 2, 3, 4 having sum(amount_piastres) < 0)
  select 'acquirer_costs_not_negative' as rule, b.merchant_id as "merchantId",
         concat_ws(' ', b.mode, 'transaction', b.transaction_id, b.kind) as subject,
         'at least 0' as expected, (b.amount + coalesce(l.amount, 0))::text as actual
    from below b
    left join lateral (
      select sum(c.amount_piastres) as amount
        from (${costsOf(tx, tx`select b.merchant_id, b.transaction_id as id`)}) c
       where c.file_id is not null and c.kind = b.kind) l on true
   where b.amount + coalesce(l.amount, 0) < 0
     and not exists (select from reconciliation_unsettled u where u.merchant_id = b.merchant_id and (
           u.item = 'payment' and u.item_id = b.transaction_id
           or u.item like 'refund%' and u.item_id in (
                select r.id from refunds r where r.merchant_id = b.merchant_id and r.transaction_id = b.transaction_id)
           or u.item like 'chargeback%' and u.item_id in (
                select c.id from chargebacks c where c.merchant_id = b.merchant_id and c.transaction_id = b.transaction_id)))
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/**
 * The costs of booked batches equal the ledger's movements by their transfers, per merchant and account at a
 * processor.
 */
const ofBatches: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, t.reference, t.kind = 'acquirer_paid' as of_payments, -sum(p.amount) as amount
      from ledger_transfers t
      join ledger_postings p
        on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'acquirer_fees'
     where t.kind in ('acquirer_paid', 'acquirer_suspended') group by 1, 2, 3, 4),
  known as (
    select merchant_id, mode, concat('batch:', batch_id) as reference, of_payments, sum(amount_piastres) as amount
      from reconciliation_costs group by 1, 2, 3, 4)
  select 'acquirer_costs_of_batches_are_booked' as rule, merchant_id as "merchantId", concat_ws(' ', mode, reference) as subject,
         coalesce(k.amount, 0)::text as expected, coalesce(p.amount, 0)::text as actual
    from known k full join posted p using (merchant_id, mode, reference, of_payments)
   where coalesce(k.amount, 0) <> coalesce(p.amount, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The costs in the lines of a batch equal the booked ones, so that the costs of payments add up to the ledger's. */
const ofLines: Check = (tx) => tx<Difference[]>`
  with lines as (
    select batch_id, merchant_id, sum(settled_piastres + rounded_piastres - net_piastres) as amount
      from reconciliation_lines where settled_piastres is not null group by 1, 2),
  known as (
    select batch_id, merchant_id, sum(amount_piastres) as amount from reconciliation_costs where of_payments group by 1, 2)
  select 'acquirer_costs_of_lines_are_booked' as rule, merchant_id as "merchantId", concat_ws(' ', 'batch', batch_id) as subject,
         coalesce(l.amount, 0)::text as expected, coalesce(k.amount, 0)::text as actual
    from lines l full join known k using (batch_id, merchant_id)
   where coalesce(l.amount, 0) <> coalesce(k.amount, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const acquirerCostChecks: readonly Check[] = [booked, amounts, ofBatches, ofLines];
