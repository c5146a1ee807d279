import type { Tx } from '../platform/db/connect.ts';
import * as transactions from '../transactions/writes.ts';
import type { AttemptRef } from './store.ts';

/**
 * Copies a successful attempt, with a transaction of its own, for money that arrived with another reference for the
 * same order (a kiosk code paid twice). References are unique per account at a processor.
 * @returns null if this money is already known.
 */
export async function copyForMoreMoney(
  tx: Tx,
  ref: AttemptRef,
  copy: {
    token: string;
    reference: string;
    moneyReference: string;
    /** The card that brought this money, which may differ from the earlier one. */
    card: { brand: string; last4: string } | null;
    now: Date;
  },
): Promise<AttemptRef | null> {
  // Locked first, so that the same money reported twice concurrently is copied once.
  await tx`
    select from payment_attempts where merchant_id = ${ref.merchantId} and id = ${ref.id} for update`;
  const [known] = await tx`
    select from payment_attempts a
      join payment_attempts o
        on o.merchant_id = a.merchant_id and o.processor = a.processor
       and coalesce(o.processor_account_id, 0) = coalesce(a.processor_account_id, 0)
     where o.merchant_id = ${ref.merchantId} and o.id = ${ref.id} and a.processor_reference = ${copy.moneyReference}`;
  if (known) return null;
  const [row] = await tx<{ id: number }[]>`
    with o as (
      select * from payment_attempts where merchant_id = ${ref.merchantId} and id = ${ref.id}
    ), ${transactions.copyPayment(tx, ref, copy)}
    insert into payment_attempts (
      merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method, holds_place,
      hold_expires_at, expires_at, next_ask_at, processor, processor_account_id, processor_reference, value_piastres, charge_piastres, fee_piastres,
      vat_piastres, rate_bps, fixed_fee_piastres, vat_bps, fees_on, locale, payer_name, payer_email, payer_mobile,
      payer_address, card_brand, card_last4, wallet_mobile, code, duplicate_of, created_at, updated_at)
    select o.merchant_id, o.mode, ${copy.token}, o.payable_kind, o.payable_id, t.id, o.payment_method, false,
           o.hold_expires_at, o.expires_at, null, o.processor, o.processor_account_id, ${copy.moneyReference}, o.value_piastres, o.charge_piastres,
           o.fee_piastres, o.vat_piastres, o.rate_bps, o.fixed_fee_piastres, o.vat_bps, o.fees_on, o.locale,
           o.payer_name, o.payer_email, o.payer_mobile, o.payer_address, ${copy.card?.brand ?? null},
           ${copy.card?.last4 ?? null}, o.wallet_mobile,
           o.code, o.id, ${copy.now}, ${copy.now}
      from o, t
    returning id`;
  return { merchantId: ref.merchantId, id: row!.id };
}
