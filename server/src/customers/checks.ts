/** Invariants of customers, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';
import { totalsThatDiffer } from '../platform/lists/totals.ts';

/** The stored totals equal the counted rows. */
const totals: Check = (tx) => tx<Difference[]>`
  ${totalsThatDiffer(
    tx,
    'customers',
    tx`select merchant_id, mode, state as status, count(*) as n from customers group by 1, 2, 3`,
    LISTED_PER_RULE,
  )}`;

/** Passed to `checkLedger` as extra checks. */
export const customerChecks: readonly Check[] = [totals];
