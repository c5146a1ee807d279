/** Assigns breaks to operators. */
import { PROVIDER } from '../audit/record.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { sentence } from '../messages/words.ts';
import { type Colleague, listHolders, lockHolder } from '../ops-colleagues/index.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import { change } from './breaks.ts';
import type { Importer } from './import.ts';
import { releaseOf, writeOwner } from './store-breaks.ts';

/** Lists the operators to whom breaks can be assigned. */
export const listColleagues = (app: App): Promise<Colleague[]> => listHolders(app.db, 'ops:reconciliation');

/**
 * Assigns a break to an operator with the right to reconcile, or to nobody. An operator who is assigned a break by
 * somebody else gets an e-mail, one for all breaks assigned at the same moment.
 * @throws NothingThere, BreakClosed, InvalidError 422 on `operator_id`
 */
export function assignBreak(
  app: App,
  by: Importer,
  id: number,
  { operatorId, at }: { operatorId: number | null; at: Date },
): Promise<void> {
  return transaction(app.db, async (tx) => {
    // Locked before the break, in the same order as when the operator's right is taken away.
    const to = operatorId === null ? null : await lockHolder(tx, 'ops:reconciliation', operatorId);
    if (to === undefined) throw InvalidError.field('operator_id', 'CannotReconcile');
    const owner = to?.email ?? null;
    await change({ ...app, db: tx }, by, id, 'assign', { owner }, async (_, row) => {
      await writeOwner(tx, id, owner);
      if (to && to.email !== by.actor && to.email !== row.owner) await tell(app, tx, by, to, at);
    });
  });
}

async function tell(app: App, tx: Tx, by: Importer, to: Colleague, at: Date): Promise<void> {
  const { locale } = by;
  const say = (key: string) => sentence(locale, `reconciliation.assignedMail.${key}`, { by: by.actor });
  const url = `${app.config.publicUrl}/ops/reconciliation?owner=${encodeURIComponent(to.email)}`;
  await sendMessage(app, tx, {
    merchantId: PROVIDER,
    channel: 'email',
    to: to.email,
    locale,
    ...composeEmail({
      locale,
      subject: say('subject'),
      heading: say('subject'),
      paragraphs: [say('text')],
      action: { label: say('action'), url },
    }),
    links: [url],
    dedupeKey: `breaks:${by.actor}:${at.getTime()}:${to.id}`,
  });
}

/** Unassigns the open breaks of an operator who has lost the right to reconcile. */
export const releaseBreaks = (tx: Tx, email: string): Promise<void> => releaseOf(tx, email);
