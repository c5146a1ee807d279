/** Invariants of monthly volumes, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** The stored volume of each month equals the amounts charged to payers in it. */
const volumesAreSums: Check = (tx) => tx<Difference[]>`
  with sums as (
    select merchant_id, mode, date_trunc('month', coalesce(paid_at, created_at) at time zone 'Africa/Cairo')::date as month,
           sum(coalesce(charged_piastres, 0)) as amount
      from transactions where status in (1, 3) and not is_payout group by 1, 2, 3)
  select 'volumes_are_sums' as rule, merchant_id as "merchantId",
         concat_ws(' ', mode, to_char(month, 'YYYY-MM')) as subject,
         coalesce(s.amount, 0)::text as expected, coalesce(v.captured_piastres, 0)::text as actual
    from sums s full join merchant_volumes v using (merchant_id, mode, month)
   where coalesce(s.amount, 0) <> coalesce(v.captured_piastres, 0)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const volumeChecks: readonly Check[] = [volumesAreSums];
