/**
 * The hosted payment page. Its pages are HTML forms that work without JavaScript, so its contract consists of the form
 * that each page posts and the view that each page is rendered from; the renderer (`web/pay`) and the server share
 * both.
 *
 * Addresses: `GET|POST /pay/{token}` · `GET /pay/{token}/{attempt}` · `POST /pay/{token}/{attempt}/{action}` with
 * action `otp`, `resend`, `challenge`, `simulate`, `cancel` · `GET /pay/{token}/{attempt}/status` (JSON, below) ·
 * `GET|POST /pay/return/{token}/{attempt}` (back from a page of the processor) · invoices: `GET /pay/{token}/invoice`
 * (printable) and `/pay/{token}/invoice.pdf`.
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

/** Minutes for which an attempt reserves a place on its payable. */
export const ATTEMPT_HOLD_MINUTES = 15;
export const OTP_LENGTH = 6;
export const OTP_TRIES = 5;

/** Returns whether a card number passes the Luhn check and has 12 to 19 digits. */
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

/** Returns the brand of a card by its first digits; `card` if unknown. */
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
 * The fields of the first page, before validation for the method and the payable. Card fields are never stored or
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
   * The charge per method as shown on the page, written by {@link shownCharges}, so that nobody pays an amount that
   * they have not seen.
   */
  shown: Field,
  /**
   * The payer's choice and, in `priced`, the choice that the page was made for; if they differ, the new total is shown
   * before payment.
   */
  amount: Field,
  quantity: Field,
  priced: Field,
  /** Shows the total of the chosen amount or quantity without paying. */
  update: Field,
  /** The form's signed key: submitting the form twice makes one attempt, even in a browser without cookies. */
  form: Field,
});

/** Encodes the charge of each method for a form field: `1:10344 4:10000`, in piastres. */
export function shownCharges(methods: readonly Pick<MethodView, 'id' | 'chargePiastres'>[]): string {
  return methods.map(({ id, chargePiastres }) => `${id}:${chargePiastres}`).join(' ');
}

/** Reads the charge of a method from the form field; null if it has none. */
export function shownCharge(shown: string | undefined, method: PaymentMethodId): number | null {
  const entry = shown?.split(' ').find((each) => each.startsWith(`${method}:`));
  return readWhole(entry?.slice(`${method}:`.length) ?? '');
}

/** Rules of the payer's fields; each payable requires some of them. */
export const PAYER_RULES = {
  name: personName(120),
  email: email(),
  phone: mobile(),
  address: paragraphs(300),
} as const;

/**
 * A month, then a year of two digits or of this century, with a separator; after a two-digit month the separator may be
 * absent.
 */
const CARD_EXPIRY = /^(?:(0?[1-9]|1[0-2]) ?[ /.-] ?|(0[1-9]|1[0-2]))(?:20)?(\d{2})$/;

/**
 * Reads month and full year of a typed card expiry: `12/30`, `1230`, `12 30`, `12-2030`, in Latin or Arabic digits.
 * Returns null for anything else, or if it is ambiguous (`128`).
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

/** The bank's page for the second step, as simulated by the sandbox. */
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

// --- Views for the renderer ---------------------------------------------------------------------

export interface MerchantView {
  name: string;
  logoUrl: string | null;
  /** The merchant's own colours, cover and footer; null for the provider's. */
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
  /**
   * The amount charged in EGP (in piastres) and the exchange rate, if the payable has another currency; null otherwise.
   */
  charged: { piastres: number; rate: number } | null;
  /** ISO 8601; null for a link without an end. */
  dueDate: string | null;
  /** The amount or quantity that the payer decides; null if the price is fixed. */
  choice: ChoiceView | null;
  /** For invoices and orders; e-mail and mobile are masked. */
  billTo: { name: string; email: string; mobile: string } | null;
}

/** A payer's choice of amount or quantity, and the link's bounds. Amounts in hundredths of the link's currency. */
export type ChoiceView =
  | { kind: 'amount'; chosen: number; least: number; most: number; suggested: number[] }
  | { kind: 'quantity'; chosen: number; least: number; most: number; each: number };

/** Formats a choice for the form's field: `150.50`, or `3`. */
export const writeChoice = ({ kind, chosen }: ChoiceView): string =>
  kind === 'amount' ? formatPounds(chosen) : String(chosen);

export interface MethodView {
  id: PaymentMethodId;
  code: PaymentMethodCode;
  /** The amount charged to the payer in EGP by this method, including a fee borne by the customer; in piastres. */
  chargePiastres: number;
  customerFeePiastres: number;
  /** The data that the payer enters on this page; `nothing` if they pay elsewhere. */
  collects: 'card' | 'wallet-mobile' | 'nothing';
  /** The way of paying: on this page, on a page of the processor, with a code elsewhere, or in the payer's wallet. */
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
  /** The merchant has reached its monthly limit. */
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
  /** Stopped by risk rules; the payer is not told which. */
  | 'stopped'
  | 'canceled'
  | 'expired';

/**
 * The reason why received money did not pay the payable: it is canceled, changed or already paid, or the amount is only
 * a part.
 */
export type UncountedReason = 'canceled' | 'duplicate' | 'partial';

export interface AttemptView {
  id: string;
  reference: string;
  state: AttemptState;
  method: PaymentMethodCode;
  /** The number of pieces, if the payer chose it; otherwise 1. */
  quantity: number;
  /** The requested amount. */
  chargePiastres: number;
  /** The received amount; null before success. */
  receivedPiastres: number | null;
  /** The reason why received money did not pay the payable; null if it did, or if none was received. */
  uncounted: UncountedReason | null;
  /** When the hold or the code expires; ISO 8601. */
  expiresAt: string;
  /** Seconds from rendering until `expiresAt`, by the server's clock. */
  secondsLeft: number;
  /** The kiosk code, or the InstaPay address of the recipient. */
  code: string | null;
  /** True: the payer confirms the payment in their wallet. */
  inWallet: boolean;
  /** The processor's page on which to continue. */
  redirect: RedirectView | null;
  /** The masked recipient of the one-time code. */
  sentTo: string | null;
  triesLeft: number | null;
  /** Seconds until another one-time code may be requested; 0 if it may be now, null if the payment has no codes. */
  resendSeconds: number | null;
  /** The masked contacts that the payment code was sent to. */
  codeSentTo: { email?: string; phone?: string } | null;
  /** The reason why the payable is closed, so that its code should no longer be paid although it still can be. */
  obsolete: ClosedReason | null;
  failure: FailureReason | null;
  /** True: it was declined, but the processor's page may still accept another card. */
  mayStillBePaid: boolean;
  /** True: the outcome is final. False: the processor is still being asked whether money was taken. */
  isKnown: boolean;
  card: { brand: CardBrand; last4: string } | null;
  paidAt: string | null;
  /** Masked, except in the paying browser during the first quarter of an hour. */
  payer: Partial<Record<PayerField, string>>;
  /** The merchant's return URL, if it has set one. */
  returnUrl: string | null;
  /** True: the sandbox can complete it. */
  canSimulate: boolean;
  /** True: the payable accepts another attempt. */
  canRetry: boolean;
}

/** A page of the processor on which the payer continues. */
export interface RedirectView {
  method: 'GET' | 'POST';
  url: string;
  /** Fields of the form, for POST. */
  fields: Readonly<Record<string, string>>;
}

/** A payment made in this browser; its receipt is at `/pay/{token}/{id}`. */
export interface PaidBefore {
  id: string;
  /** The received amount. */
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
      /** Something to check before paying that is not an error, such as a changed total. */
      notice: MessageRef | null;
      /** The form returns it in its field `form`. */
      form: string;
      /** Earlier payments of this payable in this browser, if it can be paid again. */
      paid: PaidBefore | null;
      /** An unfinished payment of this browser, if other people may pay on the same device. */
      underWay: UnderWay | null;
      /**
       * The challenge (`challenge.ts`) whose proof of work, in the field `proof`, allows the form to be submitted now;
       * null if none is required.
       */
      challenge: string | null;
    }
  | {
      kind: 'attempt';
      payable: PayableView;
      attempt: AttemptView;
      errors: FieldMessages;
      /** The result of the last action. */
      notice: 'code-sent' | null;
      /**
       * How many times the payer has come back from the processor's page without a new result; null if they have not.
       */
      checked: number | null;
      /** True: the payer continues to the processor's page at once. */
      goesOn: boolean;
      /** The challenge whose proof of work allows another code to be requested now; null if none is required. */
      challenge: string | null;
    }
  | { kind: 'closed'; reason: ClosedReason; payable: PayableView | null };

export interface PayView {
  locale: CheckoutLocale;
  /** Null if the token is unknown. */
  token: string | null;
  mode: 'live' | 'test';
  /** True: the sandbox processes the payment, also in the demo's live mode, so test cards are shown. */
  sandbox: boolean;
  merchant: MerchantView | null;
  /** Origins of the merchant's websites that may embed the page. */
  embedders: readonly string[];
  /**
   * True: the page is shown inside another page. It stays there, and opens a processor's page, which may refuse to be
   * framed, in a window.
   */
  isFramed: boolean;
  page: PayPage;
}

/** Exports of the built renderer. */
export interface PayRenderer {
  /** Returns a complete HTML document. */
  renderPayPage(view: PayView): string;
  /** Returns the printable page of an invoice, a complete HTML document. */
  renderInvoicePage(page: InvoicePage): string;
  /** CSP sources (`'sha256-…'`) of the one inline script and the one inline style. */
  csp: { script: string[]; style: string[] };
  /** Every script of the page with its hash, for the inventory. */
  scripts: { name: string; sha256: string; bytes: number }[];
}
