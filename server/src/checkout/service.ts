import { MERCHANT_STATUS } from '@daftar/contract/auth';
import { ATTEMPT_HOLD_MINUTES, type CheckoutLocale, type ClosedReason } from '@daftar/contract/checkout';
import { PAYMENT_METHODS, type PaymentMethodId } from '@daftar/contract/lookups';
import { merchantLogo } from '../files/index.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newReference, newToken } from '../platform/references.ts';
import type { CardDetails } from '../processors/card.ts';
import { ProcessorError } from '../processors/errors.ts';
import { newExternalRef } from '../processors/external-ref.ts';
import type { MethodCapabilities, PaymentOrder, Route, Step } from '../processors/gateway.ts';
import { askNow } from './asking.ts';
import { CALL_MILLISECONDS, openGateway, paymentRefOf } from './gateways.ts';
import { receiveNotification } from './notifications.ts';
import { sendNextCode, verifyCode } from './otp.ts';
import { applyOutcome, recordReport } from './outcomes.ts';
import { type Payable, type PayableRef, sourceOf } from './payable-source.ts';
import {
  type Charges,
  chargesOf,
  type FeeTerms,
  isOver,
  isUnfinished,
  KIOSK,
  KIOSK_HOURS,
  minutesAfter,
  stateAt,
} from './rules.ts';
import {
  type AttemptRef,
  type AttemptRow,
  claimReturn,
  findAttemptByToken,
  findSubmission,
  findToken,
  getAttempt,
  insertAttempt,
  moveAttempt,
  releasePlace,
} from './store.ts';
import { getMerchantFacts, type MerchantFacts } from './store-merchants.ts';

/** A payable with its merchant, as offered to a payer. */
export interface Offer {
  payable: Payable;
  merchant: MerchantFacts;
  /** The public URL of its logo. */
  logoUrl: string | null;
  /** The accounts at processors that take its payments, first choice first. */
  routes: readonly Route[];
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
  const [merchant, logo, routes] = await Promise.all([
    getMerchantFacts(app.db, payable),
    merchantLogo(app, payable.merchantId),
    app.processors.routes(app, payable),
  ]);
  const logoUrl = logo?.address ?? null;
  return {
    payable,
    merchant,
    logoUrl,
    routes,
    closed: payable.closed ?? unavailable(payable, merchant, routes),
  };
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

/** Live money needs an account at a processor (or the demo's sandbox) and a merchant that may take it. */
function unavailable(
  payable: PayableRef,
  merchant: MerchantFacts,
  routes: readonly Route[],
): ClosedReason | null {
  if (routes.length === 0 || merchant.status === MERCHANT_STATUS.suspended) return 'unavailable';
  return payable.mode === 'live' && merchant.status !== MERCHANT_STATUS.live ? 'unavailable' : null;
}

/** Whether our page offers a method. Live card numbers never reach us, so it has no form for them. */
const isPaidHere = ({ payable }: Offer, can: MethodCapabilities): boolean =>
  payable.mode === 'test' || can.collects !== 'card';

/** The account that takes payments by a method; undefined when none does. */
export const routeOf = ({ routes }: Pick<Offer, 'routes'>, method: PaymentMethodId): Route | undefined =>
  routes.find((route) => route.methods[method]);

/** Whether the payable, its merchant and a processor take a method. */
export function takesMethod({ payable, merchant, routes }: Offer, method: PaymentMethodId): boolean {
  return (
    routeOf({ routes }, method) !== undefined &&
    (payable.methods.length === 0 || payable.methods.includes(method)) &&
    (merchant.allowedMethods === null || merchant.allowedMethods.includes(method))
  );
}

/** The methods a payer may choose from on our page, the default first. */
export function payerMethods(offer: Offer): PaymentMethodId[] {
  const offered = PAYMENT_METHODS.map(({ id }) => id).filter(
    (id) => takesMethod(offer, id) && isPaidHere(offer, routeOf(offer, id)!.methods[id]!),
  );
  const isFirst = (id: PaymentMethodId) => id === offer.merchant.defaultPayment;
  return [...offered.filter(isFirst), ...offered.filter((id) => !isFirst(id))];
}

/** The methods that a payer may choose, and what each asks them to enter on our page. */
export type OfferedMethods = ReadonlyMap<PaymentMethodId, MethodCapabilities['collects']>;

/** The same, with what each asks the payer to enter on our page. */
export const offeredMethods = (offer: Offer): OfferedMethods =>
  new Map(payerMethods(offer).map((id) => [id, routeOf(offer, id)!.methods[id]!.collects]));

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
 * `again`: the form had started this attempt before. `goesOn`: the payer goes on to the processor's page. `changed`: the charge differs from what the payer saw; nothing was
 * started.
 */
export type Started =
  | { attempt: string; again?: boolean; goesOn?: boolean }
  | { closed: ClosedReason }
  | { changed: true };

/**
 * Starts a payment: takes a place of the payable for 15 minutes and writes the attempt with its pending transaction;
 * then calls the processor, outside any transaction, and records its answer.
 * @returns the attempt's token, or why nothing was started.
 */
export async function startAttempt(app: App, offer: Offer, start: PaymentStart): Promise<Started> {
  const [route, ...others] = offer.routes.filter((each) => each.methods[start.method]);
  if (!route || offer.closed === 'unavailable') return { closed: 'unavailable' };
  const opened = await transaction(app.db, (tx) => openAttempt(app, tx, offer, start, route));
  if ('again' in opened) return { attempt: opened.again, again: true };
  if (!('ref' in opened)) return opened;
  const { collects } = route.methods[start.method]!;
  // The payer filled in the form of the first choice.
  const alike = others.filter((each) => each.methods[start.method]?.collects === collects);
  const attempt = await getAttempt(app.db, opened.ref);
  const next = await callProcessor(app, attempt, offer, start, [route, ...alike]);
  return next === 'redirect' ? { attempt: opened.token, goesOn: true } : { attempt: opened.token };
}

/** Time for starting a payment, while the payer waits. */
const START_MILLISECONDS = 20_000;

/** Starts a written attempt at the first account that accepts it. @returns the next step, if it is known */
async function callProcessor(
  app: App,
  attempt: AttemptRow,
  { payable, merchant }: Offer,
  start: PaymentStart,
  routes: readonly Route[],
): Promise<Step['state'] | null> {
  const address = `${payable.token}/${attempt.token}`;
  const order: Omit<PaymentOrder, 'notificationUrl' | 'card'> = {
    ...(await paymentRefOf(app, attempt)),
    mode: attempt.mode,
    reference: attempt.reference,
    description: payable.view.title,
    merchantName: merchant.name,
    locale: start.locale,
    payer: { name: start.payer.name, email: start.payer.email, mobile: start.payer.mobile },
    walletMobile: start.walletMobile,
    returnUrl: `${app.config.publicUrl}/pay/return/${address}`,
  };
  for (const [index, route] of routes.entries()) {
    if (index > 0 && !(await moveAttempt(app.db, attempt, route))) return null;
    const notificationUrl = `${app.config.publicUrl}${route.notificationPath}`;
    try {
      const gateway = await app.processors.open(app, route);
      if (!gateway) throw new ProcessorError('refused', `there is no processor ${route.processor}`);
      // Card details are for the sandbox alone.
      const card = route.accountId === null ? (start.card?.details ?? null) : null;
      const report = await gateway.start(
        { ...order, card, notificationUrl },
        AbortSignal.timeout(START_MILLISECONDS),
      );
      await recordReport(app, attempt, route, report);
      return report.step.state;
    } catch (error) {
      app.log.error(
        { err: error, attempt: attempt.id, account: route.accountId },
        'starting a payment failed',
      );
      // Whether the processor got the request is unknown: the attempt stays pending, and the job asks for its status.
      if (!(error instanceof ProcessorError) || error.kind === 'unknown') return null;
    }
  }
  await applyOutcome(app, attempt, { state: 'failed', reason: 'processing_error' });
  return 'failed';
}

/** A new attempt with its charge, the token of the attempt that this form started before, or a refusal. */
type Opened = { ref: AttemptRef; token: string } | { again: string } | Exclude<Started, { attempt: string }>;

/** Takes a place and writes the attempt, after validating everything again behind the payable's lock. */
async function openAttempt(
  app: App,
  tx: Tx,
  { payable, merchant }: Offer,
  start: PaymentStart,
  account: Route,
): Promise<Opened> {
  const token = newToken();
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
    externalRef: newExternalRef(),
    account,
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
  return { ref, token };
}

/** When a kiosk code expires: after a day, not after the payable's own end, and not before its place is released. */
function codeEnd(now: Date, payable: Payable): Date {
  const day = minutesAfter(now, KIOSK_HOURS * 60).getTime();
  const due = Date.parse(payable.view.dueDate);
  return new Date(Math.max(Math.min(day, due), minutesAfter(now, ATTEMPT_HOLD_MINUTES).getTime()));
}

const stateNow = (app: App, attempt: AttemptRow) => stateAt(attempt, app.clock.now());

/**
 * Cancels an attempt for the payer. Does nothing when it is over, or when money is being confirmed. The processor is
 * told, and still asked, because a payer may approve at their bank and then cancel here.
 */
export async function cancelAttempt(app: App, attempt: AttemptRow): Promise<void> {
  if (stateNow(app, attempt) === 'pending') return;
  if ((await cancelAtProcessor(app, attempt)) === 'too-late') return askNow(app, attempt);
  await applyOutcome(app, attempt, { ours: true, state: 'canceled' });
}

/** Tells the processor that nobody may pay an attempt any more; `unknown` when it cannot or does not say. */
async function cancelAtProcessor(
  app: App,
  attempt: AttemptRow,
): Promise<'canceled' | 'too-late' | 'unknown'> {
  if (!isUnfinished(attempt.state)) return 'unknown';
  try {
    const gateway = await openGateway(app, attempt);
    if (!gateway?.cancel) return 'unknown';
    return await gateway.cancel(await paymentRefOf(app, attempt), AbortSignal.timeout(CALL_MILLISECONDS));
  } catch (error) {
    app.log.warn(
      { err: error, attempt: attempt.id },
      'a processor could not be told that a payment is canceled',
    );
    return 'unknown';
  }
}

/** Not more often than this, however often the payer reloads. */
const RETURN_SECONDS = 1;

/** Asks about an attempt whose payer came back from the processor's page. What they bring along decides nothing. */
export async function askOnReturn(app: App, attempt: AttemptRow): Promise<void> {
  const now = app.clock.now();
  const since = new Date(now.getTime() - RETURN_SECONDS * 1000);
  if (await claimReturn(app.db, attempt, now, since)) await askNow(app, attempt);
}

/** Passes on the answer of the payer's bank to the second step. */
export async function answerChallenge(app: App, attempt: AttemptRow, approved: boolean): Promise<void> {
  const gateway = await openGateway(app, attempt);
  if (!gateway?.continue || stateNow(app, attempt) !== 'challenge') return;
  const report = await gateway.continue(await paymentRefOf(app, attempt), { kind: 'challenge', approved });
  await recordReport(app, attempt, attempt, report);
}

/** Verifies a one-time code; the right one pays, the fifth wrong one ends the attempt. @returns `dead` for that one */
export async function confirmCode(
  app: App,
  attempt: AttemptRow,
  code: string,
): Promise<'done' | 'wrong' | 'dead' | 'none'> {
  const gateway = await openGateway(app, attempt);
  if (!gateway?.continue || stateNow(app, attempt) !== 'otp') return 'done';
  const verdict = await verifyCode(app, attempt, code);
  if (verdict === 'dead')
    await applyOutcome(app, attempt, { ours: true, state: 'failed', reason: 'wrong_code' });
  if (verdict === 'right') {
    const report = await gateway.continue(await paymentRefOf(app, attempt), { kind: 'otp' });
    await recordReport(app, attempt, attempt, report);
  }
  return verdict === 'right' ? 'done' : verdict;
}

/** Sends a new code, at most every 90 seconds. */
export async function resendCode(app: App, attempt: AttemptRow): Promise<boolean> {
  return stateNow(app, attempt) === 'otp' && sendNextCode(app, attempt);
}

/** Completes a waiting payment by a signed notification, as its processor would. Sandbox only. */
export async function simulateOutcome(app: App, attempt: AttemptRow, outcome: 'pay' | 'fail'): Promise<void> {
  const sandbox = app.processors.sandbox(app, attempt);
  if (!sandbox || attempt.state !== 'awaiting') return;
  const raw = await sandbox.simulate(await paymentRefOf(app, attempt), outcome);
  await receiveNotification(app, { account: attempt, raw, isAtOnce: true });
}
