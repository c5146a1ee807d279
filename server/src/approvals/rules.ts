import {
  APPROVAL_KINDS,
  APPROVAL_PERMISSION,
  type ApprovalKind,
  type ApprovalState,
  MONEY_PERMISSIONS,
} from '@daftar/contract/approvals';
import type { Permission } from '@daftar/contract/permissions';

/** What a merchant has decided about second persons. */
export interface ApprovalRule {
  enabled: boolean;
  refundAbovePiastres: number;
}

/** Every payout waits, where the merchant wants a second person at all. */
export const payoutWaits = (rule: ApprovalRule): boolean => rule.enabled;

/**
 * Whether a refund waits. What was given back of the same payment counts, so that nobody stays under the amount by
 * giving back in slices.
 */
export function refundWaits(rule: ApprovalRule, givenPiastres: number, amountPiastres: number): boolean {
  return rule.enabled && givenPiastres + amountPiastres > rule.refundAbovePiastres;
}

/** The most that one person can give back of a payment alone; null: all of it. */
export function alonePiastres(rule: ApprovalRule, givenPiastres: number): number | null {
  return rule.enabled ? Math.max(0, rule.refundAbovePiastres - givenPiastres) : null;
}

/** Whether a rule lets through what another held back. */
export function isLooser(before: ApprovalRule, after: ApprovalRule): boolean {
  if (!before.enabled) return false;
  return !after.enabled || after.refundAbovePiastres > before.refundAbovePiastres;
}

/** The kinds that somebody may see and decide. */
export function kindsOf(permissions: ReadonlySet<Permission>): ApprovalKind[] {
  const isMoney = MONEY_PERMISSIONS.every((each) => permissions.has(each));
  return APPROVAL_KINDS.filter((kind) => isMoney || permissions.has(APPROVAL_PERMISSION[kind]));
}

/** A request as its decision needs it. */
export interface Decidable {
  state: ApprovalState;
  /** Who asked; of a key, who was shown it. */
  requestedBy: number;
  /** The key that asked; null: a person did. */
  requestedKeyId: number | null;
  /** Of a key's request the first of two who said yes. */
  firstYesBy: number | null;
  expiresAt: Date;
}

/** Expiry is true at the moment it is read; a job writes it down soon after. */
export function stateAt(
  { state, expiresAt }: Pick<Decidable, 'state' | 'expiresAt'>,
  now: Date,
): ApprovalState {
  return state === 'waiting' && expiresAt <= now ? 'expired' : state;
}

export type Decision = 'approved' | 'declined' | 'withdrawn';

/** Why somebody cannot decide so; null when they can. */
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
