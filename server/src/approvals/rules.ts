import { APPROVAL_PERMISSION } from '@daftar/contract/access';
import {
  APPROVAL_KINDS,
  type ApprovalKind,
  type ApprovalState,
  MONEY_PERMISSIONS,
} from '@daftar/contract/approvals';
import type { Permission } from '@daftar/contract/permissions';

/** The page of the portal that shows the requests. */
export const HREF = '/approvals';

/** A merchant's approval settings. */
export interface ApprovalRule {
  enabled: boolean;
  refundAbovePiastres: number;
}

/** Returns whether payouts require approval: always, once approvals are on. */
export const payoutRequiresApproval = (rule: ApprovalRule): boolean => rule.enabled;

/**
 * Returns whether a refund requires approval. Earlier refunds of the same payment count, so that splitting a refund
 * does not avoid the threshold.
 */
export function refundRequiresApproval(
  rule: ApprovalRule,
  givenPiastres: number,
  amountPiastres: number,
): boolean {
  return rule.enabled && givenPiastres + amountPiastres > rule.refundAbovePiastres;
}

/** Returns the maximum that one person can refund of a payment without approval; null when there is no limit. */
export function unapprovedLimitPiastres(rule: ApprovalRule, givenPiastres: number): number | null {
  return rule.enabled ? Math.max(0, rule.refundAbovePiastres - givenPiastres) : null;
}

/** Returns whether new settings permit something that the former ones did not. */
export function isLooser(before: ApprovalRule, after: ApprovalRule): boolean {
  if (!before.enabled) return false;
  return !after.enabled || after.refundAbovePiastres > before.refundAbovePiastres;
}

/** Returns the kinds of requests that a person may see and decide. */
export function kindsOf(permissions: ReadonlySet<Permission>): ApprovalKind[] {
  const isMoney = MONEY_PERMISSIONS.every((each) => permissions.has(each));
  return APPROVAL_KINDS.filter((kind) => isMoney || permissions.has(APPROVAL_PERMISSION[kind]));
}

/** The facts on which the decision on a request depends. */
export interface Decidable {
  state: ApprovalState;
  /** The requester; for an API key, the person to whom it was shown. */
  requestedBy: number;
  /** The API key that made the request; null for a person. */
  requestedKeyId: number | null;
  /** The first approver of an API key's request, which needs two approvals. */
  firstYesBy: number | null;
  expiresAt: Date;
}

/** The state at a moment; a request counts as expired before the job records it. */
export function stateAt(
  { state, expiresAt }: Pick<Decidable, 'state' | 'expiresAt'>,
  now: Date,
): ApprovalState {
  return state === 'waiting' && expiresAt <= now ? 'expired' : state;
}

export type Decision = 'approved' | 'declined' | 'withdrawn';

/** Returns why the caller cannot make a decision; null when they can. */
export function refusalOf(
  request: Decidable,
  decision: Decision,
  userId: number,
  now: Date,
): 'over' | 'own' | 'notYours' | 'twice' | null {
  if (stateAt(request, now) !== 'waiting') return 'over';
  const isOwn = request.requestedBy === userId;
  if (decision === 'withdrawn') return isOwn ? null : 'notYours';
  if (request.requestedKeyId !== null) {
    return decision === 'approved' && request.firstYesBy === userId ? 'twice' : null;
  }
  return isOwn ? 'own' : null;
}
