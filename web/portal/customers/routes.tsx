import { customerPath, customersPath } from '../paths/customers.ts';
import { defineScreens } from '../shared/screen.ts';

export const customerScreens = defineScreens([
  {
    path: customersPath,
    permission: 'view-customers-list',
    title: 'customers:list.title',
    catalogues: ['customers', 'import'],
    page: () => import('./list-page.tsx'),
    isEntry: true,
    nav: { label: 'shell:nav.customers', icon: 'customers', section: 'selling', order: 30, shortcut: 'c' },
  },
  {
    path: customerPath('$id'),
    permission: 'view-customer-details',
    title: 'customers:details.title',
    catalogues: ['customers'],
    page: () => import('./detail-page.tsx'),
  },
]);
