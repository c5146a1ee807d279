import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Names one settlement. */
export interface SettlementRef {
  merchantId: number;
  id: number;
}

/** A settlement as it is paid. */
export interface PayableSettlement {
  mode: Mode;
  reference: string;
  amountPiastres: number;
}

export async function lockSettlement(tx: Tx, ref: SettlementRef): Promise<PayableSettlement | undefined> {
  const [row] = await tx<PayableSettlement[]>`
    select mode, reference, amount_piastres as "amountPiastres" from settlements
     where merchant_id = ${ref.merchantId} and id = ${ref.id} for no key update`;
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

/** Whether the batch was booked to the merchant's bank account when it was settled. */
export async function wentToBank(db: Db, ref: SettlementRef): Promise<boolean> {
  const rows = await db`
    select from ledger_transfers t
      join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'bank'
     where t.merchant_id = ${ref.merchantId} and t.idempotency_key = ${`settlement:${ref.id}`}`;
  return rows.length > 0;
}
