import { chargebackPath, chargebacksPath } from '../paths/chargebacks.ts';
import { defineScreens } from '../shared/screen.ts';

export const chargebackScreens = defineScreens([
  {
    path: chargebacksPath,
    permission: 'view-chargeback-list',
    title: 'shell:nav.chargebacks',
    catalogues: ['chargebacks'],
    page: () => import('./list-page.tsx'),
    nav: {
      label: 'shell:nav.chargebacks',
      icon: 'chargebacks',
      section: 'money',
      order: 50,
      shortcut: 'x',
    },
  },
  {
    path: chargebackPath('$id'),
    permission: 'view-chargeback-list',
    title: 'chargebacks:details.title',
    catalogues: ['chargebacks'],
    page: () => import('./detail-page.tsx'),
  },
]);
