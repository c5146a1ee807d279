/** The only path by which a result is booked, whether a payer's request, a callback or a job reports it. */
import type { FailureReason } from '@daftar/contract/checkout';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newReference, newToken } from '../platform/references.ts';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';
import type { AccountRef, PaymentReport, Step } from '../processors/gateway.ts';
import { keepIds, referenceOf } from '../processors/ids.ts';
import { countPayment } from '../processors/metrics.ts';
import { observedDiscrepancies, observedDisputes, observedRefunds } from '../processors/observers.ts';
import { cardKnown, copyReview, holdBeyondLimit } from '../risk/assess.ts';
import { isBeyond, readLimit } from '../volume-limits/limits.ts';
import { noteAwaiting } from './code-message.ts';
import { sendFirstCode } from './otp.ts';
import { expectedSettlementDay } from './rules.ts';
import {
  type AttemptRef,
  type Outcome,
  type Written,
  writeCard,
  writeOutcome,
  writeProgress,
} from './store.ts';
import { recordProcessorStatus } from './store-asking.ts';
import { copyForMoreMoney } from './store-copies.ts';
import { getSettlementPlan, listHolidays } from './store-merchants.ts';

/** A final answer of the processor. */
type ProcessorStatus = Extract<Step, { state: 'succeeded' | 'failed' | 'canceled' }>;
/** An end decided by us; the processor is still asked whether money arrived. */
export type OurEnd =
  | { ours: true; state: 'canceled' | 'expired' }
  | { ours: true; state: 'failed'; reason: FailureReason };
/** The reported result of an attempt. */
export type Report = ProcessorStatus | OurEnd;

const HOLIDAYS_KEPT_MINUTES = 5;
const keptHolidays = new WeakMap<object, { at: number; days: ReadonlySet<string> }>();

/** Bank holidays from yesterday on, cached for a few minutes: every capture needs them and they hardly change. */
async function holidays(app: App): Promise<ReadonlySet<string>> {
  const now = app.clock.now();
  const kept = keptHolidays.get(app.pool);
  if (kept && Math.abs(now.getTime() - kept.at) < HOLIDAYS_KEPT_MINUTES * 60_000) return kept.days;
  const days = new Set(await listHolidays(app.db, nextDay(cairoDay(now), -1)));
  keptHolidays.set(app.pool, { at: now.getTime(), days });
  return days;
}

/** Returns the day on which a merchant's money captured now is expected in the bank. */
export async function expectedDay(app: App, merchantId: number): Promise<string> {
  const plan = await getSettlementPlan(app.db, merchantId);
  return expectedSettlementDay(app.clock.now(), await holidays(app), plan);
}

/**
 * Applies a result exactly once, in one transaction: attempt, transaction, payable, statistics, timeline, ledger and
 * the following job, or nothing. Called twice, late, concurrently or out of order, it does not change a final result;
 * money is booked and flagged, never dropped. Further money for a successful attempt (another processor reference)
 * becomes a transaction of its own.
 */
export async function applyOutcome(app: App, ref: AttemptRef, report: Report): Promise<Written> {
  const now = app.clock.now();
  if (report.state !== 'succeeded') {
    const reason: FailureReason = report.state === 'failed' ? report.reason : report.state;
    return writeOutcome(app.db, ref, { state: report.state, reason, ours: 'ours' in report }, now);
  }
  const outcome = {
    state: 'succeeded',
    reference: report.reference,
    receivedPiastres: report.receivedPiastres,
    disputes: report.disputes,
    expectedOn: await expectedDay(app, ref.merchantId),
  } as const;
  const written = await writeMoney(app, ref, outcome, now);
  if (written.result !== 'already') return written;
  return transaction(app.db, async (tx) => {
    const copy = await copyForMoreMoney(tx, ref, {
      token: newToken(),
      reference: newReference('TRX'),
      moneyReference: report.reference,
      card: report.card ?? null,
      now,
    });
    if (!copy) return written;
    await copyReview(tx, ref, copy.id);
    return writeMoney({ ...app, db: tx }, copy, outcome, now);
  });
}

/** Books received money. An amount above the merchant's monthly limit is booked too, and waits for an operator. */
async function writeMoney(app: App, ref: AttemptRef, outcome: Outcome, now: Date): Promise<Written> {
  // Most merchants have no limit, and need no transaction around the single statement.
  if ((await readLimit(app, ref.merchantId)) === null) return writeOutcome(app.db, ref, outcome, now);
  return transaction(app.db, async (tx) => {
    const written = await writeOutcome(tx, ref, outcome, now);
    const { result, transactionId } = written;
    if (result !== 'applied' || transactionId === null) return written;
    const paid = { merchantId: ref.merchantId, transactionId };
    if (await isBeyond(app, tx, paid)) await holdBeyondLimit(tx, paid, now);
    return written;
  });
}

/** Records everything that a processor reports about an attempt: ids, its state, its refunds and disputes. */
export async function recordReport(
  app: App,
  ref: AttemptRef,
  account: AccountRef,
  { step, ids = [], moreMoney = [], refunds = [], disputes = [], unnamed = [] }: PaymentReport,
): Promise<void> {
  const { accountId } = account;
  await keepIds(app, { merchantId: ref.merchantId, id: ref.id }, accountId, ids);
  await recordStep(app, ref, account, step);
  for (const money of moreMoney)
    await applyOutcome(app, ref, { state: 'succeeded', disputes: false, ...money });
  const payment = { merchantId: ref.merchantId, id: ref.id, accountId };
  // A report that contradicts the books is left to a person, and does not prevent the rest from being booked.
  const troubles: unknown[] = [];
  const note = (error: unknown) => troubles.push(error);
  for (const refund of refunds) await observedRefunds.tell(app, payment, refund).catch(note);
  for (const dispute of disputes) await observedDisputes.tell(app, payment, dispute).catch(note);
  for (const each of unnamed) await observedDiscrepancies.tell(app, payment, each).catch(note);
  if (troubles.length > 0) throw troubles[0];
}

/** Records the state of an attempt at its processor, final or not. */
async function recordStep(app: App, ref: AttemptRef, account: AccountRef, step: Step): Promise<void> {
  const now = app.clock.now();
  switch (step.state) {
    case 'pending':
      if (step.word !== undefined) {
        app.log.error({ attempt: ref.id, word: step.word }, 'a processor used a status that is not known');
      }
      return recordProcessorStatus(app.db, ref, step.word);
    case 'expired':
      // Ended by the job, after it has asked again once our own time is over.
      return;
    case 'challenge':
      await writeProgress(app.db, ref, { state: 'challenge', code: null, now });
      return;
    case 'redirect': {
      const { state, ...redirect } = step;
      await writeProgress(app.db, ref, { state, code: null, redirect, now });
      return;
    }
    case 'awaiting':
      return noteAwaiting(app, ref, step.code);
    case 'otp':
      return sendFirstCode(app, ref, step.sendTo);
    case 'failed': {
      const { mayStillBePaid = false, ...failed } = step;
      // The processor's answer is final, unless the payer may try again there.
      const { result } = await applyOutcome(app, ref, mayStillBePaid ? { ...failed, ours: true } : failed);
      // Processors repeat themselves; only reports that change something are counted.
      if (result === 'applied') countPayment(account, 'failed');
      return;
    }
    case 'succeeded': {
      const { payment, ...money } = step;
      const reference = payment
        ? await referenceOf(app, ref, account.accountId, { reference: step.reference, payment })
        : step.reference;
      if (step.card) {
        await writeCard(app.db, ref, step.card, { reference, now });
        await cardKnown(app, ref, account, step.card);
      }
      const { result } = await applyOutcome(app, ref, { ...money, reference });
      if (result === 'applied') countPayment(account, 'succeeded');
      return;
    }
    case 'canceled':
      await applyOutcome(app, ref, step);
  }
}
