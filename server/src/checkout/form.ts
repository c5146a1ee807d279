import {
  CardForm,
  cardBrand,
  PAYER_RULES,
  type PayerField,
  PayForm,
  readCardExpiry,
  shownCharge,
  WalletForm,
} from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { compactNumber } from '@daftar/contract/text';
import { type FieldMessages, validate } from '@daftar/contract/validate';
import { CardDetails } from '../processors/card.ts';
import { readChoice } from './choice.ts';
import type { Payable } from './payable-source.ts';
import { isCardExpired } from './rules.ts';
import type { OfferedMethods } from './service.ts';
import type { PaymentStart } from './start.ts';

export type FormFields = Record<string, string>;

/** A validated form: the data for starting the payment, or the errors. */
export type ValidatedForm =
  | { ok: true; start: Omit<PaymentStart, 'locale' | 'submissionKey' | 'address'> }
  | { ok: false; errors: FieldMessages };

/** Returns the values to show again beside the errors, never those of a card. */
export function keptValues(fields: FormFields): FormFields {
  const kept = Object.entries(fields).filter(
    ([name]) =>
      ['method', 'wallet_mobile', 'amount', 'quantity'].includes(name) ||
      (Object.keys(PAYER_RULES) as string[]).includes(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, value.slice(0, 2000)]));
}

/** Fields that contain card data. */
const CARD_FIELDS = ['card_number', 'card_cvv', 'card_expiry'];

/** Returns whether a form contains card data although no card is accepted: it is refused without being read. */
const bringsCard = (fields: FormFields): boolean => CARD_FIELDS.some((name) => fields[name]);

/** Validates a posted form against the fields that the payable and the method require. */
export function validateForm(
  fields: FormFields,
  payable: Payable,
  methods: OfferedMethods,
  now: Date,
): ValidatedForm {
  if (payable.mode === 'live' && bringsCard(fields)) {
    return { ok: false, errors: { method: [{ key: 'CardNotTaken' }] } };
  }
  const form = validate(PayForm, fields);
  const errors: FieldMessages = form.ok ? {} : { ...form.errors };
  const method = form.ok ? form.value.method : (Number(fields.method) as PaymentMethodId);
  const collects = methods.get(method);
  if (!errors.method && collects === undefined) errors.method = [{ key: 'MethodNotAllowed' }];
  const chosen = validateChoice(fields, payable, errors);
  const payer = validatePayer(fields, payable, errors);
  const card = collects === 'card' ? validateCard(fields, now, errors) : null;
  const walletMobile = collects === 'wallet-mobile' ? validateWallet(fields, errors) : null;
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const shownPiastres = shownCharge(fields.shown, method);
  return { ok: true, start: { method, payer, card, walletMobile, chosen, shownPiastres } };
}

/** Validates the payer's choice, if the payable offers one. */
function validateChoice(fields: FormFields, payable: Payable, errors: FieldMessages): number | null {
  const { choice } = payable.view;
  if (!choice) return null;
  const read = readChoice(choice, fields[choice.kind] ?? '');
  if (read.ok) return read.chosen;
  errors[choice.kind] = [read.error];
  return null;
}

function validatePayer(fields: FormFields, payable: Payable, errors: FieldMessages): PaymentStart['payer'] {
  const given: Partial<Record<PayerField, string>> = {};
  for (const field of payable.asks) {
    const checked = validate(PAYER_RULES[field], fields[field] ?? '');
    if (checked.ok) given[field] = checked.value;
    else errors[field] = checked.errors[''] ?? [{ key: 'Invalid' }];
  }
  const known = payable.payer;
  return {
    name: given.name ?? known?.name ?? '',
    email: given.email ?? known?.email ?? '',
    mobile: given.phone ?? known?.mobile ?? '',
    address: given.address ?? known?.address ?? '',
  };
}

function validateCard(fields: FormFields, now: Date, errors: FieldMessages): PaymentStart['card'] {
  const { card_number = '', card_expiry = '', card_cvv = '', card_name = '' } = fields;
  const checked = validate(CardForm, { card_number, card_expiry, card_cvv, card_name });
  if (!checked.ok) {
    Object.assign(errors, checked.errors);
    return null;
  }
  const expiry = readCardExpiry(card_expiry);
  if (!expiry || isCardExpired(expiry, now)) {
    errors.card_expiry = [{ key: expiry ? 'CardExpired' : 'InvalidDate' }];
    return null;
  }
  const number = compactNumber(card_number);
  return {
    details: new CardDetails({
      number,
      cvv: compactNumber(card_cvv),
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
    }),
    brand: cardBrand(number),
    last4: number.slice(-4),
  };
}

function validateWallet(fields: FormFields, errors: FieldMessages): string | null {
  const checked = validate(WalletForm, { wallet_mobile: fields.wallet_mobile ?? '' });
  if (checked.ok) return checked.value.wallet_mobile;
  Object.assign(errors, checked.errors);
  return null;
}
