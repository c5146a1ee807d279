/** Requests approval by a second operator. `decide.ts` decides requests, `read.ts` shows them. */
import { createHash } from 'node:crypto';
import { type ApprovalFact, OPS_APPROVAL_DAYS, type OpsApprovalKind } from '@daftar/contract/ops-approvals';
import { attachFile, pinFiles } from '../files/index.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { RequestNotFound, RequestOver, WaitsAlready } from './errors.ts';
import { log } from './log.ts';
import * as store from './store.ts';
import { tellAsker } from './tell.ts';

const DAY_MILLISECONDS = 86_400_000;

/** A request of an operator. */
export interface Asked {
  kind: OpsApprovalKind;
  /** The subject: `merchant:7`. */
  subject: string;
  /** The name of the subject, for the list. */
  name: string;
  merchantId?: number | null;
  /** The changes, before and after, shown to the approver; nothing secret. */
  facts: readonly ApprovalFact[];
  /** The input of the executor, as JSON. */
  change: object;
  /** The secret part of the input, sealed by the noun; erased with the decision. */
  sealed?: Buffer;
  reason: string;
  /** Stored files of the merchant, for the purpose `paper`. */
  papers?: readonly string[];
  /**
   * Distinguishes requests for several parts of one subject, at most 100 characters. One request for each part may
   * wait at the same time; without it, one per subject.
   */
  part?: string;
}

/** Derives the part from the request itself, so that only one of several equal requests waits. */
export const partOf = (asked: unknown): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex');

/** Asks a second operator for approval. @returns the request's id @throws WaitsAlready */
export async function askSecondOperator(
  app: App,
  operator: Pick<Operator, 'operatorId' | 'email' | 'address'> & { locale?: Locale },
  asked: Asked,
): Promise<number> {
  const now = app.clock.now();
  const { kind, subject, name, merchantId = null, facts, change, reason, papers = [] } = asked;
  return transaction(app.db, async (tx) => {
    // A request that is over must not block a new one.
    await endOld(app, tx, now);
    for (const path of papers) {
      if (merchantId === null) throw new Error('papers are stored with a merchant');
      await attachFile(tx, { merchantId }, path, { purpose: 'paper', field: 'papers', now });
    }
    if (merchantId !== null && papers.length > 0) await pinFiles(tx, { merchantId }, papers, now);
    const id = await store.insertRequest(tx, {
      kind,
      subject,
      name,
      merchantId,
      facts,
      change,
      sealed: asked.sealed ?? Buffer.alloc(0),
      reason,
      papers,
      part: asked.part ?? null,
      askedBy: operator.operatorId,
      locale: operator.locale ?? 'en',
      now,
      expiresAt: new Date(now.getTime() + OPS_APPROVAL_DAYS * DAY_MILLISECONDS),
    });
    if (id === undefined) throw new WaitsAlready();
    await log(tx, operator, now, 'ask', { id, kind, subject, merchantId, reason });
    return id;
  });
}

/**
 * Ends the requests that can no longer be decided, erases their secrets, and notifies the requesters of those that
 * lapsed.
 */
export async function endOldRequests(app: App): Promise<void> {
  await transaction(app.db, (tx) => endOld(app, tx, app.clock.now()));
}

async function endOld(app: App, tx: Tx, now: Date): Promise<void> {
  for (const lapsed of await store.endOld(tx, now)) await tellAsker(app, tx, lapsed, { state: 'expired' });
}

/** Returns the change of a request of a kind, as its noun passed it. @throws RequestNotFound */
export async function changeOf(app: App, kind: OpsApprovalKind, id: number): Promise<unknown> {
  const found = await store.findRequest(app.db, id, app.clock.now());
  if (found?.kind !== kind) throw new RequestNotFound();
  return found.change;
}

/**
 * Returns the sealed part of a waiting request of a kind, for inspection before the decision.
 * @throws RequestNotFound, RequestOver
 */
export async function sealedChangeOfPending(
  app: App,
  kind: OpsApprovalKind,
  id: number,
): Promise<{ change: unknown; sealed: Buffer }> {
  const found = await store.findRequest(app.db, id, app.clock.now());
  if (found?.kind !== kind) throw new RequestNotFound();
  const { state, change, sealed } = found;
  if (state !== 'waiting')
    throw new RequestOver(state === 'expired' || state === 'ended' ? state : 'decided');
  return { change, sealed };
}

/** Returns whether a request of a kind waits for a subject now. */
export const isWaiting = (app: App, kind: OpsApprovalKind, subject: string): Promise<boolean> =>
  store.isWaiting(app.db, kind, subject, app.clock.now());

/** Lists the subjects for which requests of a kind wait. */
export const listWaitingSubjects = (app: App, kind: OpsApprovalKind): Promise<string[]> =>
  store.listWaitingSubjects(app.db, kind, app.clock.now());

/** Lists the changes of a kind's waiting requests for these subjects, as their noun passed them. */
export const listWaitingChanges = (
  app: App,
  kind: OpsApprovalKind,
  subjects: readonly string[],
): Promise<unknown[]> => store.listWaitingChanges(app.db, kind, subjects, app.clock.now());
