/** Invariants of approvals, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/**
 * Each approved request moved its money once, with the same amount, payment and requester, approved by somebody else.
 * No other request moved money.
 */
const movedOnce: Check = (tx) => tx<Difference[]>`
  with moved as (
    select merchant_id, mode, approval_id as id, 'refund' as kind, amount_piastres as amount, transaction_id,
           requested_by from refunds where approval_id is not null
    union all
    select merchant_id, mode, approval_id, 'payout', amount_piastres, null, requested_by
      from payouts where approval_id is not null),
  agreed as (
    select merchant_id, mode, id, kind, amount_piastres as amount, transaction_id, requested_by
      from approvals where state = 'approved' and kind in ('refund', 'payout')
       and case when requested_key_id is null then decided_by <> requested_by else decided_by <> first_yes_by end)
  select 'approvals_moved_once' as rule, merchant_id as "merchantId", concat_ws(' ', mode, 'approval', id) as subject,
         coalesce(nullif(concat_ws(' ', a.kind, a.amount, a.transaction_id, a.requested_by), ''), 'none') as expected,
         coalesce(nullif(concat_ws(' ', m.kind, m.amount, m.transaction_id, m.requested_by), ''), 'none') as actual
    from agreed a full join moved m using (merchant_id, mode, id)
   where (a.kind, a.amount, a.transaction_id, a.requested_by)
         is distinct from (m.kind, m.amount, m.transaction_id, m.requested_by)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const approvalChecks: readonly Check[] = [movedOnce];
