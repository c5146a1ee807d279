import type { Tx } from '../platform/db/connect.ts';
import type { AttemptRef } from './store.ts';

/**
 * Copies an attempt that has succeeded, with a transaction of its own, for money that arrived under another name for
 * the same order (a kiosk code paid twice). @returns null when this money is known already.
 */
export async function copyForMoreMoney(
  tx: Tx,
  ref: AttemptRef,
  copy: { token: string; reference: string; moneyReference: string; now: Date },
): Promise<AttemptRef | null> {
  // Locked first, so that the same money reported twice at once is copied once.
  await tx`
    select from payment_attempts where merchant_id = ${ref.merchantId} and id = ${ref.id} for update`;
  const [known] = await tx`
    select from payment_attempts a join payment_attempts o using (merchant_id, processor)
     where o.merchant_id = ${ref.merchantId} and o.id = ${ref.id} and a.processor_reference = ${copy.moneyReference}`;
  if (known) return null;
  const [row] = await tx<{ id: number }[]>`
    with o as (
      select * from payment_attempts where merchant_id = ${ref.merchantId} and id = ${ref.id}
    ), t as (
      insert into transactions (
        merchant_id, mode, reference, source_kind, source_id, source_name, source_reference, payment_method, currency,
        subtotal, total, value_piastres, rate_scaled, charged_piastres, fee_piastres, vat_piastres, net_piastres,
        fees_on, reference_code, customer_name, customer_email, customer_mobile, customer_address, card_brand,
        card_last4, created_at, updated_at)
      select t.merchant_id, t.mode, ${copy.reference}, t.source_kind, t.source_id, t.source_name, t.source_reference,
             t.payment_method, t.currency, t.subtotal, t.total, o.value_piastres, t.rate_scaled, o.charge_piastres,
             o.fee_piastres, o.vat_piastres, o.charge_piastres - o.fee_piastres - o.vat_piastres, t.fees_on,
             t.reference_code, t.customer_name, t.customer_email, t.customer_mobile, t.customer_address, t.card_brand,
             t.card_last4, ${copy.now}, ${copy.now}
        from transactions t join o on t.merchant_id = o.merchant_id and t.id = o.transaction_id
      returning id
    ), e as (
      insert into transaction_events (merchant_id, transaction_id, kind, at)
      select ${ref.merchantId}, t.id, 'created', ${copy.now} from t
    )
    insert into payment_attempts (
      merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method, holds_place,
      hold_expires_at, expires_at, next_ask_at, processor, processor_reference, value_piastres, charge_piastres, fee_piastres,
      vat_piastres, rate_bps, fixed_fee_piastres, vat_bps, fees_on, locale, payer_name, payer_email, payer_mobile,
      payer_address, card_brand, card_last4, wallet_mobile, code, duplicate_of, created_at, updated_at)
    select o.merchant_id, o.mode, ${copy.token}, o.payable_kind, o.payable_id, t.id, o.payment_method, false,
           o.hold_expires_at, o.expires_at, null, o.processor, ${copy.moneyReference}, o.value_piastres, o.charge_piastres,
           o.fee_piastres, o.vat_piastres, o.rate_bps, o.fixed_fee_piastres, o.vat_bps, o.fees_on, o.locale,
           o.payer_name, o.payer_email, o.payer_mobile, o.payer_address, o.card_brand, o.card_last4, o.wallet_mobile,
           o.code, o.id, ${copy.now}, ${copy.now}
      from o, t
    returning id`;
  return { merchantId: ref.merchantId, id: row!.id };
}
