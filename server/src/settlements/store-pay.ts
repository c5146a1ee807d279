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
  amountPiastres: number;
  totalTransactions: number;
  /** What was settled straight to the bank account; 0 when all of it became available. */
  bankPiastres: number;
}

/** A settlement, locked to be marked as paid. */
export async function lockSettlement(tx: Tx, ref: SettlementRef): Promise<PayableSettlement | undefined> {
  const [row] = await tx<PayableSettlement[]>`
    select mode, reference, amount_piastres as "amountPiastres", bank_piastres as "bankPiastres",
           total_transactions as "totalTransactions" from settlements
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
