/** Invariants of the list of transactions, checked by `ledger:check`. */
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';
import { totalsThatDiffer } from '../platform/lists/totals.ts';

/** The kept totals equal the counted rows. */
const totals: Check = (tx) => tx<Difference[]>`
  ${totalsThatDiffer(
    tx,
    'transactions',
    tx`select merchant_id, mode, status, count(*) as n from transactions where status <> 0 group by 1, 2, 3`,
    LISTED_PER_RULE,
    tx`select merchant_id, mode, ${TRANSACTION_STATUS.success}::smallint, payments from merchant_volumes`,
  )}`;

/** Passed to `checkLedger` as extra checks. */
export const transactionChecks: readonly Check[] = [totals];
