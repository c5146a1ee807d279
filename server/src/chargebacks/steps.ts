/** Steps of a dispute, each with its history, messages and posting. Callers hold the lock of its payment. */
import { CHARGEBACK_STATUS, type ChargebackStage } from '@daftar/contract/chargebacks';
import { toPounds } from '@daftar/contract/money';
import { recordAudit } from '../audit/record.ts';
import { chargebackAppliedLines, chargebackOpenedLines, chargebackWonLines } from '../ledger/lines.ts';
import { postTransfer, type Transfer } from '../ledger/post.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { newReference } from '../platform/references.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { stopUnsentRefunds } from '../refunds/writes.ts';
import { coverFromReserve } from '../reserve/writes.ts';
import { referenceOf } from '../transactions/writes.ts';
import { emitEvent } from '../webhooks/emit.ts';
import { NotDisputable } from './errors.ts';
import * as store from './store.ts';

/** A transaction in which disputes take steps. */
export interface Steps {
  app: App;
  tx: Tx;
  by: store.By;
  /** Posted at the end, in this order, because the ledger is locked last. */
  transfers: Transfer[];
}

/** Runs steps in one transaction, and posts their transfers at its end. */
export const takeSteps = <Result>(
  app: App,
  actor: string,
  act: (steps: Steps) => Promise<Result>,
): Promise<Result> =>
  transaction(app.db, async (tx) => {
    const steps: Steps = { app, tx, by: { now: app.clock.now(), actor }, transfers: [] };
    await store.setActor(tx, actor);
    const result = await act(steps);
    for (const transfer of steps.transfers) {
      await postTransfer(tx, transfer);
      if (transfer.kind === 'chargeback_opened') await coverFromReserve(app, tx, transfer);
    }
    return result;
  });

/** A dispute to be opened. */
export interface NewCase {
  amountPiastres: number;
  reason: string;
  caseId: string;
  reasonCode: string;
  stage: ChargebackStage;
  origin: 'operator' | 'processor';
  dueAt: Date;
}

/** True: the merchant is notified. False: another step follows at once. */
interface Telling {
  isTold: boolean;
}

/**
 * Opens a dispute of a locked payment and holds its amount.
 * @returns undefined if one of the same case exists, or one without a case ID
 */
export async function open(
  steps: Steps,
  payment: store.DisputedPayment,
  opening: NewCase,
  { isTold }: Telling,
): Promise<store.CaseRow | undefined> {
  const { tx, by } = steps;
  const row = await store.insertChargeback(tx, payment, { ...opening, reference: newReference('CHB'), by });
  if (!row) return undefined;
  await stopUnsentRefunds(tx, row);
  await record(steps, row, 'open', { amountPiastres: row.amountPiastres });
  if (isTold) await tell(steps, row, 'opened', { due: cairoDay(row.dueAt) });
  await emit(steps, row, 'opened');
  post(steps, row, 'chargeback_opened', {
    key: keyOf(row, 'opened'),
    lines: chargebackOpenedLines({ amountPiastres: row.amountPiastres, from: payment.moneyIn }),
  });
  return row;
}

/**
 * Moves a dispute to a stage. A decided one is open again and its amount is held again: after a win, as when it was
 * opened; after a loss, the paid amount is first corrected.
 * @throws NotDisputable if other disputes hold the released money
 */
export async function move(
  steps: Steps,
  payment: store.DisputedPayment,
  before: store.CaseRow,
  next: store.NextStage,
  { isTold }: Telling,
): Promise<store.CaseRow> {
  const { tx, by } = steps;
  requireReleased(payment, before);
  const row = await store.writeStage(tx, payment, before, next, by);
  await record(steps, row, 'move', { stage: row.stage });
  if (isTold) await tell(steps, row, 'moved', { due: cairoDay(row.dueAt) });
  if (row.stage !== before.stage) await emit(steps, row, 'moved');
  await holdAgain(steps, payment, before, row);
  return row;
}

/**
 * Reverses a dispute's decision that was made by mistake: it is open again at its stage, with the merchant's response
 * and the same due date, and its amount is held again as by {@link move}.
 * @param reason in the operator's words
 * @throws NotDisputable if other disputes hold the released money
 */
export async function takeBack(
  steps: Steps,
  payment: store.DisputedPayment,
  before: store.CaseRow,
  reason: string,
): Promise<store.CaseRow> {
  requireReleased(payment, before);
  const row = await store.writeTakenBack(steps.tx, payment, before, reason, steps.by);
  await record(steps, row, 'reopened', { stage: row.stage });
  await tell(steps, row, 'reopened', {});
  await emit(steps, row, 'reopened');
  await holdAgain(steps, payment, before, row);
  return row;
}

/** Checks that the money released by a won dispute can be held again. @throws NotDisputable */
function requireReleased(payment: store.DisputedPayment, before: store.CaseRow): void {
  if (before.status === CHARGEBACK_STATUS.withdrawn && before.amountPiastres > payment.disputablePiastres)
    throw new NotDisputable();
}

/** Holds the money of a decided dispute that is open again. */
async function holdAgain(
  steps: Steps,
  payment: store.DisputedPayment,
  before: store.CaseRow,
  row: store.CaseRow,
): Promise<void> {
  const { tx } = steps;
  const { amountPiastres, processorAccountId } = before;
  const key = keyOf(row, 'opened');
  if (before.status === CHARGEBACK_STATUS.withdrawn) {
    await stopUnsentRefunds(tx, row);
    post(steps, row, 'chargeback_opened', {
      key,
      lines: chargebackOpenedLines({ amountPiastres, from: payment.moneyIn }),
    });
  } else if (before.status === CHARGEBACK_STATUS.applied) {
    const loss = await store.findLoss(tx, row, keyOf(before, 'decided'));
    const back = { debit: 'clearing', amountPiastres, processorAccountId } as const;
    post(steps, row, 'correction', {
      key,
      lines: [back, { credit: 'chargeback', amountPiastres }],
      ...(loss === undefined ? {} : { correctsTransferId: loss }),
    });
  }
}

/**
 * Decides an open dispute. Applied: the money goes to the payer. Withdrawn: it returns to the merchant, to the balance
 * of the rest of the payment: `pending` until that is settled, so that winning makes nothing payable before its day.
 * @param reason in the operator's words; empty if a processor decides
 */
export async function decide(
  steps: Steps,
  payment: store.DisputedPayment,
  open: store.CaseRow,
  decision: 'applied' | 'withdrawn',
  reason = '',
): Promise<store.CaseRow> {
  const isApplied = decision === 'applied';
  const row = await store.decideChargeback(steps.tx, payment, open, isApplied ? 1 : 2, reason, steps.by);
  await record(steps, row, decision, reason === '' ? {} : { reason });
  await tell(steps, row, decision, {});
  await emit(steps, row, decision);
  post(steps, row, isApplied ? 'chargeback_applied' : 'chargeback_won', {
    key: keyOf(row, 'decided'),
    lines: isApplied ? chargebackAppliedLines(row) : chargebackWonLines({ ...row, to: payment.moneyIn }),
  });
  return row;
}

/** Returns the key of a dispute's transfer, one per round; `checks.ts` computes it as well. */
const keyOf = ({ id, rounds }: store.CaseRow, what: 'opened' | 'decided') =>
  `chargeback:${id}:${what}${rounds === 1 ? '' : `:${rounds}`}`;

function post(
  { transfers, by }: Steps,
  { merchantId, mode, reference }: store.CaseRow,
  kind: Transfer['kind'],
  { key, ...rest }: { key: string } & Pick<Transfer, 'lines' | 'correctsTransferId'>,
): void {
  transfers.push({
    merchantId,
    mode,
    kind,
    reference,
    idempotencyKey: key,
    effectiveAt: by.now,
    currency: 'EGP',
    ...rest,
  });
}

const record = (
  { tx, by }: Steps,
  row: store.CaseRow,
  what: 'open' | 'move' | 'applied' | 'withdrawn' | 'reopened',
  more: Record<string, string | number>,
) =>
  recordAudit(tx, { merchantId: row.merchantId, mode: row.mode, actor: by.actor }, by.now, {
    action: `chargeback.${what}`,
    subject: `chargeback:${row.id}`,
    after: { reference: row.reference, ...more, ...(row.caseId === '' ? {} : { caseId: row.caseId }) },
  });

const tell = (
  { app, tx }: Steps,
  row: store.CaseRow,
  what: 'opened' | 'moved' | 'applied' | 'withdrawn' | 'reopened',
  more: Record<string, string>,
) =>
  notify({ ...app, db: tx }, row, {
    kind: `chargeback-${what}`,
    params: { amountPiastres: row.amountPiastres, reference: row.reference, ...more },
    href: `/charge-backs/${row.id}`,
  });

const STATUS_AFTER = {
  opened: CHARGEBACK_STATUS.pending,
  moved: CHARGEBACK_STATUS.pending,
  applied: CHARGEBACK_STATUS.applied,
  withdrawn: CHARGEBACK_STATUS.withdrawn,
  reopened: CHARGEBACK_STATUS.pending,
} as const;

const emit = async (
  { tx, by }: Steps,
  row: store.CaseRow,
  what: 'opened' | 'moved' | 'applied' | 'withdrawn' | 'reopened',
) =>
  emitEvent(
    tx,
    row,
    `chargeback.${what}`,
    {
      id: row.id,
      reference: row.reference,
      status: STATUS_AFTER[what],
      transaction_id: row.transactionId,
      transaction_reference: await referenceOf(tx, row, row.transactionId),
      amount: toPounds(row.amountPiastres),
      currency: 'EGP',
      case_id: row.caseId,
      reason_code: row.reasonCode,
      stage: row.stage,
      due_date: row.dueAt.toISOString(),
    },
    { now: by.now },
  );
