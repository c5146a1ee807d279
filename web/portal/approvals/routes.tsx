import { APPROVAL_PERMISSION } from '@daftar/contract/access';
import { approvalsPath } from '../paths/approvals.ts';
import { defineScreens } from '../shared/screen.ts';

export const approvalScreens = defineScreens([
  {
    path: approvalsPath,
    permission: Object.values(APPROVAL_PERMISSION),
    title: 'approvals:list.title',
    catalogues: ['approvals'],
    page: () => import('./list-page.tsx'),
  },
]);
