import { activatePath } from '../paths/kyc.ts';
import { defineScreens } from '../shared/screen.ts';

export const kycScreens = defineScreens([
  {
    path: activatePath,
    permission: 'submit-kyc',
    title: 'shell:nav.activate',
    catalogues: ['kyc'],
    page: () => import('./activate-page.tsx'),
    nav: { label: 'shell:nav.activate', icon: 'kyc', section: 'account', order: 30 },
  },
]);
