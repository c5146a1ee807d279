/**
 * The hosted payment page. Its pages are HTML forms that work without JavaScript, so its contract is the
 * form each page posts and the view each page is rendered from; the renderer (`web/pay`) and the server share them.
 *
 * Addresses: `GET|POST /pay/{token}` · `GET /pay/{token}/{attempt}` · `POST /pay/{token}/{attempt}/{action}`
 * with action `otp`, `resend`, `challenge`, `simulate`, `cancel` · `GET /pay/{token}/{attempt}/status` (JSON, below) ·
 * `GET|POST /pay/return/{token}/{attempt}` (back from a page of the processor) ·
 * invoices: `GET /pay/{token}/invoice` (printable) and `/pay/{token}/invoice.pdf`.
 */
import * as z from 'zod/mini';
import type { BrandView } from './brand.ts';
import { mobile } from './egypt.ts';
import type { InvoicePage } from './invoice-document.ts';
import type { PaymentMethodCode, PaymentMethodId } from './lookups.ts';
import { PAYMENT_METHOD_IDS } from './lookups.ts';
import { formatPounds } from './money.ts';
import { readWhole } from './numbers.ts';
import { personName } from './person-name.ts';
import {
  compactNumber,
  digitCode,
  email,
  oneOf,
  optionalText,
  paragraphs,
  toLatinDigits,
  withoutInvisible,
} from './text.ts';
import type { FieldMessages, MessageRef } from './validate.ts';

export type CheckoutLocale = 'ar' | 'en';
export type PayerField = 'name' | 'email' | 'phone' | 'address';

/** How long a place on a payable is held for a payer who has started to pay. */
export const ATTEMPT_HOLD_MINUTES = 15;
export const OTP_LENGTH = 6;
export const OTP_TRIES = 5;

/** Whether a card number passes the Luhn check and has 12 to 19 digits. */
export function isCardNumber(value: string): boolean {
  const number = compactNumber(value);
  if (!/^\d{12,19}$/.test(number)) return false;
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'meeza' | 'card';

/** The brand of a card by its first digits; `card` when none is known. */
export function cardBrand(value: string): CardBrand {
  const number = compactNumber(value);
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  if (/^3[47]/.test(number)) return 'amex';
  if (/^507/.test(number)) return 'meeza';
  return 'card';
}

const Field = z.optional(z.string().check(z.maxLength(2000)));

/**
 * The fields of the first page, before they are validated for method and payable. Card fields are never stored or
 * echoed.
 */
export const PayForm = z.object({
  method: oneOf(PAYMENT_METHOD_IDS),
  name: Field,
  email: Field,
  phone: Field,
  address: Field,
  card_number: Field,
  card_expiry: Field,
  card_cvv: Field,
  card_name: Field,
  wallet_mobile: Field,
  /**
   * The charge per method as the page showed it, written by {@link shownCharges}, so that nobody pays an amount they
   * have not seen.
   */
  shown: Field,
  /** What the payer decides of a link, and for which of it the page was made: another is shown before it is paid. */
  amount: Field,
  quantity: Field,
  priced: Field,
  /** Shows the total of what is decided, and pays nothing. */
  update: Field,
  /** The form's signed key: submitting it twice makes one attempt, even in a browser without cookies. */
  form: Field,
});

/** Writes the charge of each method for the form to send back: `1:10344 4:10000`, in piastres. */
export function shownCharges(methods: readonly Pick<MethodView, 'id' | 'chargePiastres'>[]): string {
  return methods.map(({ id, chargePiastres }) => `${id}:${chargePiastres}`).join(' ');
}

/** Reads the charge that a form sent back for a method; null when it has none. */
export function shownCharge(shown: string | undefined, method: PaymentMethodId): number | null {
  const entry = shown?.split(' ').find((each) => each.startsWith(`${method}:`));
  return readWhole(entry?.slice(`${method}:`.length) ?? '');
}

/** Rules of the payer's fields; each payable asks for some of them. */
export const PAYER_RULES = {
  name: personName(120),
  email: email(),
  phone: mobile(),
  address: paragraphs(300),
} as const;

/** A month, then a year of two digits or of this century, with a separator, or with none after two digits. */
const CARD_EXPIRY = /^(?:(0?[1-9]|1[0-2]) ?[ /.-] ?|(0[1-9]|1[0-2]))(?:20)?(\d{2})$/;

/**
 * Reads month and full year of a typed card expiry: `12/30`, `1230`, `12 30`, `12-2030`, in Latin or Arabic digits.
 * Null for anything else, or if it is ambiguous (`128`).
 */
export function readCardExpiry(typed: string): { month: number; year: number } | null {
  const plain = withoutInvisible(toLatinDigits(typed.slice(0, 60)))
    .replace(/[\u2044\u2215\u060d]/g, '/')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
  const match = CARD_EXPIRY.exec(plain);
  return match ? { month: Number(match[1] ?? match[2]), year: 2000 + Number(match[3]) } : null;
}

export const CardForm = z.object({
  card_number: z.string().check(
    z.minLength(1, { error: 'Required' }),
    z.refine((value: string) => value === '' || isCardNumber(value), { error: 'InvalidCard' }),
  ),
  card_expiry: z.string().check(
    z.minLength(1, { error: 'Required' }),
    z.refine((value: string) => value === '' || readCardExpiry(value) !== null, { error: 'InvalidDate' }),
  ),
  card_cvv: z.string().check(
    z.minLength(1, { error: 'Required' }),
    z.refine((value: string) => value === '' || /^\d{3,4}$/.test(compactNumber(value)), {
      error: 'InvalidCvv',
    }),
  ),
  card_name: optionalText(120),
});

export const WalletForm = z.object({ wallet_mobile: mobile() });

export const OtpForm = z.object({ otp: digitCode(OTP_LENGTH) });

/** The bank's page for the second step, as the sandbox simulates it. */
export const ChallengeForm = z.object({ result: z.enum(['approve', 'decline'], { error: 'Invalid' }) });
/** Completes a kiosk or InstaPay payment in the sandbox. */
export const SimulateForm = z.object({ outcome: z.enum(['pay', 'fail'], { error: 'Invalid' }) });

export type AttemptState =
  | 'challenge'
  | 'otp'
  | 'redirect'
  | 'awaiting'
  | 'succeeded'
  | 'failed'
  | 'canceled'
  | 'expired';

/** The reply of the status address. */
export const AttemptStatus = z.object({
  state: z.enum(['challenge', 'otp', 'redirect', 'awaiting', 'succeeded', 'failed', 'canceled', 'expired']),
});

// --- Views for the renderer ---------------------------------------------------------------------

export interface MerchantView {
  name: string;
  logoUrl: string | null;
  /** Its own colours, cover and footer; null for ours. */
  brand: BrandView | null;
}

/** Amounts are in hundredths of `currency`. */
export interface PayableView {
  kind: 'payment-link' | 'invoice' | 'order';
  reference: string;
  title: string;
  description: string;
  currency: string;
  subtotal: number;
  tax: number;
  fees: number;
  total: number;
  /** What is charged in EGP when the payable has another currency, in piastres, with the exchange rate. */
  charged: { piastres: number; rate: number } | null;
  /** ISO 8601; null for a link without an end. */
  dueDate: string | null;
  /** What the payer decides; null where the price is fixed. */
  choice: ChoiceView | null;
  /** For invoices and orders; e-mail and mobile are masked. */
  billTo: { name: string; email: string; mobile: string } | null;
}

/** What a payer decides of a link, within its bounds. Amounts in hundredths of its currency. */
export type ChoiceView =
  | { kind: 'amount'; chosen: number; least: number; most: number; suggested: number[] }
  | { kind: 'quantity'; chosen: number; least: number; most: number; each: number };

/** Writes what was decided as the form's field has it: `150.50`, or `3`. */
export const writeChoice = ({ kind, chosen }: ChoiceView): string =>
  kind === 'amount' ? formatPounds(chosen) : String(chosen);

export interface MethodView {
  id: PaymentMethodId;
  code: PaymentMethodCode;
  /** What the payer is charged by this method in EGP, including a fee borne by the customer; in piastres. */
  chargePiastres: number;
  customerFeePiastres: number;
  /** What the payer enters on this page; `nothing` when they pay elsewhere. */
  collects: 'card' | 'wallet-mobile' | 'nothing';
  /** Where they pay: here, on a page of the processor, with a code elsewhere, or in their wallet. */
  pays: 'here' | 'redirect' | 'code' | 'wallet';
}

export type ClosedReason =
  | 'expired'
  | 'inactive'
  | 'exhausted'
  | 'busy'
  | 'paid'
  | 'not-found'
  | 'unavailable'
  /** The merchant may take no more this month. */
  | 'limit'
  | 'error';

export type FailureReason =
  | 'declined'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'authentication_failed'
  | 'wrong_code'
  /** By rules of risk; the payer is not told which. */
  | 'stopped'
  | 'canceled'
  | 'expired';

/** Why received money paid nothing: the payable is canceled, changed or paid already, or the amount is only a part. */
export type UncountedReason = 'canceled' | 'duplicate' | 'partial';

export interface AttemptView {
  id: string;
  reference: string;
  state: AttemptState;
  method: PaymentMethodCode;
  /** How many pieces it is for, where the payer chose; otherwise 1. */
  quantity: number;
  /** The amount asked for. */
  chargePiastres: number;
  /** The amount received; null until it has succeeded. */
  receivedPiastres: number | null;
  /** Why the received money did not pay the payable; null when it did, or none was received. */
  uncounted: UncountedReason | null;
  /** When the hold or the code ends; ISO 8601. */
  expiresAt: string;
  /** Seconds from rendering until `expiresAt`, by the server's clock. */
  secondsLeft: number;
  /** The kiosk code, or the InstaPay address to pay to. */
  code: string | null;
  /** The payer confirms it in their wallet. */
  inWallet: boolean;
  /** The processor's page to continue at. */
  redirect: RedirectView | null;
  /** The masked recipient of the one-time code. */
  sentTo: string | null;
  triesLeft: number | null;
  /** Seconds until another one-time code may be requested; 0 when it may be now, null where there are no codes. */
  resendSeconds: number | null;
  /** The masked contacts that the payment code was sent to. */
  codeSentTo: { email?: string; phone?: string } | null;
  /** Why its code must not be paid any more, although it still could be: the payable is closed. */
  obsolete: ClosedReason | null;
  failure: FailureReason | null;
  /** Whether it was declined, and the processor's page may still take another card. */
  mayStillBePaid: boolean;
  /** Whether its outcome is certain; otherwise its processor is still asked whether money was taken. */
  isKnown: boolean;
  card: { brand: CardBrand; last4: string } | null;
  paidAt: string | null;
  /** Masked, except in the browser that paid, for a quarter of an hour. */
  payer: Partial<Record<PayerField, string>>;
  /** The merchant's return URL, if it set one. */
  returnUrl: string | null;
  /** The sandbox can complete it. */
  canSimulate: boolean;
  /** Whether the payable accepts another attempt. */
  canRetry: boolean;
}

/** A page of the processor that the payer continues at. */
export interface RedirectView {
  method: 'GET' | 'POST';
  url: string;
  /** Fields of the form, for POST. */
  fields: Readonly<Record<string, string>>;
}

/** A payment made in this browser; its receipt is at `/pay/{token}/{id}`. */
export interface PaidBefore {
  id: string;
  /** The amount received. */
  receivedPiastres: number;
  uncounted: UncountedReason | null;
  /** ISO 8601. */
  paidAt: string | null;
}

/** A payment started in this browser; it continues at `/pay/{token}/{id}`. */
export interface UnderWay {
  id: string;
  method: PaymentMethodCode;
}

export type PayPage =
  | {
      kind: 'open';
      payable: PayableView;
      methods: MethodView[];
      asks: PayerField[];
      values: Record<string, string>;
      errors: FieldMessages;
      /** What is to be looked at before paying, although nothing was done wrong: another total. */
      notice: MessageRef | null;
      /** Sent back by the form in its field `form`. */
      form: string;
      /** What this browser has paid here before, where it can be paid again. */
      paid: PaidBefore | null;
      /** What this browser has started here and not finished, where others may pay on the same device. */
      underWay: UnderWay | null;
      /** The challenge whose proof of work lets the form be submitted now (`challenge.ts`), in its field `proof`. */
      challenge: string | null;
    }
  | {
      kind: 'attempt';
      payable: PayableView;
      attempt: AttemptView;
      errors: FieldMessages;
      /** The last action. */
      notice: 'code-sent' | null;
      /** The payer came back from the processor's page for the `n`-th time without news; null when they did not. */
      checked: number | null;
      /** The payer goes on to the processor's page at once. */
      goesOn: boolean;
      /** The challenge whose proof of work lets another code be requested now. */
      challenge: string | null;
    }
  | { kind: 'closed'; reason: ClosedReason; payable: PayableView | null };

export interface PayView {
  locale: CheckoutLocale;
  /** Null when the token is unknown. */
  token: string | null;
  mode: 'live' | 'test';
  /** The sandbox processes the payment, also in the demo's live mode, so test cards are shown. */
  sandbox: boolean;
  merchant: MerchantView | null;
  /** Origins of the merchant's websites that may show the page inside theirs. */
  embedders: readonly string[];
  /** It is shown inside another page: it stays there, and opens a processor's page, which may refuse that, in a window. */
  isFramed: boolean;
  page: PayPage;
}

/** Exports of the built renderer. */
export interface PayRenderer {
  /** A whole HTML document. */
  renderPayPage(view: PayView): string;
  /** The printable page of an invoice, a whole HTML document. */
  renderInvoicePage(page: InvoicePage): string;
  /** CSP sources (`'sha256-…'`) of the one inline script and the one inline style. */
  csp: { script: string[]; style: string[] };
  /** Every script of the page with its hash, for the inventory. */
  scripts: { name: string; sha256: string; bytes: number }[];
}
