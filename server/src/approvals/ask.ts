/** Requests approval by a second person. */
import { APPROVAL_DAYS, type ApprovalKind } from '@daftar/contract/approvals';
import { recordAudit } from '../audit/record.ts';
import { lastLoss } from '../auth/touches.ts';
import { newOwn, type OwnFields } from '../integration-fields/fields.ts';
import { notify } from '../notifications/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { ChangeWaits, SecondPersonLeftRecently } from './errors.ts';
import { expire } from './expire.ts';
import { HREF, payoutRequiresApproval, refundRequiresApproval, unapprovedLimitPiastres } from './rules.ts';
import * as store from './store.ts';

const DAY_MILLISECONDS = 86_400_000;

/** Returns whether this merchant's payouts require approval. */
export async function isPayoutApprovalRequired(db: App['db'], scope: Scope): Promise<boolean> {
  return payoutRequiresApproval(await store.readRule(db, scope));
}

/** Returns whether a refund requires approval, given the earlier refunds of the payment. */
export async function isRefundApprovalRequired(
  db: App['db'],
  scope: Scope,
  givenPiastres: number,
  amountPiastres: number,
): Promise<boolean> {
  return refundRequiresApproval(await store.readRule(db, scope), givenPiastres, amountPiastres);
}

/** Returns the maximum that one person can refund of a payment without approval; null when there is no limit. */
export async function unapprovedRefundLimit(
  db: App['db'],
  scope: Scope,
  givenPiastres: number,
): Promise<number | null> {
  return unapprovedLimitPiastres(await store.readRule(db, scope), givenPiastres);
}

/**
 * Returns whether a change that could redirect money needs approval: approvals are on, and another person can
 * approve. If nobody else can, the change is made without.
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
  /** The own fields of the resulting refund. */
  own?: OwnFields;
  /** The requested change, for requests that move no money. */
  change?: Record<string, unknown>;
  /** Identifies the subject of such a change; only one request for each can wait. */
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
  // An overdue request must not block a new one.
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
