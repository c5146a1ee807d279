import { dashboardPath } from '../paths/dashboard.ts';
import { defineScreens } from '../shared/screen.ts';

export const dashboardScreens = defineScreens([
  {
    path: dashboardPath,
    title: 'shell:nav.dashboard',
    catalogues: ['dashboard', 'chart'],
    page: () => import('./dashboard-page.tsx'),
    isEntry: true,
    nav: {
      label: 'shell:nav.dashboard',
      icon: 'dashboard',
      section: 'home',
      order: 10,
      shortcut: 'd',
    },
  },
]);
