import { IconReceiptRefund } from '@tabler/icons-react';
import { defineScreens } from '../shared/screen.ts';
import { chargebacksPath } from './paths.ts';

export const chargebackScreens = defineScreens([
  {
    path: chargebacksPath,
    permission: 'view-chargeback-list',
    title: 'shell:nav.chargebacks',
    catalogues: ['chargebacks'],
    page: () => import('./list-page.tsx'),
    nav: { label: 'shell:nav.chargebacks', icon: IconReceiptRefund, order: 70 },
  },
]);
