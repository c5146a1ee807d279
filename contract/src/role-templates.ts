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
  'tickets-list',
  'view-ticket',
] as const satisfies readonly Permission[];

/**
 * What new roles may begin with. None moves or redirects money or gives power over people: that is added on purpose. A
 * cashier takes payments and sees no balances; an accountant reads and exports everything about money; a viewer only reads.
 */
export const ROLE_TEMPLATES = {
  cashier: [...SEES, 'create-invoice', 'create-pay-link', 'add-customer', 'create-ticket'],
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
    'create-ticket',
  ],
  viewer: [
    ...SEES,
    'view-balances',
    'view-settlements',
    'view-chargeback-list',
    'store-management',
    'products-list',
    'categories-list',
    'view-orders',
    'view-order-details',
  ],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;

export type RoleTemplate = keyof typeof ROLE_TEMPLATES;
