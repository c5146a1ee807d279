/** Invariants of acquirers' costs, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** Each cost is posted once, at its account and with its amount; nothing else is posted as a cost. */
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

/** No more was given back of a payment than was charged. */
const amounts: Check = (tx) => tx<Difference[]>`
  select 'acquirer_costs_not_negative' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, 'transaction', transaction_id, kind) as subject,
         'at least 0' as expected, sum(amount_piastres)::text as actual
    from acquirer_costs group by merchant_id, mode, transaction_id, kind having sum(amount_piastres) < 0
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const acquirerCostChecks: readonly Check[] = [booked, amounts];
