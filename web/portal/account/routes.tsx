import { IconSettings } from '@tabler/icons-react';
import { defineScreens } from '../shared/screen.ts';

/** The link is for everybody; who holds none of the tabs' permissions is led on to /403. */
export const accountScreens = defineScreens([
  {
    path: '/account-settings',
    title: 'account:title',
    catalogues: ['account', 'approvals', 'auth'],
    page: () => import('./settings-page.tsx'),
    nav: { label: 'shell:nav.account', icon: IconSettings, order: 90 },
  },
]);
