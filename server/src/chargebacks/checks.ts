/** Invariants of chargebacks, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** Each dispute is posted once when opened and once when decided; nothing else is posted as a dispute. */
const booked: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, t.idempotency_key as key, t.kind,
           max(abs(p.amount)) filter (where p.account = 'chargeback') as amount
      from ledger_transfers t join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id
     where t.kind in ('chargeback_opened', 'chargeback_applied', 'chargeback_won') group by 1, 2, 3, 4),
  known as (
    select merchant_id, mode, 'chargeback:' || id || ':opened' as key, 'chargeback_opened' as kind,
           amount_piastres as amount from chargebacks
    union all
    select merchant_id, mode, 'chargeback:' || id || ':decided',
           case status when 1 then 'chargeback_applied' else 'chargeback_won' end, amount_piastres
      from chargebacks where status <> 0)
  select 'chargebacks_booked_once' as rule, merchant_id as "merchantId", concat_ws(' ', mode, key) as subject,
         coalesce(k.amount::text, 'none') as expected, coalesce(p.amount::text, 'none') as actual
    from known k full join posted p using (merchant_id, mode, key, kind)
   where k.amount is distinct from p.amount
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The disputed amount of a payment is the sum of its open and applied disputes. */
const amounts: Check = (tx) => tx<Difference[]>`
  with added as (
    select merchant_id, transaction_id as id, sum(amount_piastres) as amount from chargebacks where status <> 2
     group by 1, 2)
  select 'transactions_disputed' as rule, t.merchant_id as "merchantId", concat_ws(' ', t.mode, t.reference) as subject,
         coalesce(a.amount, 0)::text as expected, t.disputed_piastres::text as actual
    from transactions t left join added a using (merchant_id, id)
   where t.disputed_piastres <> coalesce(a.amount, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const chargebackChecks: readonly Check[] = [booked, amounts];
