/** Operators' actions on disputes: open, move to a later stage, decide. */
import { CHARGEBACK_STATUS, type ChargebackStage } from '@daftar/contract/chargebacks';
import { isWaiting } from '../ops-approvals/index.ts';
import type { App } from '../platform/context.ts';
import { refusedKey } from '../platform/db/refused-key.ts';
import { nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import {
  AlreadyDecided,
  AnsweredSince,
  CaseElsewhere,
  CaseIdNeeded,
  CaseKnown,
  ChargebackNotFound,
  DecidedByProcessor,
  DecisionWaits,
  DueInPast,
  ExceedsDisputable,
  MerchantMayAnswer,
  NotDecided,
  NotDisputable,
  StageReached,
} from './errors.ts';
import { ANSWER_DAYS, isFurther, mayStillAnswer, PROCESSOR_ACTOR } from './rules.ts';
import { decide, move, open, type Steps, takeBack, takeSteps } from './steps.ts';
import * as store from './store.ts';

/** The card network's data of a case; absent if unknown. */
interface CaseTerms {
  reasonCode?: string | undefined;
  /** The last day of the response, in Cairo, `YYYY-MM-DD`; {@link ANSWER_DAYS} from now if absent. */
  dueDay?: string | undefined;
}

/** A dispute to be opened. */
export interface Opening extends CaseTerms {
  /** Defaults to the undisputed rest of the amount charged to the payer. */
  amountPiastres?: number | undefined;
  reason: string;
  caseId?: string | undefined;
  stage?: ChargebackStage | undefined;
  origin?: 'operator' | 'processor';
  /** Who opens it: `ops:mona`, `system`. */
  actor: string;
}

/** Returns the deadline of a response. @throws DueInPast */
function dueAtOf(now: Date, dueDay: string | undefined): Date {
  if (dueDay === undefined) return new Date(now.getTime() + ANSWER_DAYS * 86_400_000);
  const last = new Date(startOfCairoDay(nextDay(dueDay)).getTime() - 1_000);
  if (last <= now) throw new DueInPast();
  return last;
}

/**
 * Opens a dispute and holds its amount.
 * @returns its reference. @throws NotDisputable, ExceedsDisputable, CaseIdNeeded, CaseKnown, DueInPast
 */
export async function openChargeback(app: App, ref: store.PaymentRef, opening: Opening): Promise<string> {
  const dueAt = dueAtOf(app.clock.now(), opening.dueDay);
  const { caseId = '', reasonCode = '', stage = 'chargeback', origin = 'operator', reason } = opening;
  return takeSteps(app, opening.actor, async (steps) => {
    const payment = await store.lockPayment(steps.tx, ref);
    if (!payment || payment.disputablePiastres <= 0) throw new NotDisputable();
    const amountPiastres = opening.amountPiastres ?? payment.disputablePiastres;
    if (amountPiastres <= 0 || amountPiastres > payment.disputablePiastres) throw new ExceedsDisputable();
    requireToldApart(caseId, await store.listOfPayment(steps.tx, ref));
    const chargeback = { amountPiastres, reason, caseId, reasonCode, stage, origin, dueAt };
    const opened = await open(steps, payment, chargeback, { isTold: true });
    if (!opened) throw new CaseKnown();
    return opened.reference;
  });
}

/** Requires a case ID, without which a payment's disputes could not be told apart later. @throws CaseIdNeeded */
function requireToldApart(caseId: string, others: readonly store.CaseRow[]): void {
  const isUnclear = others.some((each) =>
    caseId === ''
      ? each.status !== CHARGEBACK_STATUS.withdrawn
      : each.status === CHARGEBACK_STATUS.pending && each.caseId === '',
  );
  if (isUnclear) throw new CaseIdNeeded();
}

/** Opens a dispute of the payment with this reference. @throws ChargebackNotFound; as {@link openChargeback} */
export async function openByReference(app: App, reference: string, opening: Opening): Promise<string> {
  const [found, another] = await store.findPaymentsByReference(app.db, reference.trim().toUpperCase());
  if (!found || another) throw new ChargebackNotFound();
  return openChargeback(app, found, opening);
}

/**
 * Moves a dispute to a later stage, in which its merchant may respond again. A decided one is open again.
 * @throws ChargebackNotFound, DecisionWaits, StageReached, NotDisputable, CaseIdNeeded, CaseElsewhere, DueInPast
 */
export async function moveChargeback(
  app: App,
  ref: { merchantId: number; id: number },
  to: CaseTerms & { stage: ChargebackStage; actor: string },
): Promise<void> {
  const dueAt = dueAtOf(app.clock.now(), to.dueDay);
  const { stage, reasonCode = '' } = to;
  const moved = takeSteps(app, to.actor, async (steps) => {
    const found = await store.lockCase(steps.tx, ref);
    if (!found) throw new ChargebackNotFound();
    const { payment, row } = found;
    await requireNoneWaits(steps, row);
    // Manual moves always lead to a later stage; within a stage, an operator decides.
    if (row.stage === stage || !isFurther(row, { stage, status: CHARGEBACK_STATUS.pending }))
      throw new StageReached();
    if (row.status === CHARGEBACK_STATUS.withdrawn)
      requireToldApart(row.caseId, await store.listOfPayment(steps.tx, payment));
    await move(steps, payment, row, { stage, reasonCode, dueAt }, { isTold: true });
  });
  await moved.catch(orCaseElsewhere(app));
}

/**
 * Reverses a decision that an operator made by mistake; a decision reported by a processor stands.
 * @throws ChargebackNotFound, NotDecided, DecidedByProcessor, NotDisputable, CaseElsewhere: nothing changes.
 */
export async function takeDecisionBack(
  app: App,
  ref: { merchantId: number; id: number },
  { reason, actor }: { reason: string; actor: string },
): Promise<void> {
  const takenBack = takeSteps(app, actor, async (steps) => {
    const found = await store.lockCase(steps.tx, ref);
    if (!found) throw new ChargebackNotFound();
    const { payment, row } = found;
    if (row.status === CHARGEBACK_STATUS.pending) throw new NotDecided();
    if ((await store.lastActorOf(steps.tx, row)) === PROCESSOR_ACTOR) throw new DecidedByProcessor();
    if (row.status === CHARGEBACK_STATUS.withdrawn)
      requireToldApart(row.caseId, await store.listOfPayment(steps.tx, payment));
    await takeBack(steps, payment, row, reason);
  });
  await takenBack.catch(orCaseElsewhere(app));
}

/** Another dispute may have taken the case ID while this one was withdrawn. */
const orCaseElsewhere = (app: App) => async (error: unknown) => {
  throw (await refusedKey(app.pool, error)) === 'chargebacks_case' ? new CaseElsewhere() : error;
};

/** @throws DecisionWaits if a decision of a locked dispute waits for a second operator */
async function requireNoneWaits({ app, tx }: Steps, { id }: store.CaseRow): Promise<void> {
  if (await isWaiting({ ...app, db: tx }, 'chargeback-won', `chargeback:${id}`)) throw new DecisionWaits();
}

/** The person who decides, and the state that they have seen. */
export interface Deciding {
  /** In the operator's words. */
  reason?: string | undefined;
  /** When the response that the operator read was sent; null: there was none; undefined: not checked. */
  readAnswer?: string | null | undefined;
  /** Refuses the decision while the merchant has not responded and still can. */
  unlessDue?: boolean;
  /** True: the second operator approved it, so its own request does not block it. */
  isApproved?: boolean;
}

/** Finds the dispute with this reference. @throws ChargebackNotFound */
async function findOnly(app: App, reference: string): Promise<{ merchantId: number; id: number }> {
  const [found, another] = await store.findByReference(app.db, reference.trim().toUpperCase());
  if (!found || another) throw new ChargebackNotFound();
  return found;
}

/** Decides the dispute with this reference. @throws ChargebackNotFound; as {@link decideChargeback} */
export async function decideByReference(
  app: App,
  reference: string,
  decision: 'applied' | 'withdrawn',
  actor: string,
  deciding: Deciding = {},
): Promise<store.CaseRow> {
  return decideChargeback(app, await findOnly(app, reference), decision, actor, deciding);
}

/**
 * Throws unless an operator may decide a locked dispute now.
 * @throws AlreadyDecided, AnsweredSince, MerchantMayAnswer
 */
export function requireDecidable(row: store.CaseRow, now: Date, deciding: Deciding): void {
  const { readAnswer, unlessDue = false } = deciding;
  if (row.status !== CHARGEBACK_STATUS.pending) throw new AlreadyDecided();
  const answeredAt = row.answeredAt?.toISOString() ?? null;
  if (readAnswer !== undefined && answeredAt !== readAnswer) throw new AnsweredSince();
  if (unlessDue && mayStillAnswer(row, now)) throw new MerchantMayAnswer();
}

/**
 * Decides a dispute. Applied: the money goes to the payer. Withdrawn: it returns to the merchant.
 * @throws ChargebackNotFound, AlreadyDecided, DecisionWaits, AnsweredSince, MerchantMayAnswer: nothing changes.
 */
export async function decideChargeback(
  app: App,
  ref: { merchantId: number; id: number },
  decision: 'applied' | 'withdrawn',
  actor: string,
  deciding: Deciding = {},
): Promise<store.CaseRow> {
  const { reason = '', isApproved = false } = deciding;
  return takeSteps(app, actor, async (steps) => {
    const found = await store.lockCase(steps.tx, ref);
    if (!found) throw new ChargebackNotFound();
    requireDecidable(found.row, steps.by.now, deciding);
    if (!isApproved) await requireNoneWaits(steps, found.row);
    return decide(steps, found.payment, found.row, decision, reason);
  });
}
