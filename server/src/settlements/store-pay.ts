import type { Mode } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

/** Identifies a settlement. */
export interface SettlementRef {
  merchantId: number;
  id: number;
}

/** A settlement to be marked as paid. */
export interface PayableSettlement {
  mode: Mode;
  reference: string;
  totalTransactions: number;
  amountPiastres: number;
  /** The amount for the bank account; 0 when the whole settlement went to the balance. */
  bankPiastres: number;
  reservedPiastres: number;
  /**
   * Made by an earlier release, under which operators may have transferred it by hand although it is on the balance.
   */
  maybeTransferred: boolean;
  /** Bank name and number as they were when the settlement was made. */
  bankName: string | null;
  bankNumber: string | null;
  /** The merchant is neither suspended nor on hold. */
  mayBePaid: boolean;
}

/** Locks a settlement that is to be marked as paid, and the status of its merchant. */
export async function lockSettlement(tx: Tx, ref: SettlementRef): Promise<PayableSettlement | undefined> {
  await tx`select from merchants where id = ${ref.merchantId} for share`;
  const [row] = await tx<PayableSettlement[]>`
    select s.mode, s.reference, s.amount_piastres as "amountPiastres", s.bank_piastres as "bankPiastres",
           s.reserved_piastres as "reservedPiastres", s.total_transactions as "totalTransactions",
           s.maybe_transferred as "maybeTransferred",
           b.bank_name as "bankName", coalesce(nullif(b.iban, ''), b.account_number) as "bankNumber",
           merchant_settles(m.status, m.settlement_held_at, s.mode) as "mayBePaid"
      from settlements s
      join merchants m on m.id = s.merchant_id
      left join bank_account_versions b on b.merchant_id = s.merchant_id and b.bank_account_id = s.bank_account_id
       and b.version = s.bank_account_version
     where s.merchant_id = ${ref.merchantId} and s.id = ${ref.id} for no key update of s`;
  return row;
}

/** Marks a settlement as paid. @returns false when it was marked before. */
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

/**
 * Marks a settlement as not paid again, and keeps the revoked payment on record.
 * @returns false when it was not marked as paid
 */
export async function takePaymentBack(
  tx: Tx,
  { merchantId, id }: SettlementRef,
  reason: string,
  now: Date,
): Promise<boolean> {
  const kept = await tx`
    insert into settlement_returns (merchant_id, settlement_id, bank_reference, paid_at, returned_at, reason)
    select merchant_id, settlement_id, bank_reference, paid_at, ${now}, ${reason} from settlement_payments
     where merchant_id = ${merchantId} and settlement_id = ${id}`;
  if (kept.count === 0) return false;
  await tx`delete from settlement_payments where merchant_id = ${merchantId} and settlement_id = ${id}`;
  return true;
}
