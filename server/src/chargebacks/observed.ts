/** Disputes that processors report: each case once, whatever the order and number of its reports. */
import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import { formatPounds } from '@daftar/contract/money';
import type { App } from '../platform/context.ts';
import type { DisputeReport } from '../processors/gateway.ts';
import type { ObservedPayment } from '../processors/observers.ts';
import { UnexpectedDispute } from './errors.ts';
import { ANSWER_DAYS, isFurther, PROCESSOR_ACTOR, reasonOfCode, STATUS_OF } from './rules.ts';
import { decide, move, open, type Steps, takeSteps } from './steps.ts';
import * as store from './store.ts';

const CASE_ID_LENGTH = 64;
const CODE_LENGTH = 40;

/**
 * Books a processor's report of a dispute, once, however often and in whatever order it is reported.
 * @param reason a key of our texts, if it is more specific than the network's code
 * @throws UnexpectedDispute if it contradicts our books; nothing changes
 */
export async function observeDispute(
  app: App,
  attempt: ObservedPayment,
  report: DisputeReport,
  reason = reasonOfCode(report.reasonCode),
): Promise<void> {
  const { caseId, amountPiastres, stage, state } = report;
  const said = `case ${caseId} of ${pounds(amountPiastres)}`;
  if (caseId === '' || caseId.length > CASE_ID_LENGTH || !(amountPiastres > 0))
    throw new UnexpectedDispute(
      `a dispute needs a case of at most ${CASE_ID_LENGTH} characters and an amount: ${said}`,
    );
  await takeSteps(app, PROCESSOR_ACTOR, async (steps) => {
    const payments = await store.lockPaymentsOf(steps.tx, attempt);
    const [first] = payments;
    if (!first) throw new UnexpectedDispute(`${said} disputes a payment that has not succeeded here`);
    const next = {
      stage,
      reasonCode: report.reasonCode.slice(0, CODE_LENGTH),
      dueAt: report.dueAt ?? new Date(steps.by.now.getTime() + ANSWER_DAYS * 86_400_000),
    };
    const isTold = state === 'open';
    const known = await findKnown(steps, payments, report);
    // For an order that was paid twice, the payment that the report fits.
    const payment = known
      ? payments.find((each) => each.transactionId === known.transactionId)
      : (payments.find((each) => amountPiastres <= each.disputablePiastres) ?? first);
    if (!payment)
      throw new UnexpectedDispute(`${said} belongs to another payment here (${known?.reference})`);
    let row: store.CaseRow;
    if (known) {
      if (known.amountPiastres !== amountPiastres)
        throw new UnexpectedDispute(`${said} is ${known.reference} here, of ${pounds(known.amountPiastres)}`);
      const status = STATUS_OF[state];
      if (!isFurther(known, { stage, status })) return;
      const isDecided = known.status !== CHARGEBACK_STATUS.pending;
      if (isDecided && known.status === status)
        return store.writeLaterDecision(steps.tx, known, stage, steps.by);
      if (known.status === CHARGEBACK_STATUS.withdrawn) requireRest(payment, report, said);
      row = isDecided || known.stage !== stage ? await move(steps, payment, known, next, { isTold }) : known;
    } else {
      requireRest(payment, report, said);
      const chargeback = { ...next, amountPiastres, reason, caseId, origin: 'processor' } as const;
      const opened = await open(steps, payment, chargeback, { isTold });
      if (!opened) throw new UnexpectedDispute(`${said} is being written by another call`);
      row = opened;
    }
    if (state !== 'open') await decide(steps, payment, row, state === 'lost' ? 'applied' : 'withdrawn');
  });
}

/**
 * Finds the dispute of a reported case. A dispute that an operator opened without a case ID is taken for it, even if
 * already decided, so that its amount is not taken twice.
 */
async function findKnown(
  { tx }: Steps,
  payments: readonly store.DisputedPayment[],
  { caseId, amountPiastres }: DisputeReport,
): Promise<store.CaseRow | undefined> {
  const known = await store.findCase(tx, payments[0]!, caseId);
  // A dispute that an operator withdrew because of a wrong amount is not the reported case.
  const isMistake =
    known?.status === CHARGEBACK_STATUS.withdrawn &&
    known.origin === 'operator' &&
    known.amountPiastres !== amountPiastres;
  if (known && !isMistake) return known;
  const byHand: store.CaseRow[] = [];
  for (const payment of payments)
    for (const each of await store.listOfPayment(tx, payment)) if (each.caseId === '') byHand.push(each);
  const isSame = (each: store.CaseRow) => each.amountPiastres === amountPiastres;
  const pending = byHand.filter((each) => each.status === CHARGEBACK_STATUS.pending);
  const open =
    pending.find(isSame) ??
    pending[0] ??
    byHand.find((each) => each.status === CHARGEBACK_STATUS.applied && isSame(each));
  if (!open) return undefined;
  if (!isSame(open))
    throw new UnexpectedDispute(
      `case ${caseId} may be ${open.reference}, which was opened by hand without a case id and with another amount: decide that one first`,
    );
  await store.writeCaseId(tx, open, caseId);
  return { ...open, caseId };
}

/** @throws UnexpectedDispute if more is disputed than the payer was charged */
function requireRest(payment: store.DisputedPayment, report: DisputeReport, said: string): void {
  if (report.amountPiastres <= payment.disputablePiastres) return;
  throw new UnexpectedDispute(
    `${said} is more than what is left to dispute of ${payment.reference}: ${pounds(payment.disputablePiastres)}`,
  );
}

const pounds = (piastres: number) => `EGP ${formatPounds(piastres)}`;
