/** Closes breaks with a reason: at once if no money is involved, otherwise with a second operator's approval. */
import {
  amountFact,
  askSecondOperator,
  type Executor,
  isWaiting,
  textFact,
  WaitsAlready,
} from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { authorOf } from './author.ts';
import { change } from './breaks.ts';
import { BreakClosed, NothingThere } from './errors.ts';
import { accountSubject } from './service.ts';
import * as store from './store-breaks.ts';
import { hasMoney } from './write-offs/rules.ts';
import { findOpen } from './write-offs/store.ts';

/** The stored change of a request. */
interface Closing {
  breakId: number;
}

const subjectOf = (id: number) => `reconciliation-break:${id}`;

/**
 * Closes a break with a reason, or requests a second operator's approval if money is involved: in suspense, owed by a
 * processor, or on the bank's statement.
 * @returns whether it is closed or waits for approval
 * @throws NothingThere, BreakClosed, WaitsAlready
 */
export async function resolveBreak(
  app: App,
  operator: Operator,
  id: number,
  reason: string,
): Promise<'closed' | 'asked'> {
  const row = await findOpen(app.db, id);
  if (!row) throw new NothingThere();
  if (row.isClosed) throw new BreakClosed();
  if (!hasMoney(row)) {
    await change(app, authorOf(operator), id, 'resolve', { reason }, (tx, _, now) =>
      store.closeBreak(tx, id, { as: 'explained', resolution: reason, actor: operator.email, now }),
    );
    return 'closed';
  }
  const closing: Closing = { breakId: id };
  await transaction(app.db, async (tx) => {
    // A break can be either written off or explained, so only one request may wait.
    if (await isWaiting({ ...app, db: tx }, 'write-off', subjectOf(id))) throw new WaitsAlready();
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'break-close',
      subject: subjectOf(id),
      name: row.reference || row.accountName,
      facts: [
        textFact('account', row.accountName, accountSubject(row)),
        textFact('reference', row.reference),
        ...(row.currency === 'EGP' ? [amountFact('stillOpen', row.amountPiastres)] : []),
      ],
      change: closing,
      reason,
    });
  });
  return 'asked';
}

/** Carries out {@link resolveBreak}. */
export const closeBreak: Executor = async (app, { change: asked, reason, askedBy }, by) => {
  const { breakId } = asked as Closing;
  await change(app, by, breakId, 'resolve', { reason, askedBy }, (tx, _, now) =>
    store.closeBreak(tx, breakId, { as: 'explained', resolution: reason, actor: by.actor, now }),
  );
};
