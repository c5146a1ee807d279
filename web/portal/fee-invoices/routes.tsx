import { feeInvoicesPath } from '../paths/fee-invoices.ts';
import { defineScreens } from '../shared/screen.ts';

export const feeInvoiceScreens = defineScreens([
  {
    path: feeInvoicesPath,
    permission: 'view-settlements',
    title: 'shell:nav.feeInvoices',
    catalogues: ['fee-invoices'],
    page: () => import('./list-page.tsx'),
    nav: { label: 'shell:nav.feeInvoices', icon: 'fee-invoices', section: 'money', order: 60, shortcut: 'f' },
  },
]);
