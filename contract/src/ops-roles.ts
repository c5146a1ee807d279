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
  'ops:canned-replies',
  'ops:failures',
  'ops:audit',
  'ops:recover',
  'ops:operators',
  'ops:approvals',
  'ops:corrections',
  'ops:risk',
  'ops:incidents',
] as const;
export type OperatorPermission = (typeof OPERATOR_PERMISSIONS)[number];

export const OPERATOR_ROLES = ['reviewer', 'support', 'finance', 'viewer', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * The operator's role in the API: a built-in one, `custom`, which has its own name, or `none` for operators whom the
 * company's directory has put in no group with a role: they cannot sign in.
 */
export const OPERATOR_ROLE_KINDS = [...OPERATOR_ROLES, 'custom', 'none'] as const;
export type OperatorRoleKind = (typeof OPERATOR_ROLE_KINDS)[number];

/**
 * Reviewers review merchants, answer their tickets and maintain the canned replies; support only answers tickets;
 * finance moves money and maintains the accounts at payment processors; an admin can do all of this, reads the audit
 * log, helps people who are locked out, and manages operators. Everybody sees the approvals that their other
 * permissions allow. A viewer changes nothing.
 */
export const ROLE_PERMISSIONS: Readonly<Record<OperatorRole, readonly OperatorPermission[]>> = {
  reviewer: [
    'ops:kyc',
    'ops:merchants',
    'ops:moderate',
    'ops:transactions',
    'ops:tickets',
    'ops:canned-replies',
    'ops:approvals',
  ],
  support: ['ops:tickets'],
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
    'ops:risk',
  ],
  viewer: [],
  admin: OPERATOR_PERMISSIONS,
};

/** Permissions that a role may only use for reading, in addition to its own. */
const SEEN: Readonly<Record<OperatorRole, readonly OperatorPermission[]>> = {
  reviewer: [],
  support: ['ops:merchants', 'ops:transactions'],
  finance: [],
  viewer: OPERATOR_PERMISSIONS,
  admin: [],
};

/**
 * Returns the permissions whose calls a role may make if they only read (`GET`), including those of {@link
 * ROLE_PERMISSIONS}.
 */
export const readsOf = (role: OperatorRole): readonly OperatorPermission[] => [
  ...new Set([...ROLE_PERMISSIONS[role], ...SEEN[role]]),
];

/** Returns whether an endpoint's access is for operators. */
export function isForOperators(access: unknown): access is 'operator' | OperatorPermission {
  return access === 'operator' || (typeof access === 'string' && access.startsWith('ops:'));
}
