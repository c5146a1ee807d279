/** Writes off the open amounts of breaks: requested by one operator, approved by another, undone by a counter-entry. */
import type { ApprovalFact } from '@daftar/contract/ops-approvals';
import { recordProviderAudit } from '../../audit/record.ts';
import { writtenOffLines } from '../../ledger/lines.ts';
import { postTransfer } from '../../ledger/post.ts';
import {
  amountFact,
  askSecondOperator,
  ChangedSince,
  type Executor,
  isWaiting,
  textFact,
  WaitsAlready,
} from '../../ops-approvals/index.ts';
import type { App, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { accountSubject } from '../service.ts';
import { insertOfBreak } from '../store-suspense.ts';
import { NoBreak, NotToWriteOff, WriteOffOver } from './errors.ts';
import { assess, type OpenAmount, type WriteOff } from './rules.ts';
import * as store from './store.ts';

/** The stored change of a request. */
interface Change {
  breakId: number;
  /** The change of `write_offs` as the requester saw it. */
  amountPiastres: number;
  takesBack: boolean;
}

const factsOf = (row: OpenAmount, amountPiastres: number): ApprovalFact[] => [
  textFact('account', row.accountName, accountSubject(row)),
  textFact('reference', row.reference),
  amountFact('writtenOff', amountPiastres),
];

async function ask(app: App, operator: Operator, row: OpenAmount, change: Change, reason: string) {
  await askSecondOperator(app, operator, {
    kind: 'write-off',
    subject: `reconciliation-break:${row.id}`,
    name: row.reference || row.accountName,
    facts: factsOf(row, change.takesBack ? -change.amountPiastres : change.amountPiastres),
    change,
    reason,
  });
}

/** Asks a second operator to write off a break. @throws NoBreak, WriteOffOver, NotToWriteOff, WaitsAlready */
export async function askWriteOff(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  const row = await store.findOpen(app.db, id);
  if (!row) throw new NoBreak();
  if (row.isClosed) throw new WriteOffOver('closed');
  const assessed = assess(row);
  if ('refusal' in assessed) throw new NotToWriteOff(assessed.refusal);
  const { amountPiastres } = assessed.writeOff;
  await transaction(app.db, async (tx) => {
    // A break can be either written off or explained, so only one request may wait.
    const through = { ...app, db: tx };
    if (await isWaiting(through, 'break-close', `reconciliation-break:${id}`)) throw new WaitsAlready();
    await ask(through, operator, row, { breakId: id, amountPiastres, takesBack: false }, reason);
  });
}

/** Asks a second operator to undo a write-off. @throws NoBreak, WriteOffOver */
export async function askBack(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    const row = await store.findOpen(tx, id);
    if (!row) throw new NoBreak();
    const found = await store.findOfBreak(tx, id);
    if (!found) throw new WriteOffOver('none');
    const change = { breakId: id, amountPiastres: found.amountPiastres, takesBack: true };
    await ask({ ...app, db: tx }, operator, row, change, reason);
  });
}

async function post(tx: Tx, writeOff: WriteOff, isBack: boolean, now: Date): Promise<void> {
  const { id, account, merchantId, mode, processorAccountId } = writeOff;
  const amountPiastres = isBack ? -writeOff.amountPiastres : writeOff.amountPiastres;
  await postTransfer(tx, {
    merchantId,
    mode,
    kind: 'acquirer_written_off',
    reference: `break:${writeOff.breakId}`,
    idempotencyKey: `write-off:${id}${isBack ? ':back' : ''}`,
    effectiveAt: now,
    currency: 'EGP',
    lines: writtenOffLines({ account, amountPiastres, processorAccountId }),
  });
  if (account === 'suspense')
    await insertOfBreak(tx, writeOff, {
      cause: isBack ? 'written_back' : 'written_off',
      amountPiastres,
      now,
    });
}

/** Carries out {@link askWriteOff} and {@link askBack}. */
export const writeOffBreak: Executor = async (app, { change, reason, askedBy }, by) => {
  const { breakId, amountPiastres, takesBack } = change as Change;
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const row = await store.lockOpen(tx, breakId);
    if (!row) throw new NoBreak();
    await recordProviderAudit(tx, by, now, {
      action: takesBack ? 'reconciliation-break.write-back' : 'reconciliation-break.write-off',
      subject: `reconciliation-break:${breakId}`,
      after: { kind: row.kind, amountPiastres, reason, askedBy },
    });
    if (takesBack) {
      const found = await store.findOfBreak(tx, breakId);
      if (!found) throw new WriteOffOver('none');
      await store.undo(tx, [found], { actor: by.actor, reason, now, reopens: true });
      await post(tx, found, true, now);
      return;
    }
    if (row.isClosed) throw new WriteOffOver('closed');
    const assessed = assess(row);
    if ('refusal' in assessed) throw new NotToWriteOff(assessed.refusal);
    if (assessed.writeOff.amountPiastres !== amountPiastres) throw new ChangedSince();
    const id = await store.insertWriteOff(tx, assessed.writeOff, {
      reason,
      askedBy,
      approvedBy: by.actor,
      now,
    });
    await post(tx, { ...assessed.writeOff, id }, false, now);
  });
};

/**
 * Undoes, by counter-entries, the write-offs of items that have arrived after all in a batch being booked.
 * @param lineNo one line alone
 */
export async function undoArrived(
  tx: Tx,
  batch: { id: number; fileId: number },
  by: { actor: string; now: Date },
  lineNo?: number,
): Promise<void> {
  const arrived = await store.listArrived(tx, batch, lineNo);
  if (arrived.length === 0) return;
  await store.undo(tx, arrived, { ...by, reason: 'arrived', reopens: false });
  for (const writeOff of arrived) await post(tx, writeOff, true, by.now);
}
