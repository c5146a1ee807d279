import type { Permission } from './permissions.ts';

const SEES = [
  'view-invoices-list',
  'view-invoice-details',
  'view-pay-links-list',
  'view-pay-link-details',
  'view-customers-list',
  'view-customer-details',
  'view-transactions-list',
  'view-transaction-details',
] as const satisfies readonly Permission[];

/** Permissions to write to support. */
const ASKS = ['tickets-list', 'view-ticket', 'create-ticket'] as const satisfies readonly Permission[];

/**
 * Templates for new roles. None moves or redirects money or grants power over people; such permissions are added
 * deliberately. A cashier takes payments and sees no balances; an accountant reads and exports everything about money,
 * and responds to chargebacks; a viewer has only calls that change nothing, and so sees no chargebacks, orders and
 * tickets, because the permissions to see those also allow answering them.
 */
export const ROLE_TEMPLATES = {
  cashier: [...SEES, 'create-invoice', 'create-pay-link', 'add-customer', ...ASKS],
  accountant: [
    ...SEES,
    'export-invoices',
    'export-pay-links',
    'export-transactions',
    'view-balances',
    'view-settlements',
    'export-settlements',
    'view-chargeback-list',
    'export-chargeback',
    ...ASKS,
  ],
  viewer: [...SEES, 'view-balances', 'view-settlements'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type RoleTemplate = keyof typeof ROLE_TEMPLATES;
