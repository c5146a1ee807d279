import { teamPath } from '../paths/team.ts';
import { defineScreens } from '../shared/screen.ts';

export const teamScreens = defineScreens([
  {
    path: teamPath,
    permission: 'users-manage',
    title: 'team:title',
    catalogues: ['team', 'auth'],
    page: () => import('./team-page.tsx'),
    nav: { label: 'shell:nav.team', icon: 'team', section: 'account', order: 10, shortcut: 'u' },
  },
]);
