import { IconRosetteDiscountCheck } from '@tabler/icons-react';
import { defineScreens } from '../shared/screen.ts';
import { activatePath } from './paths.ts';

export const kycScreens = defineScreens([
  {
    path: activatePath,
    permission: 'submit-kyc',
    title: 'shell:nav.activate',
    catalogues: ['kyc'],
    page: () => import('./activate-page.tsx'),
    nav: { label: 'shell:nav.activate', icon: IconRosetteDiscountCheck, order: 120 },
  },
]);
