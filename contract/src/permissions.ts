/**
 * All permissions, the only source for the guard, the portal's navigation and actions, the role editor's groups and the
 * generated test matrix. Names are exactly those of the API (including the misspelled `detele-bank-account`).
 */
export const PERMISSION_GROUPS = {
  invoices: ['view-invoices-list', 'view-invoice-details', 'create-invoice', 'export-invoices'],
  'payment-links': ['view-pay-links-list', 'view-pay-link-details', 'create-pay-link', 'export-pay-links'],
  customers: ['view-customers-list', 'view-customer-details', 'add-customer', 'update-customer'],
  transactions: [
    'view-transactions-list',
    'view-transaction-details',
    'export-transactions',
    'transaction-refund',
    'payout-request-transactions',
  ],
  settlements: ['view-balances', 'view-settlements', 'export-settlements'],
  chargebacks: ['view-chargeback-list', 'export-chargeback'],
  support: ['tickets-list', 'view-ticket', 'create-ticket'],
  team: [
    'users-manage',
    'create-user',
    'edit-user',
    'delete-user',
    'change-user-status',
    'create-role',
    'edit-role',
    'delete-role',
    'view-audit-log',
    'require-two-step',
  ],
  account: [
    'submit-kyc',
    'update-live-mode',
    'view-settings',
    'financial-settings',
    'add-bank-account',
    'edit-bank-account',
    'detele-bank-account',
    'api-keys-settings',
    'payment-methods-settings',
    'ip-white-listing-settings',
    'store-settings',
  ],
  store: [
    'store-management',
    'products-list',
    'add-product',
    'edit-product',
    'delete-product',
    'import-products',
    'categories-list',
    'add-category',
    'edit-category',
    'delete-category',
    'import-category',
    'view-orders',
    'view-order-details',
  ],
  developers: ['view-events', 'manage-webhooks', 'view-request-log'],
} as const;

export type PermissionGroup = keyof typeof PERMISSION_GROUPS;
export type Permission = (typeof PERMISSION_GROUPS)[PermissionGroup][number];

/** All permissions, in the order of their groups. */
export const PERMISSIONS: readonly Permission[] = Object.values(PERMISSION_GROUPS).flat();

/** Permissions that move or redirect money or grant power over people; granting one requires step-up. */
export const POWER_PERMISSIONS = [
  'transaction-refund',
  'payout-request-transactions',
  'create-user',
  'edit-user',
  'delete-user',
  'change-user-status',
  'create-role',
  'edit-role',
  'delete-role',
  'require-two-step',
  'submit-kyc',
  'update-live-mode',
  'add-bank-account',
  'edit-bank-account',
  'detele-bank-account',
  'api-keys-settings',
  'payment-methods-settings',
  'ip-white-listing-settings',
  'manage-webhooks',
  // Covers the brand's footer in mails to payers, and the host of their pages.
  'view-settings',
] as const satisfies readonly Permission[];

const known: ReadonlySet<string> = new Set(PERMISSIONS);

/** Returns whether a string is a permission. */
export function isPermission(name: string): name is Permission {
  return known.has(name);
}
