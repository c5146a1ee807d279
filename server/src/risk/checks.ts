/** Invariants of reviewed payments, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** Money under review, or refused and not refunded, has no settlement day; money that was decided otherwise has one. */
const reviewed: Check = (tx) => tx<Difference[]>`
  select 'risk_reviews_hold' as rule, r.merchant_id as "merchantId", concat_ws(' ', r.mode, t.reference) as subject,
         case when r.state = 'approved' or (r.state = 'refused' and t.status = 3) then 'a day' else 'no day' end as expected,
         concat_ws(' ', r.state, t.expected_settlement_on, case t.settlement_status when 1 then 'settled' end) as actual
    from risk_reviews r join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
   where (r.state = 'unpaid' and t.status in (1, 3))
      or (r.state = 'waiting' and (t.expected_settlement_on is not null or t.settlement_status = 1))
      or (r.state = 'refused' and t.status = 1 and t.settlement_status <> 1 and t.expected_settlement_on is not null)
      or (r.state = 'approved' and t.expected_settlement_on is null)
      or (r.state = 'refused' and t.status = 3 and t.expected_settlement_on is null)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const riskChecks: readonly Check[] = [reviewed];
