/** Invariants of refunds, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';
import { totalsThatDiffer } from '../platform/lists/totals.ts';

/**
 * Each completed refund is posted once with its amount, each returned one once more in the other direction, and nothing
 * else is posted as either.
 */
const booked: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, t.idempotency_key as key, sum(p.amount) filter (where p.account = 'clearing') as amount
      from ledger_transfers t join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id
     where t.kind in ('refund', 'refund_reversed') group by 1, 2, 3),
  given as (
    select merchant_id, mode, 'refund:' || id as key, amount_piastres as amount from refunds
     where state in ('succeeded', 'reversed')
    union all
    select merchant_id, mode, 'refund-reversed:' || id, -amount_piastres from refunds where state = 'reversed')
  select 'refunds_booked_once' as rule, merchant_id as "merchantId", concat_ws(' ', mode, key) as subject,
         coalesce(g.amount::text, 'none') as expected, coalesce(p.amount::text, 'none') as actual
    from given g full join posted p using (merchant_id, mode, key)
   where g.amount is distinct from p.amount
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The refunded amount of a payment is the sum of its refunds, and its status is Refunded if nothing is left. */
const amounts: Check = (tx) => tx<Difference[]>`
  with added as (
    select merchant_id, transaction_id as id,
           coalesce(sum(amount_piastres) filter (where state = 'succeeded'), 0) as refunded,
           coalesce(sum(amount_piastres) filter (where state = 'pending'), 0) as refunding
      from refunds group by 1, 2)
  select 'transactions_refunded' as rule, t.merchant_id as "merchantId", concat_ws(' ', t.mode, t.reference) as subject,
         concat_ws(' ', coalesce(a.refunded, 0), 'back', coalesce(a.refunding, 0), 'on its way',
                   case when coalesce(a.refunded, 0) >= t.value_piastres then 'whole' end) as expected,
         concat_ws(' ', t.refunded_piastres, 'back', t.refunding_piastres, 'on its way',
                   case when t.status = 3 then 'whole' end) as actual
    from transactions t left join added a using (merchant_id, id)
   where t.refunded_piastres <> coalesce(a.refunded, 0) or t.refunding_piastres <> coalesce(a.refunding, 0)
      or (t.status = 3) <> (coalesce(a.refunded, 0) >= t.value_piastres)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The stored total of the list equals the counted rows. */
const totals: Check = (tx) => tx<Difference[]>`
  ${totalsThatDiffer(
    tx,
    'refunds',
    tx`select merchant_id, mode, 0::smallint as status, count(*) as n from refunds group by 1, 2`,
    LISTED_PER_RULE,
  )}`;

/** Passed to `checkLedger` as extra checks. */
export const refundChecks: readonly Check[] = [booked, amounts, totals];
