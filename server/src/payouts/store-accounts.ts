import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** The current state of a bank account that a payout may go to. */
export interface AccountToPay {
  id: number;
  version: number;
  name: string;
  bankName: string;
  iban: string;
  accountNumber: string;
  documentPath: string | null;
  receives: boolean;
}

/**
 * Lists the accounts that payouts of a merchant may go to, the receiving one first: the account that receives
 * settlements, after its cooling-off period, and accounts whose current number has received a live settlement. Each
 * of them was chosen with step-up, announced to the owners, and passed a cooling-off period.
 * @param lock whoever changes or deletes one waits until the transaction ends
 */
export function listAccountsToPay(
  db: Db,
  { merchantId }: Pick<Scope, 'merchantId'>,
  now: Date,
  lock = false,
): Promise<AccountToPay[]> {
  return db<AccountToPay[]>`
    select b.id, b.version, b.account_name as name, b.bank_name as "bankName", b.iban,
           b.account_number as "accountNumber", b.document_path as "documentPath", b.receives_settlements as receives
      from bank_accounts b
     where b.merchant_id = ${merchantId} and b.deleted_at is null
       and ((b.receives_settlements and (b.rests_until is null or b.rests_until <= ${now}))
            or (not b.receives_settlements and exists (
              select from bank_account_versions v
                join settlements s on s.merchant_id = v.merchant_id and s.bank_account_id = v.bank_account_id
                 and s.bank_account_version = v.version and s.mode = 'live'
               where v.merchant_id = ${merchantId} and v.bank_account_id = b.id
                 and is_same_bank_account(v.iban, v.account_number, v.swift, b.iban, b.account_number, b.swift))))
     order by b.receives_settlements desc, b.id ${lock ? db`for share of b` : db``}`;
}
