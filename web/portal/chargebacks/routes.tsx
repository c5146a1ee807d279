import { IconReceiptRefund } from '@tabler/icons-react';
import { chargebacksPath } from '../paths/chargebacks.ts';
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
      icon: IconReceiptRefund,
      section: 'money',
      order: 50,
      shortcut: 'x',
    },
  },
]);
