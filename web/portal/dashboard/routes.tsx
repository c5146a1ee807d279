import { IconLayoutDashboard } from '@tabler/icons-react';
import { dashboardPath } from '../paths/dashboard.ts';
import { defineScreens } from '../shared/screen.ts';

export const dashboardScreens = defineScreens([
  {
    path: dashboardPath,
    title: 'shell:nav.dashboard',
    catalogues: ['dashboard'],
    page: () => import('./dashboard-page.tsx'),
    isEntry: true,
    nav: {
      label: 'shell:nav.dashboard',
      icon: IconLayoutDashboard,
      section: 'home',
      order: 10,
      shortcut: 'd',
    },
  },
]);
