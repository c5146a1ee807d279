/** Converts rows of the database into the views of the contract, for the renderer. */
import {
  type AttemptState,
  type AttemptView,
  type CardBrand,
  type CheckoutLocale,
  type ClosedReason,
  type MethodView,
  OTP_TRIES,
  type PayableView,
  type PayPage,
  type PayView,
  type UnderWay,
} from '@daftar/contract/checkout';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { maskEmail, maskMobile } from '@daftar/contract/masks';
import { RATE_SCALE } from '@daftar/contract/money';
import type { FieldMessages, MessageRef } from '@daftar/contract/validate';
import type { App } from '../platform/context.ts';
import { isKnown } from './result.ts';
import {
  isUnfinished,
  KIOSK,
  mayStillBePaid,
  resendSeconds,
  type StoredState,
  stateAt,
  uncountedReason,
} from './rules.ts';
import { type Offer, payerMethods, priceOf, routeOf } from './service.ts';
import type { AttemptRow } from './store.ts';

/** Returns the view of an offer's page, in a language. */
export function viewOf(app: App, offer: Offer, locale: CheckoutLocale, page: PayPage): PayView {
  const { payable, merchant } = offer;
  return {
    locale,
    token: payable.token,
    mode: payable.mode,
    sandbox: offer.routes.some((route) => app.processors.sandbox(app, route) !== null),
    merchant: { name: merchant.name, logoUrl: offer.face.logo?.address ?? null, brand: offer.face.brand },
    embedders: offer.face.embedders[payable.mode],
    isFramed: false,
    page,
  };
}

/** Returns the view for an unknown token. */
export function unknownTokenView(
  locale: CheckoutLocale,
  token: string | null,
  reason: ClosedReason,
): PayView {
  return {
    locale,
    token,
    mode: 'live',
    sandbox: false,
    merchant: null,
    embedders: [],
    isFramed: false,
    page: { kind: 'closed', reason, payable: null },
  };
}

/** State of a form: its key, the typed values and their errors, and this browser's earlier payments. */
export interface FormState {
  form: string;
  values?: Record<string, string>;
  errors?: FieldMessages;
  notice?: MessageRef | null;
  own?: AttemptRow | undefined;
  challenge?: string | undefined;
}

/** Returns the view of the form that pays an offer. */
export function openPage(
  app: App,
  offer: Offer,
  { form, values = {}, errors = {}, notice = null, own, challenge }: FormState,
): PayPage {
  const methods = payerMethods(offer).map((id): MethodView => {
    const { chargePiastres, customerFeePiastres } = priceOf(app, offer, id);
    const { collects, pays } = routeOf(offer, id)!.methods[id]!;
    return { id, code: codeOf(id), chargePiastres, customerFeePiastres, collects, pays };
  });
  const paid =
    own?.state === 'succeeded'
      ? {
          id: own.token,
          receivedPiastres: own.chargedPiastres,
          uncounted: uncountedReason(own.flags),
          paidAt: own.paidAt?.toISOString() ?? null,
        }
      : null;
  const { view: payable, asks } = offer.payable;
  const rest = { challenge: challenge ?? null, underWay: own ? underWayOf(app, own) : null };
  return { kind: 'open', payable, methods, asks, values, errors, notice, form, paid, ...rest };
}

const codeOf = (id: number) => PAYMENT_METHODS.find((method) => method.id === id)!.code;

function underWayOf(app: App, own: AttemptRow): UnderWay | null {
  return isUnfinished(stateAt(own, app.clock.now())) ? { id: own.token, method: codeOf(own.method) } : null;
}

/** Returns the state shown to a payer: an attempt that has not reached the processor is shown as waiting. */
export function shownState(state: StoredState): AttemptState {
  return state === 'pending' ? 'awaiting' : state;
}

/** The viewer of an attempt, and the action that was just taken. */
export interface AttemptLook {
  /**
   * True: the payer who started it is still at this browser; other viewers have the URL from a message or from
   * somebody.
   */
  isOwn: boolean;
  errors?: FieldMessages;
  notice?: 'code-sent' | null;
  challenge?: string | undefined;
  checked?: number | null;
  /** The URL to which the page leads; see `returnAddress`. */
  returnUrl: string | null;
  goesOn?: boolean;
}

/** Returns the view of an attempt at this moment. */
export function attemptPage(
  app: App,
  offer: Offer,
  attempt: AttemptRow,
  { isOwn, returnUrl, errors = {}, notice = null, challenge, checked = null, goesOn = false }: AttemptLook,
): PayPage {
  return {
    kind: 'attempt',
    payable: payableThen(offer.payable.view, attempt),
    attempt: { ...attemptView(app, offer, attempt, isOwn), returnUrl },
    errors,
    notice,
    checked,
    goesOn,
    challenge: challenge ?? null,
  };
}

/** Returns the payable at the price of the attempt, because an invoice may have changed since. */
function payableThen(view: PayableView, { currency, valuePiastres, rateScaled }: AttemptRow): PayableView {
  const rate = rateScaled / RATE_SCALE;
  const total = Math.round(valuePiastres / rate);
  return { ...view, currency, total, charged: currency === 'EGP' ? null : { piastres: valuePiastres, rate } };
}

function attemptView(
  app: App,
  offer: Offer,
  attempt: AttemptRow,
  isOwn: boolean,
): Omit<AttemptView, 'returnUrl'> {
  const now = app.clock.now();
  const state = stateAt(attempt, now);
  const ends =
    state === 'otp' && attempt.otpExpiresAt
      ? earlier(attempt.otpExpiresAt, attempt.expiresAt)
      : attempt.expiresAt;
  return {
    id: attempt.token,
    reference: attempt.reference,
    state: shownState(state),
    method: codeOf(attempt.method),
    quantity: attempt.quantity,
    chargePiastres: attempt.chargePiastres,
    receivedPiastres: state === 'succeeded' ? attempt.chargedPiastres : null,
    uncounted: state === 'succeeded' ? uncountedReason(attempt.flags) : null,
    expiresAt: ends.toISOString(),
    secondsLeft: Math.max(0, Math.ceil((ends.getTime() - now.getTime()) / 1000)),
    code: attempt.code,
    inWallet: attempt.state === 'awaiting' && attempt.walletMobile !== null && attempt.code === null,
    redirect: state === 'redirect' && attempt.redirect ? { fields: {}, ...attempt.redirect } : null,
    sentTo: attempt.walletMobile && maskMobile(attempt.walletMobile),
    triesLeft: state === 'otp' ? Math.max(0, OTP_TRIES - attempt.otpTries) : null,
    resendSeconds: state === 'otp' ? resendSeconds(attempt, now) : null,
    codeSentTo: state === 'awaiting' && attempt.method === KIOSK && attempt.code ? sentTo(attempt) : null,
    obsolete: state === 'awaiting' && offer.closed !== null && OVER.has(offer.closed) ? offer.closed : null,
    failure: state === 'expired' ? 'expired' : attempt.failureReason,
    mayStillBePaid: mayStillBePaid(attempt, now),
    isKnown: isKnown(attempt, state),
    card: attempt.cardLast4
      ? { brand: (attempt.cardBrand ?? 'card') as CardBrand, last4: attempt.cardLast4 }
      : null,
    paidAt: attempt.paidAt?.toISOString() ?? null,
    payer: payerOf(attempt, isOwn),
    canSimulate: state === 'awaiting' && app.processors.sandbox(app, attempt) !== null,
    canRetry: offer.closed === null,
  };
}

/** Masked, because anybody may have the URL. */
function sentTo({ payerMobile, payerEmail }: AttemptRow): NonNullable<AttemptView['codeSentTo']> {
  return {
    ...(payerMobile === '' ? {} : { phone: maskMobile(payerMobile) }),
    ...(payerEmail === '' ? {} : { email: maskEmail(payerEmail) }),
  };
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);

/** Closed for good or by the merchant: a code that is paid now pays for nothing. */
const OVER: ReadonlySet<ClosedReason> = new Set(['paid', 'exhausted', 'inactive', 'expired', 'unavailable']);

function payerOf(attempt: AttemptRow, isOwn: boolean): AttemptView['payer'] {
  const { payerEmail, payerMobile } = attempt;
  const payer = {
    name: attempt.payerName,
    email: isOwn ? payerEmail : maskEmail(payerEmail),
    phone: isOwn ? payerMobile : maskMobile(payerMobile),
    address: isOwn ? attempt.payerAddress : '',
  };
  return Object.fromEntries(Object.entries(payer).filter(([, value]) => value !== ''));
}
