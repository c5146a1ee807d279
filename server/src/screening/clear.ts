/** Decisions on hits. Reversing the decision that a name is the listed one takes two operators. */
import { recordProviderAudit } from '../audit/record.ts';
import { type Approver, askSecondOperator, ChangedSince, type Executor } from '../ops-approvals/index.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { NotFoundError } from '../platform/http/errors.ts';
import * as store from './store.ts';

interface HitRef {
  merchantId: number;
  id: number;
}

/** A decision that a second operator reverses. */
interface Clearing {
  id: number;
  /** When the hit was confirmed; after a newer decision the request no longer applies. */
  decidedAt: string;
}

const subjectOf = ({ merchantId, id }: HitRef) => `screening:${merchantId}:${id}`;

async function lockHit(tx: Tx, ref: HitRef): Promise<store.DecidedHit> {
  const hit = await store.lockHit(tx, ref);
  if (!hit) throw new NotFoundError();
  return hit;
}

/**
 * Decides a hit, or decides it again. If it was confirmed as the listed name, a second operator must approve.
 * @returns which of the two
 * @throws NotFoundError, WaitsAlready
 */
export async function decideHit(
  app: App,
  operator: Pick<Operator, 'operatorId' | 'email' | 'address'>,
  ref: HitRef,
  { decision, reason }: { decision: 'true' | 'false'; reason: string },
): Promise<'done' | 'asked'> {
  return transaction(app.db, async (tx) => {
    const hit = await lockHit(tx, ref);
    if (hit.state !== 'true' || decision === 'true') {
      await write(app, tx, ref, hit, { actor: operator.email, address: operator.address, decision, reason });
      return 'done';
    }
    const text = (name: string, said: string) => ({
      name,
      before: null,
      after: { is: 'text' as const, text: said },
    });
    await askSecondOperator({ ...app, db: tx }, operator, {
      kind: 'screening-clear',
      subject: subjectOf(ref),
      name: hit.merchantName,
      merchantId: ref.merchantId,
      facts: [
        { name: 'screeningHit', before: { is: 'text', text: hit.name }, after: null },
        text('screeningListed', [hit.listedName, hit.source].join(' · ')),
        text('screeningFound', `${hit.reason} (${hit.decidedBy})`),
      ],
      change: { id: ref.id, decidedAt: hit.decidedAt?.toISOString() ?? '' } satisfies Clearing,
      reason,
    });
    return 'asked';
  });
}

/** Carries out the request of {@link decideHit}. @throws NotFoundError, ChangedSince */
export const clearHit: Executor = async (app, { merchantId, change, reason, askedBy }, by) => {
  const { id, decidedAt } = change as Clearing;
  if (merchantId === null) throw new NotFoundError();
  const ref = { merchantId, id };
  await transaction(app.db, async (tx) => {
    const hit = await lockHit(tx, ref);
    if (hit.state !== 'true' || hit.decidedAt?.toISOString() !== decidedAt) throw new ChangedSince();
    await write(app, tx, ref, hit, { ...by, decision: 'false', reason, askedBy });
  });
};

async function write(
  app: App,
  tx: Tx,
  ref: HitRef,
  before: store.DecidedHit,
  {
    decision,
    reason,
    askedBy,
    ...by
  }: Approver & { decision: 'true' | 'false'; reason: string; askedBy?: string },
): Promise<void> {
  const now = app.clock.now();
  await store.writeDecision(tx, ref, { state: decision, reason, by: by.actor, now });
  await recordProviderAudit(tx, { ...by, merchantId: ref.merchantId }, now, {
    action: 'merchant.screening',
    subject: `merchant:${ref.merchantId}`,
    before: { state: before.state },
    after: {
      state: decision,
      listedName: before.listedName,
      reason,
      ...(askedBy === undefined ? {} : { askedBy }),
    },
  });
}
