/** Decisions on requests: who may decide, and what is recorded; `approve.ts` carries out approved ones. */
import { APPROVAL_PERMISSION } from '@daftar/contract/access';
import { type ApprovalRow, MONEY_PERMISSIONS } from '@daftar/contract/approvals';
import { recordAudit } from '../audit/record.ts';
import { couldBeSamePerson } from '../auth/touches.ts';
import { notify } from '../notifications/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ForbiddenError } from '../platform/http/errors.ts';
import {
  ApprovalNotFound,
  DecisionRefused,
  FirstApprovalInvalid,
  NotTwoPeople,
  RequesterInvalid,
} from './errors.ts';
import { getRow } from './rows.ts';
import { type Decision, HREF, kindsOf, refusalOf } from './rules.ts';
import * as store from './store.ts';

/** Returns a request that the caller may decide this way. @throws ApprovalNotFound, DecisionRefused */
export async function getDecidable(
  app: App,
  caller: Caller,
  id: number,
  decision: Decision,
): Promise<store.Approval> {
  const found = await store.findApproval(app.db, caller, kindsOf(caller.permissions), id);
  if (!found) throw new ApprovalNotFound();
  const refusal = refusalOf(found, decision, caller.userId, app.clock.now());
  if (refusal) throw new DecisionRefused(refusal);
  return found;
}

/**
 * Records a decision in the transaction that carries it out, and notifies the requester.
 * @throws DecisionRefused when somebody else decided first.
 */
export async function writeDecision(
  app: App,
  tx: Tx,
  caller: Caller,
  request: store.Approval,
  decision: { state: Decision; reason?: string },
): Promise<void> {
  const now = app.clock.now();
  const { state, reason = '' } = decision;
  if (state === 'approved') await requireTwoPeople(app, tx, caller, request);
  const { firstYesBy } = request;
  if (!(await store.decide(tx, caller, request.id, { state, reason, firstYesBy, now })))
    throw new DecisionRefused('over');
  const { kind, amountPiastres, transactionReference } = request;
  await recordAudit(tx, caller, now, {
    action: `approval.${state}`,
    subject: `approval:${request.id}`,
    before: { state: 'waiting' },
    after: { state, kind, amountPiastres, requestedBy: request.requestedBy, ...(reason ? { reason } : {}) },
  });
  if (state === 'withdrawn') return;
  await notify({ ...app, db: tx }, caller, {
    kind: `approval-${kind}-${state}`,
    params: {
      amountPiastres,
      reference: transactionReference ?? '',
      bank: request.bankName,
      name: await store.nameOf(tx, caller),
      reason,
    },
    href: placeOf(request, state),
    onlyUserId: request.requestedBy,
  });
}

/** Returns the link of a decided request: to its subject, or to its result. */
function placeOf({ kind, transactionId }: store.Approval, state: Decision): string {
  if (transactionId !== null) return `/transactions/${transactionId}`;
  return kind === 'payout' && state === 'approved' ? '/payouts' : HREF;
}

const neededFor = (request: Pick<store.Approval, 'kind'>) => ({
  kind: APPROVAL_PERMISSION[request.kind],
  every: MONEY_PERMISSIONS,
});

/**
 * Requires that the approver, the requester and a first approver are different people, and that those whose consent
 * counts are still active and have the permission.
 * @throws NotTwoPeople, FirstApprovalInvalid, RequesterInvalid, ForbiddenError
 */
async function requireTwoPeople(app: App, tx: Tx, caller: Caller, request: store.Approval): Promise<void> {
  const needed = neededFor(request);
  if (!(await store.mayDecide(tx, caller, caller.userId, needed))) throw new ForbiddenError();
  const isOfKey = request.requestedKeyId !== null;
  const other = isOfKey ? request.firstYesBy : request.requestedBy;
  if (other === null) return;
  if (!(await store.mayDecide(tx, caller, other, needed)))
    throw isOfKey ? new FirstApprovalInvalid() : new RequesterInvalid();
  if (await couldBeSamePerson(app, tx, caller.merchantId, caller.userId, other)) {
    throw new NotTwoPeople(app.config.secondPersonDays);
  }
}

/**
 * Returns whether there is a valid first approval: by another person who still has the permission. An invalid one is
 * replaced by the caller's.
 */
export async function isFirstApprovalValid(
  app: App,
  caller: Caller,
  request: store.Approval,
): Promise<boolean> {
  const { firstYesBy } = request;
  if (firstYesBy === null || !(await store.mayDecide(app.db, caller, firstYesBy, neededFor(request))))
    return false;
  return !(await couldBeSamePerson(app, app.db, caller.merchantId, caller.userId, firstYesBy));
}

/** Withdraws the first approvals of a person who can no longer sign in. */
export function withdrawFirstApproval(
  tx: Tx,
  scope: Pick<Scope, 'merchantId'>,
  userId: number,
): Promise<void> {
  return store.clearFirstApproval(tx, scope, userId);
}

/**
 * Records the first of two approvals of an API key's request.
 * @throws DecisionRefused when somebody else was faster.
 */
export async function recordFirstApproval(app: App, caller: Caller, request: store.Approval): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    if (!(await store.insertFirstApproval(tx, caller, request.id, request.firstYesBy, now)))
      throw new DecisionRefused('over');
    await recordAudit(tx, caller, now, {
      action: 'approval.first-yes',
      subject: `approval:${request.id}`,
      after: { kind: request.kind, amountPiastres: request.amountPiastres, key: request.requestedKeyId },
    });
  });
}

/** Declines a request, or withdraws the caller's own; no money moves. @throws as `getDecidable` */
export async function refuse(
  app: App,
  caller: Caller,
  id: number,
  decision: { state: 'declined' | 'withdrawn'; reason?: string },
): Promise<ApprovalRow> {
  const request = await getDecidable(app, caller, id, decision.state);
  await transaction(app.db, (tx) => writeDecision(app, tx, caller, request, decision));
  return getRow(app, caller, id);
}
