/** Permissions of the provider's staff; the guard, the console's navigation and the test matrix read this list. */
export const OPERATOR_PERMISSIONS = [
  'ops:kyc',
  'ops:merchants',
  'ops:moderate',
  'ops:terms',
  'ops:transactions',
  'ops:chargebacks',
  'ops:payouts',
  'ops:settlements',
  'ops:reference-data',
  'ops:processors',
  'ops:reconciliation',
  'ops:tickets',
  'ops:failures',
  'ops:audit',
  'ops:recover',
  'ops:operators',
  'ops:approvals',
  'ops:corrections',
] as const;
export type OperatorPermission = (typeof OPERATOR_PERMISSIONS)[number];

export const OPERATOR_ROLES = ['reviewer', 'finance', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * Reviewers review merchants and answer their tickets; finance moves money and
 * keeps the accounts at payment processors; an admin does both, reads the audit log,
 * helps people who are locked out, and manages operators. Everybody sees the approvals that their other permissions
 * are for.
 */
export const ROLE_PERMISSIONS: Readonly<Record<OperatorRole, readonly OperatorPermission[]>> = {
  reviewer: ['ops:kyc', 'ops:merchants', 'ops:moderate', 'ops:transactions', 'ops:tickets', 'ops:approvals'],
  finance: [
    'ops:merchants',
    'ops:terms',
    'ops:transactions',
    'ops:chargebacks',
    'ops:payouts',
    'ops:settlements',
    'ops:reference-data',
    'ops:processors',
    'ops:reconciliation',
    'ops:failures',
    'ops:approvals',
    'ops:corrections',
  ],
  admin: OPERATOR_PERMISSIONS,
};

/** Whether an endpoint's access is for operators. */
export function isForOperators(access: unknown): access is 'operator' | OperatorPermission {
  return access === 'operator' || (typeof access === 'string' && access.startsWith('ops:'));
}
