/** Requests for a second person's approval, except approving itself (`approve.ts`). */
import { APPROVAL_PERMISSION } from '@daftar/contract/access';
import {
  APPROVAL_DAYS,
  type ApprovalKind,
  type ApprovalRow,
  MONEY_PERMISSIONS,
} from '@daftar/contract/approvals';
import { maskIban } from '@daftar/contract/egypt';
import { toPounds } from '@daftar/contract/money';
import { recordAudit } from '../audit/record.ts';
import { couldBeSamePerson, lastLoss } from '../auth/touches.ts';
import { notify } from '../notifications/service.ts';
import { newOwn, type OwnFields, ownOf } from '../own-fields/fields.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ForbiddenError } from '../platform/http/errors.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import type { Page } from '../platform/lists/page.ts';
import {
  ApprovalNotFound,
  ChangeWaits,
  DecisionRefused,
  FirstApprovalInvalid,
  NotTwoPeople,
  RequesterInvalid,
  SecondPersonLeftRecently,
} from './errors.ts';
import {
  type Decision,
  kindsOf,
  payoutRequiresApproval,
  refundRequiresApproval,
  refusalOf,
  stateAt,
  unapprovedLimitPiastres,
} from './rules.ts';
import * as store from './store.ts';
import * as lists from './store-list.ts';

const DAY_MILLISECONDS = 86_400_000;
const HREF = '/approvals';

/** Whether this merchant's payouts require approval. */
export async function isPayoutApprovalRequired(db: App['db'], scope: Scope): Promise<boolean> {
  return payoutRequiresApproval(await store.readRule(db, scope));
}

/** Whether a refund requires approval, given what was refunded of the payment before. */
export async function isRefundApprovalRequired(
  db: App['db'],
  scope: Scope,
  givenPiastres: number,
  amountPiastres: number,
): Promise<boolean> {
  return refundRequiresApproval(await store.readRule(db, scope), givenPiastres, amountPiastres);
}

/** The most that one person can refund of a payment without approval; null when there is no limit. */
export async function unapprovedRefundLimit(
  db: App['db'],
  scope: Scope,
  givenPiastres: number,
): Promise<number | null> {
  return unapprovedLimitPiastres(await store.readRule(db, scope), givenPiastres);
}

/**
 * Whether a change that could redirect money needs approval: approvals are on, and somebody else can approve. If nobody
 * can, the change is made without.
 * @throws SecondPersonLeftRecently when somebody who could have approved left only days ago
 */
export async function needsSecondPerson(app: App, tx: Tx, caller: Caller): Promise<boolean> {
  if (!(await store.readRule(tx, caller)).enabled) return false;
  if ((await store.countDecidersBeside(tx, caller)) > 0) return true;
  const alone = await lastLoss(app, tx, caller.merchantId);
  if (alone) throw new SecondPersonLeftRecently(alone);
  return false;
}

/** Returns the changes that pending requests of a kind would make. */
export async function changesWaiting(
  app: App,
  scope: Scope,
  kind: ApprovalKind,
): Promise<Record<string, unknown>[]> {
  return store.listWaitingChanges(app.db, scope, kind, app.clock.now());
}

/** A request for approval. */
export interface ApprovalRequest {
  kind: ApprovalKind;
  amountPiastres: number;
  /** The payment to be refunded. */
  payment?: { id: number; reference: string };
  reason?: string;
  accountName?: string;
  bankName?: string;
  iban?: string;
  /** Of the refund that it becomes. */
  own?: OwnFields;
  /** The requested change, for requests that move no money. */
  change?: Record<string, unknown>;
  /** What such a change is of: only one of each waits. */
  single?: string;
}

/** Records a request and notifies those who may decide; no money moves. @returns its id. @throws ChangeWaits */
export async function ask(app: App, tx: Tx, caller: Caller, asked: ApprovalRequest): Promise<number> {
  const now = app.clock.now();
  const { kind, amountPiastres, payment, reason = '', accountName = '', bankName = '', iban = '' } = asked;
  const change = asked.change ?? null;
  const single = asked.single ?? null;
  const own = asked.own ?? newOwn({});
  const expiresAt = new Date(now.getTime() + APPROVAL_DAYS * DAY_MILLISECONDS);
  const transactionId = payment?.id ?? null;
  const kept = {
    kind,
    amountPiastres,
    transactionId,
    reason,
    accountName,
    bankName,
    iban,
    own,
    change,
    single,
    now,
    expiresAt,
  };
  // One that is over by now must not stand in the way.
  if (single !== null)
    for (const id of await store.findOverdue(tx, caller, { kind, single, now }))
      await expire(app, tx, { ...caller, id }, now);
  const id = await store.insertApproval(tx, caller, kept);
  if (id === undefined) throw new ChangeWaits();
  await recordAudit(tx, caller, now, {
    action: 'approval.ask',
    subject: `approval:${id}`,
    after: { kind, amountPiastres, reference: payment?.reference ?? null, ...(change ? { change } : {}) },
  });
  await notify({ ...app, db: tx }, caller, {
    kind: `approval-${kind}-asked`,
    params: {
      amountPiastres,
      name: await store.nameOf(tx, caller),
      reference: payment?.reference ?? '',
      bank: bankName,
    },
    href: HREF,
    exceptUserId: caller.userId,
  });
  return id;
}

const settingsOf = (change: Record<string, unknown> | null) => ({
  enabled: change?.enabled === true,
  refund_above: toPounds(Number(change?.refundAbovePiastres ?? 0)),
});

const rowOf = (caller: Caller, now: Date, row: lists.ListedApproval): ApprovalRow => ({
  id: row.id,
  kind: row.kind,
  state: stateAt(row, now),
  amount: toPounds(row.amountPiastres),
  currency: 'EGP',
  transaction_id: row.transactionId,
  transaction_reference: row.transactionReference,
  reason: row.reason,
  bank_account:
    row.iban === ''
      ? null
      : { account_name: row.accountName, bank_name: row.bankName, iban: maskIban(row.iban) },
  requested_by: row.requestedByName,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  decided_by: row.decidedByName,
  decided_at: row.decidedAt?.toISOString() ?? null,
  decline_reason: row.declineReason,
  by_key: row.requestedKeyId !== null,
  first_yes_by: row.firstYesByName,
  settings: row.kind === 'settings' ? settingsOf(row.change) : null,
  mine: row.requestedBy === caller.userId && row.requestedKeyId === null,
  ...ownOf(row),
});

/** Lists one page of the requests whose kinds the caller has the permission for. */
export async function listApprovals(
  app: App,
  caller: Caller,
  paging: lists.ListPaging,
  filters: lists.ListFilters,
): Promise<Page<ApprovalRow>> {
  const now = app.clock.now();
  const kinds = kindsOf(caller.permissions);
  const { rows, meta } = await lists.listApprovals(
    app.db,
    caller,
    kinds,
    paging,
    filters,
    caller.userId,
    now,
  );
  return { rows: rows.map((row) => rowOf(caller, now, row)), meta };
}

/** Counts by state the requests whose kinds the caller has the permission for. */
export const countByState = (app: App, caller: Caller) =>
  lists.countByState(app.db, caller, kindsOf(caller.permissions), app.clock.now());

/** Counts the requests that the caller may decide on now, up to a bound; never their own. */
export function countWaitingFor(app: App, caller: Caller, bound: number): Promise<number> {
  return lists.countWaitingFor(
    app.db,
    caller,
    kindsOf(caller.permissions),
    caller.userId,
    app.clock.now(),
    bound,
  );
}

/** Lists the refund requests of a payment that have not become a refund, newest first. */
export async function requestsOf(app: App, caller: Caller, transactionId: number): Promise<ApprovalRow[]> {
  const rows = await lists.listOfTransaction(app.db, caller, transactionId);
  return rows.map((row) => rowOf(caller, app.clock.now(), row));
}

/** Returns one request as the caller sees it. */
export async function getRow(app: App, caller: Caller, id: number): Promise<ApprovalRow> {
  return rowOf(caller, app.clock.now(), await lists.getListed(app.db, caller, id));
}

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

/** Where a decided request leads to: what it is about, or what it made. */
function placeOf({ kind, transactionId }: store.Approval, state: Decision): string {
  if (transactionId !== null) return `/transactions/${transactionId}`;
  return kind === 'payout' && state === 'approved' ? '/payouts' : HREF;
}

const neededFor = (request: Pick<store.Approval, 'kind'>) => ({
  kind: APPROVAL_PERMISSION[request.kind],
  every: MONEY_PERMISSIONS,
});

/**
 * Requires that the approver, the requester and a first approver are different people, and that those whose word counts
 * are still here and still have the permission.
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
 * Whether there is a valid first approval: by another person who still has the permission. An invalid one is replaced
 * by the caller's.
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

/** Withdraws the first approvals of somebody who can no longer sign in. */
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

/** Expires requests that nobody decided in time and notifies the requesters. @throws when some could not be expired. */
export async function expireRequests(app: App): Promise<void> {
  const now = app.clock.now();
  await eachDue(
    app,
    'ending requests that nobody decided',
    (limit, offset) => store.findExpired(app.db, now, limit, offset),
    (ref) => transaction(app.db, (tx) => expire(app, tx, ref, now)),
  );
}

async function expire(app: App, tx: Tx, ref: { merchantId: number; id: number }, now: Date): Promise<void> {
  const request = await store.writeExpired(tx, ref, now);
  if (!request) return;
  const { merchantId, mode, kind, amountPiastres, requestedBy, transactionReference, bankName } = request;
  await notify(
    { ...app, db: tx },
    { merchantId, mode },
    {
      kind: `approval-${kind}-expired`,
      params: { amountPiastres, reference: transactionReference ?? '', bank: bankName },
      href: HREF,
      onlyUserId: requestedBy,
    },
  );
}
