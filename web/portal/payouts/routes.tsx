import { payoutPath, payoutsPath } from '../paths/payouts.ts';
import { defineScreens } from '../shared/screen.ts';

export const payoutScreens = defineScreens([
  {
    path: payoutsPath,
    permission: 'payout-request-transactions',
    title: 'shell:nav.payouts',
    catalogues: ['payouts'],
    page: () => import('./list-page.tsx'),
    nav: { label: 'shell:nav.payouts', icon: 'payouts', section: 'money', order: 15, shortcut: 'p' },
  },
  {
    path: payoutPath('$id'),
    permission: 'payout-request-transactions',
    title: 'payouts:details.title',
    catalogues: ['payouts', 'simulator'],
    page: () => import('./detail-page.tsx'),
  },
]);
