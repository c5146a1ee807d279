/** Invariants of payouts, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** Each payout is posted when requested and again when collected or returned; no other posting is of a payout. */
const booked: Check = (tx) => tx<Difference[]>`
  with posted as (
    select t.merchant_id, t.mode, t.idempotency_key as key, t.kind, max(abs(p.amount)) as amount
      from ledger_transfers t join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id
     where t.kind in ('payout_requested', 'payout_handed_over', 'payout_returned') group by 1, 2, 3, 4),
  asked as (
    select merchant_id, mode, 'payout:' || id || ':requested' as key, 'payout_requested' as kind,
           amount_piastres as amount from payouts
    union all
    select merchant_id, mode, 'payout:' || id || ':handed-over', 'payout_handed_over', amount_piastres
      from payouts where state = 'handed-over' or paid_at is not null
    union all
    select merchant_id, mode, 'payout:' || id || ':returned', 'payout_returned', amount_piastres
      from payouts where state in ('expired', 'returned'))
  select 'payouts_booked_once' as rule, merchant_id as "merchantId", concat_ws(' ', mode, key) as subject,
         coalesce(a.amount::text, 'none') as expected, coalesce(p.amount::text, 'none') as actual
    from asked a full join posted p using (merchant_id, mode, key, kind)
   where a.amount is distinct from p.amount
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** The transaction of a payout agrees with the payout. */
const transactionsAgree: Check = (tx) => tx<Difference[]>`
  select 'payouts_and_transactions_agree' as rule, p.merchant_id as "merchantId", concat_ws(' ', p.mode, p.code) as subject,
         concat_ws(' ', p.state, p.amount_piastres) as expected, concat_ws(' ', t.status, t.value_piastres) as actual
    from payouts p join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
   where t.status <> case p.state when 'requested' then 0 when 'handed-over' then 1 else 5 end
      or t.value_piastres <> p.amount_piastres or not t.is_payout
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const payoutChecks: readonly Check[] = [booked, transactionsAgree];
