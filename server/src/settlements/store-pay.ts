import type { Mode } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

/** Names one settlement. */
export interface SettlementRef {
  merchantId: number;
  id: number;
}

/** A settlement as it is paid. */
export interface PayableSettlement {
  mode: Mode;
  reference: string;
  totalTransactions: number;
  amountPiastres: number;
  /** What goes to the bank account; 0 when all of it became available. */
  bankPiastres: number;
  /** In the balance, but of an earlier release, whose operators may have transferred it by hand. */
  maybeTransferred: boolean;
  /** The account as it was when the settlement was made. */
  bankName: string | null;
  bankNumber: string | null;
  /** Money may be sent to the merchant: it is neither suspended nor are its settlements on hold. */
  mayBePaid: boolean;
}

/** A settlement, locked to be marked as paid; until then its merchant is neither suspended nor held. */
export async function lockSettlement(tx: Tx, ref: SettlementRef): Promise<PayableSettlement | undefined> {
  await tx`select from merchants where id = ${ref.merchantId} for share`;
  const [row] = await tx<PayableSettlement[]>`
    select s.mode, s.reference, s.amount_piastres as "amountPiastres", s.bank_piastres as "bankPiastres", s.total_transactions as "totalTransactions",
           s.bank_piastres = 0 and s.maybe_transferred as "maybeTransferred",
           b.bank_name as "bankName", coalesce(nullif(b.iban, ''), b.account_number) as "bankNumber",
           merchant_settles(m.status, m.settlement_held_at, s.mode) as "mayBePaid"
      from settlements s
      join merchants m on m.id = s.merchant_id
      left join bank_account_versions b on b.merchant_id = s.merchant_id and b.bank_account_id = s.bank_account_id
       and b.version = s.bank_account_version
     where s.merchant_id = ${ref.merchantId} and s.id = ${ref.id} for no key update of s`;
  return row;
}

/** @returns false when it was paid before. */
export async function writePaid(
  tx: Tx,
  ref: SettlementRef,
  bankReference: string,
  now: Date,
): Promise<boolean> {
  const paid = await tx`
    insert into settlement_payments (merchant_id, settlement_id, bank_reference, paid_at)
    values (${ref.merchantId}, ${ref.id}, ${bankReference}, ${now}) on conflict do nothing`;
  return paid.count === 1;
}
