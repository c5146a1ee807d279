import { accountPath, keyRequestPath } from '../paths/account.ts';
import { defineScreens } from '../shared/screen.ts';

/** The link is shown to everybody; people without the permission of any tab are told so there. */
export const accountScreens = defineScreens([
  {
    path: accountPath,
    title: 'account:title',
    catalogues: ['account', 'approvals', 'auth'],
    page: () => import('./settings-page.tsx'),
    nav: { label: 'shell:nav.account', icon: 'account', section: 'settings', order: 10, shortcut: 'a' },
  },
  {
    path: keyRequestPath,
    permission: 'api-keys-settings',
    title: 'account:request.title',
    catalogues: ['account', 'auth'],
    page: () => import('./key-request-page.tsx'),
  },
]);
