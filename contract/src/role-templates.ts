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

/** Writes to support. */
const ASKS = ['tickets-list', 'view-ticket', 'create-ticket'] as const satisfies readonly Permission[];

/**
 * What new roles may begin with. None moves or redirects money or gives power over people: that is added on purpose. A
 * cashier takes payments and sees no balances; an accountant reads and exports everything about money, and responds to
 * chargebacks; a viewer may call nothing that changes anything, and so sees no chargebacks, orders and tickets: who may see
 * those may answer them.
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
