import { APPROVAL_PERMISSION } from '@daftar/contract/approvals';
import { defineScreens } from '../shared/screen.ts';

export const approvalScreens = defineScreens([
  {
    path: '/approvals',
    permission: Object.values(APPROVAL_PERMISSION),
    title: 'approvals:list.title',
    catalogues: ['approvals'],
    page: () => import('./list-page.tsx'),
  },
]);
