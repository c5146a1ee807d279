import { editInvoicePath, invoicePath, invoicesPath, newInvoicePath } from '../paths/invoices.ts';
import { defineScreens } from '../shared/screen.ts';

/** The form can choose, add and import customers. */
const formCatalogues = ['invoices', 'payables', 'customers', 'import'];

export const invoiceScreens = defineScreens([
  {
    path: invoicesPath,
    permission: 'view-invoices-list',
    title: 'shell:nav.invoices',
    catalogues: ['invoices', 'payables'],
    page: () => import('./list-page.tsx'),
    isEntry: true,
    nav: { label: 'shell:nav.invoices', icon: 'invoices', section: 'selling', order: 10, shortcut: 'i' },
  },
  {
    path: newInvoicePath,
    permission: 'create-invoice',
    title: 'invoices:form.create',
    catalogues: formCatalogues,
    page: () => import('./create-page.tsx'),
  },
  {
    path: editInvoicePath('$id'),
    permission: 'create-invoice',
    title: 'invoices:form.edit',
    catalogues: formCatalogues,
    page: () => import('./edit-page.tsx'),
  },
  {
    path: invoicePath('$id'),
    permission: 'view-invoice-details',
    title: 'invoices:details.title',
    catalogues: ['invoices', 'payables'],
    page: () => import('./detail-page.tsx'),
  },
]);
