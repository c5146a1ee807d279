import { REPORT_ACCESS } from '@daftar/contract/access';
import { reportFilePath, reportsPath } from '../paths/reports.ts';
import { defineScreens } from '../shared/screen.ts';

export const reportScreens = defineScreens([
  {
    path: reportsPath,
    permission: REPORT_ACCESS,
    title: 'shell:nav.reports',
    catalogues: ['reports', 'auth'],
    page: () => import('./list-page.tsx'),
    nav: { label: 'shell:nav.reports', icon: 'reports', section: 'money', order: 70 },
  },
  {
    path: reportFilePath('$id'),
    title: 'reports:file.title',
    catalogues: ['reports'],
    page: () => import('./file-page.tsx'),
  },
]);
