/** Decides requests of another operator; the only place where a request is carried out. */

import { OPS_APPROVAL_KIND_NAMES } from '@daftar/contract/ops-approvals';
import type { MessageRef } from '@daftar/contract/validate';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { patiently } from '../platform/db/long-work.ts';
import { transaction } from '../platform/db/transaction.ts';
import { AppError, ForbiddenError } from '../platform/http/errors.ts';
import { ForeignRequest, NotTwoOperators, OwnRequest, RequestNotFound, RequestOver } from './errors.ts';
import { log } from './log.ts';
import { executorOf } from './registry.ts';
import { kindsOf, refusalOf } from './rules.ts';
import * as store from './store.ts';
import { tellAsker } from './tell.ts';

const DAY_MILLISECONDS = 86_400_000;

/** The decider: an operator of the console, or a user of the command line. */
export type Decider = Pick<Operator, 'operatorId' | 'email' | 'address' | 'permissions'> | { shell: string };

const isShell = (by: Decider): by is { shell: string } => 'shell' in by;
const actorOf = (by: Decider) =>
  isShell(by) ? { actor: by.shell } : { actor: by.email, address: by.address };

/**
 * Approves another operator's request, and carries it out in the same transaction. If that is not possible, the
 * request continues to wait, with the reason.
 * @throws RequestNotFound, RequestOver, OwnRequest, NotTwoOperators, ForbiddenError when the decider was disabled or
 * lost the permission meanwhile, and the errors of the kind's executor
 */
export async function approveRequest(app: App, by: Decider, id: number): Promise<void> {
  try {
    // A request may take minutes, such as a report of a million payments.
    await patiently(
      app.db,
      async (tx) => {
        const request = await lockDecidable(app, tx, by, id, 'approved');
        await end(app, tx, by, request, 'approved', '');
        const { kind, subject, merchantId, change, sealed, reason, askerEmail: askedBy } = request;
        const approved = { id, subject, merchantId, change, sealed, reason, askedBy };
        await executorOf(kind)({ ...app, db: tx }, approved, actorOf(by));
      },
      'decision',
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const known = [RequestNotFound, RequestOver, OwnRequest, NotTwoOperators, ForbiddenError].some(
      (kind) => error instanceof kind,
    );
    if (!known) await store.writeTrouble(app.pool, id, troubleOf(error));
    throw error;
  }
}

/** Returns the sentence of an error; of one with fields, that of the first. */
const troubleOf = ({ ref, fields }: AppError): MessageRef => Object.values(fields ?? {})[0]?.[0] ?? ref;

/** Declines another operator's request. @throws RequestNotFound, RequestOver, OwnRequest, NotTwoOperators */
export function declineRequest(app: App, by: Decider, id: number, reason: string): Promise<void> {
  return endOnly(app, by, id, 'declined', reason);
}

/** Withdraws one's own request. @throws RequestNotFound, RequestOver, ForeignRequest */
export function withdrawRequest(app: App, by: Operator, id: number): Promise<void> {
  return endOnly(app, by, id, 'withdrawn', '');
}

function endOnly(
  app: App,
  by: Decider,
  id: number,
  state: 'declined' | 'withdrawn',
  note: string,
): Promise<void> {
  return transaction(app.db, async (tx) => {
    const request = await lockDecidable(app, tx, by, id, state);
    await end(app, tx, by, request, state, note);
    if (state === 'declined') await tellAsker(app, tx, request, { state, by: actorOf(by).actor, note });
  });
}

async function lockDecidable(
  app: App,
  tx: Tx,
  by: Decider,
  id: number,
  decision: 'approved' | 'declined' | 'withdrawn',
): Promise<store.RequestRow> {
  const kinds = isShell(by) ? OPS_APPROVAL_KIND_NAMES : kindsOf(by.permissions);
  const request = await store.lockRequest(tx, kinds, id, isShell(by) ? null : by.operatorId, app.clock.now());
  if (!request) throw new RequestNotFound();
  // The permission was checked when the call began; it must still hold at the moment of the decision.
  if (!isShell(by) && !(await store.mayDecide(tx, id, by.operatorId))) throw new ForbiddenError();
  const operatorId = isShell(by) ? 0 : by.operatorId;
  const refusal = refusalOf(request, decision, operatorId);
  if (refusal === 'own') throw new OwnRequest();
  if (refusal === 'foreign') throw new ForeignRequest();
  if (refusal) throw new RequestOver(refusal);
  if (decision === 'approved' && !isShell(by)) {
    const { secondPersonDays: days } = app.config;
    const since = new Date(app.clock.now().getTime() - days * DAY_MILLISECONDS);
    if (await store.areLinked(tx, request.askedBy, operatorId, since)) throw new NotTwoOperators(days);
  }
  return request;
}

async function end(
  app: App,
  tx: Tx,
  by: Decider,
  request: store.RequestRow,
  state: store.End['state'],
  note: string,
): Promise<void> {
  const now = app.clock.now();
  const who = isShell(by)
    ? { operatorId: null, shell: by.shell }
    : { operatorId: by.operatorId, shell: null };
  await store.writeEnd(tx, request.id, { state, ...who, note, now });
  const action = ({ approved: 'approve', declined: 'decline', withdrawn: 'withdraw' } as const)[state];
  const { id, kind, subject, merchantId, askerEmail } = request;
  await log(tx, actorOf(by), now, action, { id, kind, subject, merchantId, askedBy: askerEmail, note });
}
