import { IconSettings } from '@tabler/icons-react';
import { accountPath } from '../paths/account.ts';
import { defineScreens } from '../shared/screen.ts';

/** The link is for everybody; who holds none of the tabs' permissions is led on to /403. */
export const accountScreens = defineScreens([
  {
    path: accountPath,
    title: 'account:title',
    catalogues: ['account', 'approvals', 'auth'],
    page: () => import('./settings-page.tsx'),
    nav: { label: 'shell:nav.account', icon: IconSettings, order: 90 },
  },
]);
