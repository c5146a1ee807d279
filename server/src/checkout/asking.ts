/** Asks processors for the result of attempts that have none, or that we ended ourselves. */
import type { App } from '../platform/context.ts';
import { classifyDbError } from '../platform/db/errors.ts';
import { ProcessorError } from '../processors/errors.ts';
import type { AccountRef, PaymentReport } from '../processors/gateway.ts';
import { observedDiscrepancies } from '../processors/observers.ts';
import { CALL_MILLISECONDS, openGateway, paymentRefOf } from './gateways.ts';
import { applyOutcome, recordReport } from './outcomes.ts';
import { givenUpAt, isUnfinished, minutesAfter, nextAskAt } from './rules.ts';
import { type AttemptRow, getAttempt } from './store.ts';
import {
  type AccountPayment,
  type Claimed,
  claimAsks,
  findAttemptOf,
  listAskedAccounts,
  writeAsked,
} from './store-asking.ts';

/** Bounds of one run. */
export interface AskLimits {
  /** Milliseconds that a processor may take to answer. */
  timeoutMs: number;
  /** Concurrent requests per processor. */
  atOnce: number;
  /** Milliseconds after the start of the run within which a request may start. */
  runMs: number;
  /** After this many timeouts in a row, a processor is skipped for the rest of the run. */
  silences: number;
}

const LIMITS: AskLimits = { timeoutMs: 10_000, atOnce: 8, runMs: 45_000, silences: 16 };
/** Minutes for which a claimed attempt cannot be claimed again; longer than a run. */
const CLAIM_MINUTES = 2;

/** A processor did not answer in time. */
class Silence extends ProcessorError {
  constructor(processor: string) {
    super('unknown', `${processor} took too long`);
  }
}

/**
 * Asks about every due attempt, each once. Processors are asked independently, so that one that hangs or fails does not
 * delay other payments; an attempt whose request fails is asked about at growing intervals.
 * @returns the number of attempts asked about.
 */
export async function askDueAttempts(app: App, limits: AskLimits = LIMITS): Promise<number> {
  const accounts = await listAskedAccounts(app.db, app.clock.now());
  const lanes = await Promise.all(accounts.map((account) => askAccount(app, account, limits)));
  return lanes.reduce((sum, asked) => sum + asked, 0);
}

async function askAccount(app: App, account: AccountRef, limits: AskLimits): Promise<number> {
  const end = performance.now() + limits.runMs;
  let asked = 0;
  let silences = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end && silences < limits.silences) {
      const now = app.clock.now();
      // Claimed one at a time, so that each is asked about at once, whatever the other requests wait for.
      const [claimed] = await claimAsks(app.db, account, now, minutesAfter(now, CLAIM_MINUTES), 1);
      if (!claimed) return;
      asked += 1;
      const isAnswered = await ask(app, claimed, limits.timeoutMs);
      silences = isAnswered ? 0 : silences + 1;
    }
  };
  await Promise.all(Array.from({ length: limits.atOnce }, work));
  if (silences >= limits.silences) app.log.warn({ ...account, asked }, 'a processor does not answer');
  return asked;
}

/** @returns false when the processor timed out. */
async function ask(app: App, claimed: Claimed, timeoutMs: number): Promise<boolean> {
  const ref = { merchantId: claimed.merchantId, id: claimed.id };
  const attempt = await getAttempt(app.db, ref);
  let report: PaymentReport | null;
  try {
    report = await reportOn(app, attempt, timeoutMs);
  } catch (error) {
    app.log.error(
      { err: error, attempt: ref, asks: claimed.asks },
      'a processor did not say how a payment stands',
    );
    const now = app.clock.now();
    const next = nextAskAt(attempt, claimed.asks, now);
    if (!next)
      app.log.error(
        { attempt: ref, reference: attempt.reference },
        'a payment is given up without an answer',
      );
    await writeAsked(app.db, ref, { now, answered: false, next });
    return !(error instanceof Silence);
  }
  try {
    await settle(app, attempt, report, claimed.asks);
  } catch (error) {
    if (classifyDbError(error).kind === 'unavailable') throw error;
    app.log.error({ err: error, attempt: ref }, 'settling what a processor answered failed');
  }
  return true;
}

/**
 * Asks about an attempt now and records new information. An attempt without news is ended by the job, as planned. If
 * the report denies a payment that had already succeeded, a person must decide.
 * @throws Error if the processor gives no answer
 */
export async function askForNews(app: App, attempt: AttemptRow): Promise<void> {
  const report = await reportOn(app, attempt, CALL_MILLISECONDS);
  if (report) await recordReport(app, attempt, attempt, report);
  const word = attempt.state === 'succeeded' ? denialIn(report) : null;
  if (word === null) return;
  const { merchantId, id, accountId } = attempt;
  await observedDiscrepancies.tell(app, { merchantId, id, accountId }, { kind: 'payment-failed', word });
}

/** A processor's answer about a payment's money, requested by a person. */
export type Said =
  | { state: 'paid' }
  /** It has no result yet. */
  | { state: 'open' }
  /** It brought no money, for the reason in `word`. */
  | { state: 'denied'; word: string }
  /** The processor did not answer, so nothing is known about the money. */
  | { state: 'unanswered' };

/** Asks about a payment of an account on a person's request, and books the processor's answer. */
export async function askByHand(app: App, payment: AccountPayment): Promise<Said> {
  const ref = await findAttemptOf(app.db, payment);
  if (!ref) return { state: 'unanswered' };
  const attempt = await getAttempt(app.db, ref);
  let report: PaymentReport | null;
  try {
    report = await reportOn(app, attempt, CALL_MILLISECONDS);
  } catch (error) {
    if (classifyDbError(error).kind === 'unavailable') throw error;
    app.log.warn({ err: error, attempt: ref }, 'a processor did not say how a payment stands');
    return { state: 'unanswered' };
  }
  try {
    if (report) await recordReport(app, attempt, attempt, report);
  } catch (error) {
    if (classifyDbError(error).kind === 'unavailable') throw error;
    // A refund or dispute that contradicts our books does not prevent the payment from being booked.
    app.log.error({ err: error, attempt: ref }, 'settling what a processor answered failed');
  }
  if (report?.step.state === 'succeeded') return { state: 'paid' };
  const word = denialIn(report);
  return word === null ? { state: 'open' } : { state: 'denied', word };
}

/** Returns the reason in a report why a payment brought no money; null if there is none. */
export function denialIn(report: PaymentReport | null): string | null {
  const { step } = report ?? {};
  if (!step) return 'no such order';
  if (step.state === 'failed') return `${step.state}: ${step.reason}`;
  return step.state === 'canceled' || step.state === 'expired' ? step.state : null;
}

/** The same for a waiting payer; an unanswered question is repeated as planned. */
export async function askNow(app: App, attempt: AttemptRow): Promise<void> {
  if (attempt.nextAskAt === null) return;
  try {
    await askForNews(app, attempt);
  } catch (error) {
    if (classifyDbError(error).kind === 'unavailable') throw error;
    app.log.warn({ err: error, attempt: attempt.id }, 'a processor did not say how a payment stands');
  }
}

/** @throws Error if the processor fails, times out or is no longer configured; that says nothing about the money. */
async function reportOn(app: App, attempt: AttemptRow, timeoutMs: number): Promise<PaymentReport | null> {
  const gateway = await openGateway(app, attempt);
  if (!gateway) throw new Error(`there is no processor ${attempt.processor} ${attempt.accountId ?? ''}`);
  const order = await paymentRefOf(app, attempt);
  const stop = new AbortController();
  const tooLong = new Promise<never>((_resolve, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
  });
  const timer = setTimeout(() => stop.abort(new Silence(attempt.processor)), timeoutMs);
  try {
    return await Promise.race([gateway.ask(order, stop.signal), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Books a final answer; anything else is asked again later. */
async function settle(
  app: App,
  attempt: AttemptRow,
  report: PaymentReport | null,
  asks: number,
): Promise<void> {
  const step = report?.step;
  const state = step?.state ?? null;
  const word = step?.state === 'pending' ? step.word : undefined;
  if (report && (state === 'succeeded' || state === 'failed' || state === 'canceled')) {
    return recordReport(app, attempt, attempt, report);
  }
  const now = app.clock.now();
  await writeAsked(app.db, attempt, { now, answered: true, word, next: nextAskAt(attempt, asks, now) });
  if (!isUnfinished(attempt.state)) return;
  const isOnTheirPage =
    state === 'challenge' || state === 'redirect' || state === 'pending' || attempt.state === 'redirect';
  if (attempt.state === 'pending' && !report) {
    // The request never arrived. If the call should still be running after all this time, its money is booked as late.
    await applyOutcome(app, attempt, { ours: true, state: 'failed', reason: 'processing_error' });
  } else if (
    (attempt.state === 'pending' || attempt.state === 'redirect') &&
    report &&
    attempt.expiresAt > now
  ) {
    await recordReport(app, attempt, attempt, report);
  } else if (state === 'expired' || givenUpAt(attempt, isOnTheirPage ? 'on-their-page' : 'other') <= now) {
    await applyOutcome(app, attempt, { ours: true, state: 'expired' });
  }
}
