import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { ClosedReason } from '@daftar/contract/checkout';
import { PAYMENT_METHODS, type PaymentMethodId } from '@daftar/contract/lookups';
import { type Branding, brandingOf } from '../branding/branding.ts';
import type { App } from '../platform/context.ts';
import type { MethodCapabilities, Route } from '../processors/gateway.ts';
import { askNow } from './asking.ts';
import { CALL_MILLISECONDS, openGateway, paymentRefOf } from './gateways.ts';
import { receiveNotification } from './notifications.ts';
import { sendNextCode, verifyCode } from './otp.ts';
import { applyOutcome, recordReport } from './outcomes.ts';
import { type Payable, type PayableRef, sourceOf } from './payable-source.ts';
import { type Charges, chargesOf, type FeeTerms, isUnfinished, stateAt } from './rules.ts';
import { type AttemptRow, claimReturn, findAttemptByToken, findToken } from './store.ts';
import { getMerchantFacts, type MerchantFacts } from './store-merchants.ts';

/** A payable with its merchant, as offered to a payer. */
export interface Offer {
  payable: Payable;
  merchant: MerchantFacts;
  /** Its pictures and colours. */
  face: Branding;
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
  const [merchant, face, routes] = await Promise.all([
    getMerchantFacts(app.db, payable),
    brandingOf(app.db, payable.merchantId),
    app.processors.routes(app, payable),
  ]);
  return {
    payable,
    merchant,
    face,
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
