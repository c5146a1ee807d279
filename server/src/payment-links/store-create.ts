import type { PaymentLinkFormValues } from '@daftar/contract/payment-links';
import { type OwnFields, ownNames, ownValues } from '../integration-fields/fields.ts';
import type { Terms } from '../payables/service.ts';
import type { Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';

/** The database's value for a link without a limit of payments. */
const NO_LIMIT = 2_147_483_647;

/** A link to be created: the validated form with its computed terms. */
export interface NewLink extends Terms<Date | null> {
  form: PaymentLinkFormValues;
  own: OwnFields;
  /** Null: the addresses of the settings apply. */
  successUrl: string | null;
  cancelUrl: string | null;
  reference: string;
  token: string;
}

/**
 * Inserts a link and its public token; a trigger maintains the figures.
 * @returns its id, or null when the reference is taken and another must be tried.
 */
export async function insertLink(tx: Tx, caller: Caller, link: NewLink): Promise<number | null> {
  const { form, now } = link;
  const [row] = await tx<{ id: number }[]>`
    insert into payment_links (
      merchant_id, mode, reference, token, invoice_name, description, notes, currency, amount, fixed_fees, fees_bps,
      fixed_tax, tax_bps, fees, tax, total, value_piastres, rate_scaled, payment_methods, due_at, max_payment_count,
      min_amount, max_amount, suggested_amounts, min_quantity, max_quantity, language, notify_by_email,
      notify_by_sms, require_email, require_name, require_address, require_phone, business_account_id, from_till, success_url, cancel_url,
      ${ownNames(tx)}, created_by, created_at, updated_at)
    values (
      ${caller.merchantId}, ${caller.mode}, ${link.reference}, ${link.token}, ${form.invoice_name},
      ${form.description}, ${form.notes}, ${link.currency}, ${form.amount}, ${form.fixed_fees},
      ${form.percentage_fees}, ${form.fixed_tax}, ${form.percentage_tax}, ${link.fees}, ${link.tax}, ${link.total},
      ${link.valuePiastres}, ${link.rateScaled}, ${link.paymentMethods},
      ${link.dueAt ?? 'infinity'}::text::timestamptz, ${form.no_payment_limit ? NO_LIMIT : form.max_payment_count},
      ${form.min_amount ?? null}, ${form.max_amount ?? null}, ${form.suggested_amounts}::bigint[],
      ${form.min_quantity}, ${form.max_quantity}, ${form.language}, ${form.notify_by_email}, ${form.notify_by_sms},
      ${form.require_email}, ${form.require_name}, ${form.require_address}, ${form.require_phone},
      ${form.business_account_id ?? null}, ${form.from_till}, ${link.successUrl}, ${link.cancelUrl},
      ${ownValues(tx, link.own)}, ${caller.userId}, ${now}, ${now})
    on conflict (merchant_id, mode, reference) do nothing
    returning id`;
  if (!row) return null;
  await tx`
    insert into pay_tokens (token, merchant_id, mode, kind, payable_id)
    values (${link.token}, ${caller.merchantId}, ${caller.mode}, 'payment-link', ${row.id})`;
  return row.id;
}
