/** Invariants of transfers by file, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** A transfer is of what goes to the bank of its settlement, and one that is paid has marked it as paid. */
const ofSettlements: Check = (tx) => tx<Difference[]>`
  select 'bank_transfers_of_settlements' as rule, t.merchant_id as "merchantId",
         concat_ws(' ', s.mode, s.reference, t.end_to_end_id) as subject,
         concat_ws(' ', s.bank_piastres, case when t.state = 'paid' then 'paid' end) as expected,
         concat_ws(' ', t.amount_piastres, case when t.state = 'paid' and s.is_paid then 'paid' end) as actual
    from bank_transfers t join settlements s on s.merchant_id = t.merchant_id and s.id = t.settlement_id
   where t.state <> 'removed' and (t.amount_piastres <> s.bank_piastres or (t.state = 'paid' and not s.is_paid))
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const bankTransferChecks: readonly Check[] = [ofSettlements];
