import { IconUsersGroup } from '@tabler/icons-react';
import { defineScreens } from '../shared/screen.ts';

export const teamScreens = defineScreens([
  {
    path: '/users-and-roles',
    permission: 'users-manage',
    title: 'team:title',
    catalogues: ['team', 'auth'],
    page: () => import('./team-page.tsx'),
    nav: { label: 'shell:nav.team', icon: IconUsersGroup, order: 80 },
  },
]);
