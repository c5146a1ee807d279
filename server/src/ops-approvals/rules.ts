import {
  OPS_APPROVAL_KIND_NAMES,
  OPS_APPROVAL_KINDS,
  type OpsApprovalKind,
  type OpsApprovalState,
} from '@daftar/contract/ops-approvals';
import { type OperatorPermission, type OperatorRole, ROLE_PERMISSIONS } from '@daftar/contract/ops-roles';

/** Returns the kinds that somebody with these permissions may request and decide, or see. */
export const kindsOf = (permissions: ReadonlySet<OperatorPermission>): OpsApprovalKind[] =>
  OPS_APPROVAL_KIND_NAMES.filter((kind) => permissions.has(OPS_APPROVAL_KINDS[kind]));

/** Every kind with its permission, as two lists of the same length. */
export const permissionsOfKinds = (): { kinds: OpsApprovalKind[]; permissions: OperatorPermission[] } => ({
  kinds: [...OPS_APPROVAL_KIND_NAMES],
  permissions: OPS_APPROVAL_KIND_NAMES.map((kind) => OPS_APPROVAL_KINDS[kind]),
});

/** Every kind with each built-in role that may request it, as two lists of the same length. */
export function askersOf(): { kinds: OpsApprovalKind[]; roles: OperatorRole[] } {
  const pairs = OPS_APPROVAL_KIND_NAMES.flatMap((kind) =>
    (Object.keys(ROLE_PERMISSIONS) as OperatorRole[])
      .filter((role) => ROLE_PERMISSIONS[role].includes(OPS_APPROVAL_KINDS[kind]))
      .map((role) => ({ kind, role })),
  );
  return { kinds: pairs.map(({ kind }) => kind), roles: pairs.map(({ role }) => role) };
}

/** The facts on which the decision on a request depends. */
export interface Decidable {
  state: OpsApprovalState;
  askedBy: number;
}

/** Returns why an operator cannot make a decision; null when they can. `state`: the current one. */
export function refusalOf(
  { state, askedBy }: Decidable,
  decision: 'approved' | 'declined' | 'withdrawn',
  operatorId: number,
): 'decided' | 'expired' | 'ended' | 'own' | 'foreign' | null {
  if (state === 'expired' || state === 'ended') return state;
  if (state !== 'waiting') return 'decided';
  const isOwn = askedBy === operatorId;
  if (decision === 'withdrawn') return isOwn ? null : 'foreign';
  return isOwn ? 'own' : null;
}
