import { transactionPath, transactionsPath } from '../paths/transactions.ts';
import { defineScreens } from '../shared/screen.ts';

export const transactionScreens = defineScreens([
  {
    path: transactionsPath,
    permission: 'view-transactions-list',
    title: 'shell:nav.transactions',
    catalogues: ['transactions', 'payouts', 'payables', 'auth'],
    page: () => import('./list-page.tsx'),
    isEntry: true,
    nav: {
      label: 'shell:nav.transactions',
      icon: 'transactions',
      section: 'money',
      order: 40,
      shortcut: 't',
    },
  },
  {
    path: transactionPath('$id'),
    permission: 'view-transaction-details',
    title: 'transactions:details.title',
    catalogues: ['transactions', 'simulator', 'payables', 'auth'],
    page: () => import('./detail-page.tsx'),
  },
]);
