import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { ATTEMPT_HOLD_MINUTES, type CheckoutLocale, type ClosedReason } from '@daftar/contract/checkout';
import { PAYMENT_METHODS, type PaymentMethodId } from '@daftar/contract/lookups';
import { merchantLogo } from '../files/index.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newReference, newToken } from '../platform/references.ts';
import type { CardDetails } from '../processors/card.ts';
import { orderIdOf, type PaymentOrder, type RawCallback, readOrderId } from '../processors/port.ts';
import { processorFor, processorNamed } from '../processors/registry.ts';
import { sendNextCode, verifyCode } from './otp.ts';
import { applyOutcome, recordStep } from './outcomes.ts';
import { type Payable, type PayableRef, sourceOf } from './payable-source.ts';
import {
  type Charges,
  chargesOf,
  type FeeTerms,
  isOver,
  KIOSK,
  KIOSK_HOURS,
  minutesAfter,
  stateAt,
} from './rules.ts';
import {
  type AttemptRef,
  type AttemptRow,
  findAttemptByToken,
  findSubmission,
  findToken,
  insertAttempt,
  releasePlace,
} from './store.ts';
import { getMerchantFacts, type MerchantFacts } from './store-merchants.ts';

/** A payable with its merchant, as offered to a payer. */
export interface Offer {
  payable: Payable;
  merchant: MerchantFacts;
  /** The public URL of its logo. */
  logoUrl: string | null;
  /** Why it cannot be paid now; null when it can. */
  closed: ClosedReason | null;
}

/** Finds the payable of a public token; null for an unknown one. */
export async function findPayableByToken(app: App, token: string): Promise<Payable | null> {
  const ref = await findToken(app.db, token);
  return ref ? sourceOf(ref.kind).find(app.db, ref, app.clock.now()) : null;
}

/** Finds the offer of a public token: the payable, its merchant, and whether it can be paid. */
export async function findOffer(app: App, token: string): Promise<Offer | null> {
  const payable = await findPayableByToken(app, token);
  if (!payable) return null;
  const [merchant, logo] = await Promise.all([
    getMerchantFacts(app.db, payable),
    merchantLogo(app, payable.merchantId),
  ]);
  const logoUrl = logo?.address ?? null;
  return { payable, merchant, logoUrl, closed: payable.closed ?? unavailable(app, payable, merchant) };
}

/**
 * Finds an attempt by its token at the payable that a public token leads to, or led to before: a changed invoice keeps
 * its address.
 */
export async function findAttemptAt(app: App, payable: Payable, token: string): Promise<AttemptRow | null> {
  const attempt = await findAttemptByToken(app.db, payable.merchantId, token);
  if (attempt?.mode !== payable.mode || attempt.payableKind !== payable.kind) return null;
  if (attempt.payableId === payable.id) return attempt;
  const former = await sourceOf(payable.kind).find(
    app.db,
    { ...payable, id: attempt.payableId },
    app.clock.now(),
  );
  return former?.token === payable.token ? attempt : null;
}

/** Live money needs a live processor (or the demo's sandbox) and a merchant that may take it. */
function unavailable(app: App, payable: PayableRef, merchant: MerchantFacts): ClosedReason | null {
  if (!processorFor(app, payable.mode) || merchant.status === MERCHANT_STATUS.suspended) return 'unavailable';
  return payable.mode === 'live' && merchant.status !== MERCHANT_STATUS.live ? 'unavailable' : null;
}

/** The methods a payer may choose from: those of the payable that the merchant allows, the default first. */
export function payerMethods({ payable, merchant }: Offer): PaymentMethodId[] {
  const offered = PAYMENT_METHODS.map(({ id }) => id).filter(
    (id) =>
      (payable.methods.length === 0 || payable.methods.includes(id)) &&
      (merchant.allowedMethods === null || merchant.allowedMethods.includes(id)),
  );
  const isFirst = (id: PaymentMethodId) => id === merchant.defaultPayment;
  return [...offered.filter(isFirst), ...offered.filter((id) => !isFirst(id))];
}

/** The merchant's rate for a method, or the configured default. */
export function feeTermsOf(app: App, merchant: MerchantFacts, method: PaymentMethodId): FeeTerms {
  const own = merchant.rates.find((rate) => rate.method === method);
  return {
    rateBps: own?.rateBps ?? app.config.defaultRateBps,
    fixedPiastres: own?.fixedPiastres ?? app.config.defaultFixedFeePiastres,
    vatBps: app.config.vatBps,
    feesOn: merchant.feesOn,
  };
}

/** Calculates what paying an offer by a method costs. */
export function priceOf(app: App, offer: Offer, method: PaymentMethodId): Charges {
  return chargesOf(offer.payable.valuePiastres, feeTermsOf(app, offer.merchant, method));
}

/** A validated payment form. */
export interface PaymentStart {
  method: PaymentMethodId;
  payer: { name: string; email: string; mobile: string; address: string };
  card: { details: CardDetails; brand: string; last4: string } | null;
  walletMobile: string | null;
  /** The charge shown to the payer; null when unknown. */
  shownPiastres: number | null;
  locale: CheckoutLocale;
  /** The key of the submitted form; submitting it twice makes one attempt. */
  submissionKey: string | null;
}

/**
 * `again`: the form had started this attempt before. `changed`: the charge differs from what the payer saw; nothing was
 * started.
 */
export type Started = { attempt: string; again?: boolean } | { closed: ClosedReason } | { changed: true };

/**
 * Starts a payment: takes a place of the payable for 15 minutes and writes the attempt with its pending transaction;
 * then calls the processor, outside any transaction, and records its answer.
 * @returns the attempt's token, or why nothing was started.
 */
export async function startAttempt(app: App, offer: Offer, start: PaymentStart): Promise<Started> {
  const processor = processorFor(app, offer.payable.mode);
  if (!processor || offer.closed === 'unavailable') return { closed: 'unavailable' };
  const token = newToken();
  const opened = await transaction(app.db, (tx) => openAttempt(app, tx, offer, start, processor.name, token));
  if ('again' in opened) return { attempt: opened.again, again: true };
  if (!('ref' in opened)) return opened;
  const { merchantId, mode } = offer.payable;
  const order: PaymentOrder = {
    merchantId,
    orderId: orderIdOf(merchantId, token),
    mode,
    method: start.method,
    amountPiastres: opened.amountPiastres,
    ...(start.card ? { card: start.card.details } : {}),
    ...(start.walletMobile ? { walletMobile: start.walletMobile } : {}),
  };
  try {
    await recordStep(app, opened.ref, await processor.start(order));
  } catch (error) {
    // Whether the processor got the request is unknown: the attempt stays pending, and the job asks for its status.
    app.log.error({ err: error, attempt: opened.ref }, 'starting a payment failed');
  }
  return { attempt: token };
}

/** A new attempt with its charge, the token of the attempt that this form started before, or a refusal. */
type Opened =
  | { ref: AttemptRef; amountPiastres: number }
  | { again: string }
  | Exclude<Started, { attempt: string }>;

/** Takes a place and writes the attempt, after validating everything again behind the payable's lock. */
async function openAttempt(
  app: App,
  tx: Tx,
  { payable, merchant }: Offer,
  start: PaymentStart,
  processor: string,
  token: string,
): Promise<Opened> {
  const now = app.clock.now();
  const source = sourceOf(payable.kind);
  const held = await source.hold(tx, payable, now);
  const before = start.submissionKey ? await findSubmission(tx, payable, start.submissionKey) : undefined;
  if (before && !isOver(before)) {
    if (held === 'held') await releasePlace(tx, payable, now);
    return { again: before.token };
  }
  if (held !== 'held') return { closed: held };
  // The invoice may have been edited since the page was shown.
  const current = (await source.find(tx, payable, now)) ?? payable;
  const terms = feeTermsOf(app, merchant, start.method);
  const charges = chargesOf(current.valuePiastres, terms);
  if (start.shownPiastres !== null && start.shownPiastres !== charges.chargePiastres) {
    await releasePlace(tx, payable, now);
    return { changed: true };
  }
  const holdExpiresAt = minutesAfter(now, ATTEMPT_HOLD_MINUTES);
  const ref = await insertAttempt(tx, {
    token,
    reference: newReference('TRX'),
    payable: current,
    source: current.source,
    method: start.method,
    processor,
    currency: current.view.currency,
    subtotal: current.view.subtotal,
    total: current.view.total,
    rateScaled: current.rateScaled,
    valuePiastres: current.valuePiastres,
    ...charges,
    ...terms,
    locale: start.locale,
    payer: start.payer,
    card: start.card && { brand: start.card.brand, last4: start.card.last4 },
    walletMobile: start.walletMobile,
    submissionKey: start.submissionKey,
    holdExpiresAt,
    expiresAt: start.method === KIOSK ? codeEnd(now, current) : holdExpiresAt,
    now,
  });
  return { ref, amountPiastres: charges.chargePiastres };
}

/** When a kiosk code expires: after a day, not after the payable's own end, and not before its place is released. */
function codeEnd(now: Date, payable: Payable): Date {
  const day = minutesAfter(now, KIOSK_HOURS * 60).getTime();
  const due = Date.parse(payable.view.dueDate);
  return new Date(Math.max(Math.min(day, due), minutesAfter(now, ATTEMPT_HOLD_MINUTES).getTime()));
}

const orderOf = (attempt: AttemptRow) => ({
  merchantId: attempt.merchantId,
  orderId: orderIdOf(attempt.merchantId, attempt.token),
});

const stateNow = (app: App, attempt: AttemptRow) => stateAt(attempt, app.clock.now());

/**
 * Cancels an attempt for the payer. Does nothing when it is over, or when money is being confirmed. The processor is
 * still asked, because a payer may approve at their bank and then cancel here.
 */
export async function cancelAttempt(app: App, attempt: AttemptRow): Promise<void> {
  if (stateNow(app, attempt) === 'pending') return;
  await applyOutcome(app, attempt, { ours: true, state: 'canceled' });
}

/** Passes on the answer of the payer's bank to the second step. */
export async function answerChallenge(app: App, attempt: AttemptRow, approved: boolean): Promise<void> {
  const processor = processorNamed(app, attempt.processor);
  if (!processor || stateNow(app, attempt) !== 'challenge') return;
  await recordStep(app, attempt, await processor.continue(orderOf(attempt), { kind: 'challenge', approved }));
}

/** Verifies a one-time code; the right one pays, the fifth wrong one ends the attempt. @returns `dead` for that one */
export async function confirmCode(
  app: App,
  attempt: AttemptRow,
  code: string,
): Promise<'done' | 'wrong' | 'dead' | 'none'> {
  const processor = processorNamed(app, attempt.processor);
  if (!processor || stateNow(app, attempt) !== 'otp') return 'done';
  const verdict = await verifyCode(app, attempt, code);
  if (verdict === 'dead')
    await applyOutcome(app, attempt, { ours: true, state: 'failed', reason: 'wrong_code' });
  if (verdict === 'right') {
    await recordStep(app, attempt, await processor.continue(orderOf(attempt), { kind: 'otp' }));
  }
  return verdict === 'right' ? 'done' : verdict;
}

/** Sends a new code, at most every 90 seconds. */
export async function resendCode(app: App, attempt: AttemptRow): Promise<boolean> {
  return stateNow(app, attempt) === 'otp' && sendNextCode(app, attempt);
}

/** Completes a waiting payment by a signed callback, as its processor would. Sandbox only. */
export async function simulateOutcome(app: App, attempt: AttemptRow, outcome: 'pay' | 'fail'): Promise<void> {
  const processor = processorNamed(app, attempt.processor);
  if (!processor?.simulate || attempt.state !== 'awaiting') return;
  await receiveCallback(app, processor.name, await processor.simulate(orderOf(attempt), outcome));
}

/**
 * Handles a processor's callback, which may come twice, late or out of order.
 * @returns `forged` when the signature is not the processor's, `unknown` when it names no attempt of ours.
 */
export async function receiveCallback(
  app: App,
  processorName: string,
  raw: RawCallback,
): Promise<'done' | 'forged' | 'unknown'> {
  const callback = processorNamed(app, processorName)?.readCallback(raw);
  if (!callback) return 'forged';
  const order = readOrderId(callback.orderId);
  const attempt = order && (await findAttemptByToken(app.db, order.merchantId, order.attemptToken));
  if (!attempt || attempt.processor !== processorName) return 'unknown';
  await recordStep(app, attempt, callback.step);
  return 'done';
}
