/** Invariants of transfers by file, checked by `ledger:check`. */
import { type Check, type Difference, LISTED_PER_RULE } from '../ledger/check.ts';

/** A transfer has the bank amount of its settlement, and the settlement of a paid transfer is marked as paid. */
const ofSettlements: Check = (tx) => tx<Difference[]>`
  select 'bank_transfers_of_settlements' as rule, t.merchant_id as "merchantId",
         concat_ws(' ', s.mode, s.reference, t.end_to_end_id) as subject,
         concat_ws(' ', s.bank_piastres, case when t.state = 'paid' then 'paid' end) as expected,
         concat_ws(' ', t.amount_piastres, case when t.state = 'paid' and s.is_paid then 'paid' end) as actual
    from bank_transfers t join settlements s on s.merchant_id = t.merchant_id and s.id = t.settlement_id
   where t.state <> 'removed' and (t.amount_piastres <> s.bank_piastres or (t.state = 'paid' and not s.is_paid))
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/**
 * A transfer has the amount of its payout and goes to the account named by it, perhaps with a later holder or bank;
 * the payout of a paid transfer is handed over.
 */
const ofPayouts: Check = (tx) => tx<Difference[]>`
  select 'bank_transfers_of_payouts' as rule, t.merchant_id as "merchantId",
         concat_ws(' ', p.mode, p.code, t.end_to_end_id) as subject,
         concat_ws(' ', p.amount_piastres, p.bank_account_id, p.bank_account_version,
                   case t.state when 'paid' then 'handed-over' when 'listed' then 'requested' when 'sent' then 'requested'
                                else 'returned' end) as expected,
         concat_ws(' ', t.amount_piastres, t.bank_account_id, t.bank_account_version, p.state) as actual
    from bank_transfers t join payouts p on p.merchant_id = t.merchant_id and p.id = t.payout_id
   where t.state <> 'removed'
     and ((t.amount_piastres, t.bank_account_id) is distinct from (p.amount_piastres, p.bank_account_id)
          or not exists (
            select from bank_account_versions o
              join bank_account_versions v on v.merchant_id = o.merchant_id and v.bank_account_id = o.bank_account_id
               and v.version = t.bank_account_version
               and is_same_bank_account(o.iban, o.account_number, o.swift, v.iban, v.account_number, v.swift)
             where o.merchant_id = p.merchant_id and o.bank_account_id = p.bank_account_id
               and o.version = p.bank_account_version)
          or p.state <> case t.state when 'paid' then 'handed-over' when 'listed' then 'requested'
                                     when 'sent' then 'requested' else 'returned' end)
   order by 2, 3 limit ${LISTED_PER_RULE}`;

/** Passed to `checkLedger` as extra checks. */
export const bankTransferChecks: readonly Check[] = [ofSettlements, ofPayouts];
