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
  /** The merchant's pictures and colours. */
  face: Branding;
  /** The accounts at processors that take its payments, in order of preference. */
  routes: readonly Route[];
  /** The reason why it cannot be paid now; null if it can. */
  closed: ClosedReason | null;
}

/** Finds the payable of a public token; null if unknown. */
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
 * Finds an attempt by its token at the payable to which a public token leads, or led before: a changed invoice keeps
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

/**
 * Returns why an offer is unavailable: live money requires an account at a processor (or the demo's sandbox) and a
 * merchant that may take it.
 */
function unavailable(
  payable: PayableRef,
  merchant: MerchantFacts,
  routes: readonly Route[],
): ClosedReason | null {
  if (routes.length === 0 || merchant.status === MERCHANT_STATUS.suspended) return 'unavailable';
  return payable.mode === 'live' && merchant.status !== MERCHANT_STATUS.live ? 'unavailable' : null;
}

/** Returns whether our page offers a method. Live card numbers must not reach us, so our page has no form for them. */
const isPaidHere = ({ payable }: Offer, can: MethodCapabilities): boolean =>
  payable.mode === 'test' || can.collects !== 'card';

/** Returns the account that takes payments by a method; undefined if none does. */
export const routeOf = ({ routes }: Pick<Offer, 'routes'>, method: PaymentMethodId): Route | undefined =>
  routes.find((route) => route.methods[method]);

/** Returns whether the payable, its merchant and a processor accept a method. */
export function takesMethod({ payable, merchant, routes }: Offer, method: PaymentMethodId): boolean {
  return (
    routeOf({ routes }, method) !== undefined &&
    (payable.methods.length === 0 || payable.methods.includes(method)) &&
    (merchant.allowedMethods === null || merchant.allowedMethods.includes(method))
  );
}

/** Lists the methods that a payer may choose on our page, the default first. */
export function payerMethods(offer: Offer): PaymentMethodId[] {
  const offered = PAYMENT_METHODS.map(({ id }) => id).filter(
    (id) => takesMethod(offer, id) && isPaidHere(offer, routeOf(offer, id)!.methods[id]!),
  );
  const isFirst = (id: PaymentMethodId) => id === offer.merchant.defaultPayment;
  return [...offered.filter(isFirst), ...offered.filter((id) => !isFirst(id))];
}

/** The methods that a payer may choose, with the data that each requires on our page. */
export type OfferedMethods = ReadonlyMap<PaymentMethodId, MethodCapabilities['collects']>;

/** Returns the offered methods, with the data that each requires on our page. */
export const offeredMethods = (offer: Offer): OfferedMethods =>
  new Map(payerMethods(offer).map((id) => [id, routeOf(offer, id)!.methods[id]!.collects]));

/** Returns the merchant's rate for a method, or the configured default. */
export function feeTermsOf(app: App, merchant: MerchantFacts, method: PaymentMethodId): FeeTerms {
  const own = merchant.rates.find((rate) => rate.method === method);
  return {
    rateBps: own?.rateBps ?? app.config.defaultRateBps,
    fixedPiastres: own?.fixedPiastres ?? app.config.defaultFixedFeePiastres,
    vatBps: app.config.vatBps,
    feesOn: merchant.feesOn,
  };
}

/** Calculates the charges for paying an offer by a method. */
export function priceOf(app: App, offer: Offer, method: PaymentMethodId): Charges {
  return chargesOf(offer.payable.valuePiastres, feeTermsOf(app, offer.merchant, method));
}

const stateNow = (app: App, attempt: AttemptRow) => stateAt(attempt, app.clock.now());

/**
 * Cancels an attempt for the payer. Does nothing if it is over, or while money is being confirmed. The processor is
 * told, and still asked, because a payer may approve at their bank and then cancel here.
 */
export async function cancelAttempt(app: App, attempt: AttemptRow): Promise<void> {
  if (stateNow(app, attempt) === 'pending') return;
  if ((await cancelAtProcessor(app, attempt)) === 'too-late') return askNow(app, attempt);
  await applyOutcome(app, attempt, { ours: true, state: 'canceled' });
}

/** Tells the processor that an attempt must no longer be paid; `unknown` if it cannot do that or does not answer. */
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

/** Minimum seconds between two questions, however often the payer reloads. */
const RETURN_SECONDS = 1;

/**
 * Asks about an attempt whose payer returned from the processor's page. The parameters of the return decide nothing.
 */
export async function askOnReturn(app: App, attempt: AttemptRow): Promise<void> {
  const now = app.clock.now();
  const since = new Date(now.getTime() - RETURN_SECONDS * 1000);
  if (await claimReturn(app.db, attempt, now, since)) await askNow(app, attempt);
}

/** Passes the answer of the payer's bank on to the second step. */
export async function answerChallenge(app: App, attempt: AttemptRow, approved: boolean): Promise<void> {
  const gateway = await openGateway(app, attempt);
  if (!gateway?.continue || stateNow(app, attempt) !== 'challenge') return;
  const report = await gateway.continue(await paymentRefOf(app, attempt), { kind: 'challenge', approved });
  await recordReport(app, attempt, attempt, report);
}

/**
 * Verifies a one-time code; the right one pays, the fifth wrong one ends the attempt.
 * @returns `dead` for the fifth wrong one
 */
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
