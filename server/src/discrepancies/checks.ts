/** Invariants of discrepancies, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** A discrepancy that ended as corrected is corrected: its refund was made or came back, or its payment is disputed. */
const putRight: Check = (tx) => tx<Difference[]>`
  select 'discrepancies_put_right' as rule, d.merchant_id as "merchantId", concat_ws(' ', d.mode, d.kind, d.id) as subject,
         d.ending as expected, coalesce(b.state, r.state, c.transaction_id::text, 'none') as actual
    from discrepancies d
    left join refunds b on b.merchant_id = d.merchant_id and b.id = d.booked_refund_id
    left join refunds r on r.merchant_id = d.merchant_id and r.id = d.refund_id
    left join chargebacks c on c.merchant_id = d.merchant_id and c.id = d.chargeback_id
   where (d.ending = 'refunded' and b.state not in ('succeeded', 'reversed'))
      or (d.ending = 'reversed' and r.state <> 'reversed')
      or (d.ending = 'disputed' and c.transaction_id <> d.transaction_id)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const discrepancyChecks: readonly Check[] = [putRight];
