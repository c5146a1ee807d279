import { balancePath } from '../paths/balance.ts';
import { defineScreens } from '../shared/screen.ts';

export const balanceScreens = defineScreens([
  {
    path: balancePath,
    permission: 'view-settlements',
    group: 'view-balances',
    title: 'shell:nav.balance',
    catalogues: ['balance'],
    page: () => import('./balance-page.tsx'),
    nav: { label: 'shell:nav.balance', icon: 'balance', section: 'money', order: 10, shortcut: 'b' },
  },
]);
