/**
 * Permissions that screens and calls both require. Separate from the calls, because the session reply needs the
 * permissions of screens without importing the calls.
 */
import type { Permission } from './permissions.ts';

/**
 * Permissions to create reports: any one that allows saving a file that a report can send (an exportable list or the
 * statement of account). Customers and fee invoices alone are not enough: viewers can see them but may change nothing.
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
 * The permission to request each kind of approval, and to decide on other people's requests of that kind. People who
 * may decide on refunds and payouts may also decide on the settings and the receiving bank account, so that a second
 * person can always be found.
 */
export const APPROVAL_PERMISSION = {
  refund: 'transaction-refund',
  payout: 'payout-request-transactions',
  settings: 'payment-methods-settings',
  'bank-account': 'edit-bank-account',
} as const satisfies Record<string, Permission>;

/**
 * Permissions for simulating payers and their banks, and the provider. Any of them opens the screen; each part requires
 * its own.
 */
export const SIMULATOR_ACCESS = {
  payment: 'create-pay-link',
  money: 'payout-request-transactions',
} as const satisfies Record<string, Permission>;
