/** Permissions that screens have as well as calls. Apart from the calls, since sign-in knows the screens and their permissions. */
import type { Permission } from './permissions.ts';

/**
 * Whoever may save any of the files that a report sends: of each list that has one, and the statement of account. Customers
 * and the invoices of our fees alone do not make one a sender of reports: viewers see them, and change nothing.
 */
export const REPORT_ACCESS = [
  'export-transactions',
  'export-pay-links',
  'export-invoices',
  'export-chargeback',
  'export-settlements',
  'payout-request-transactions',
  'view-orders',
  'products-list',
  'categories-list',
  'tickets-list',
  'view-audit-log',
  'transaction-refund',
  'payment-methods-settings',
  'edit-bank-account',
  'view-events',
  'view-request-log',
  'api-keys-settings',
] as const satisfies readonly Permission[];

/**
 * The permission to request what another person approves, by kind, and to decide on other people's requests. Whoever may decide
 * refunds and payouts may also decide on the settings and the receiving bank account, so that a second person can be found.
 */
export const APPROVAL_PERMISSION = {
  refund: 'transaction-refund',
  payout: 'payout-request-transactions',
  settings: 'payment-methods-settings',
  'bank-account': 'edit-bank-account',
} as const satisfies Record<string, Permission>;

/** What may be simulated of payers and their banks, and of the provider. Any of them opens the screen; each part needs its own. */
export const SIMULATOR_ACCESS = {
  payment: 'create-pay-link',
  money: 'payout-request-transactions',
} as const satisfies Record<string, Permission>;
