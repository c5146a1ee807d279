/** What the renderer is given: facts of the database as the views of the contract. */
import {
  type AttemptState,
  type AttemptView,
  type CardBrand,
  type CheckoutLocale,
  type ClosedReason,
  type MethodView,
  OTP_TRIES,
  type PayPage,
  type PayView,
} from '@daftar/contract/checkout';
import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import type { FieldMessages } from '@daftar/contract/validate';
import type { App } from '../platform/context.ts';
import { isSandboxed, processorNamed } from '../processors/registry.ts';
import { maskMobile, type StoredState, stateAt } from './rules.ts';
import { type Offer, offeredMethods, priceOf } from './service.ts';
import type { AttemptRow } from './store.ts';

/** The page of an offer, in a language. */
export function viewOf(app: App, offer: Offer, locale: CheckoutLocale, page: PayPage): PayView {
  const { payable, merchant } = offer;
  return {
    locale,
    token: payable.token,
    mode: payable.mode,
    sandbox: isSandboxed(app, payable.mode),
    merchant: { name: merchant.name, logoUrl: offer.logoUrl },
    page,
  };
}

/** The page for an unknown token. */
export function strangeView(locale: CheckoutLocale, token: string | null, reason: ClosedReason): PayView {
  return {
    locale,
    token,
    mode: 'live',
    sandbox: false,
    merchant: null,
    page: { kind: 'closed', reason, payable: null },
  };
}

/** The form that pays an offer, with what was typed and what was wrong with it. */
export function openPage(
  app: App,
  offer: Offer,
  values: Record<string, string>,
  errors: FieldMessages,
): PayPage {
  const methods = offeredMethods(offer).map((id): MethodView => {
    const { chargePiastres, customerFeePiastres } = priceOf(app, offer, id);
    const code = PAYMENT_METHODS.find((method) => method.id === id)!.code;
    return { id, code, chargePiastres, customerFeePiastres };
  });
  return { kind: 'open', payable: offer.payable.view, methods, asks: offer.payable.asks, values, errors };
}

/** What a payer sees of a stored state: one still on its way to the processor is waiting. */
export function shownState(state: StoredState): AttemptState {
  return state === 'pending' ? 'awaiting' : state;
}

/** How an attempt stands at this moment. */
export function attemptPage(app: App, offer: Offer, attempt: AttemptRow, errors: FieldMessages): PayPage {
  return {
    kind: 'attempt',
    payable: offer.payable.view,
    attempt: attemptView(app, offer, attempt),
    errors,
  };
}

function attemptView(app: App, offer: Offer, attempt: AttemptRow): AttemptView {
  const now = app.clock.now();
  const state = stateAt(attempt, now);
  const ends =
    state === 'otp' && attempt.otpExpiresAt
      ? earlier(attempt.otpExpiresAt, attempt.expiresAt)
      : attempt.expiresAt;
  const { returnUrl, cancelUrl } = offer.merchant;
  return {
    id: attempt.token,
    reference: attempt.reference,
    state: shownState(state),
    method: PAYMENT_METHODS.find((method) => method.id === attempt.method)!.code,
    chargePiastres: attempt.chargePiastres,
    expiresAt: ends.toISOString(),
    secondsLeft: Math.max(0, Math.ceil((ends.getTime() - now.getTime()) / 1000)),
    code: attempt.code,
    sentTo: attempt.walletMobile && maskMobile(attempt.walletMobile),
    triesLeft: state === 'otp' ? Math.max(0, OTP_TRIES - attempt.otpTries) : null,
    failure: state === 'expired' ? 'expired' : attempt.failureReason,
    card: attempt.cardLast4
      ? { brand: (attempt.cardBrand ?? 'card') as CardBrand, last4: attempt.cardLast4 }
      : null,
    paidAt: attempt.paidAt?.toISOString() ?? null,
    payer: payerOf(attempt),
    returnUrl: offer.payable.returnUrl ?? (state === 'succeeded' ? returnUrl : (cancelUrl ?? returnUrl)),
    canSimulate: state === 'awaiting' && Boolean(processorNamed(app, attempt.processor)?.simulate),
    canRetry: offer.closed === null,
  };
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);

function payerOf(attempt: AttemptRow): AttemptView['payer'] {
  const payer = {
    name: attempt.payerName,
    email: attempt.payerEmail,
    phone: attempt.payerMobile,
    address: attempt.payerAddress,
  };
  return Object.fromEntries(Object.entries(payer).filter(([, value]) => value !== ''));
}
