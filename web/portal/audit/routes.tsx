import { auditPath } from '../paths/audit.ts';
import { defineScreens } from '../shared/screen.ts';

export const auditScreens = defineScreens([
  {
    path: auditPath,
    permission: 'view-audit-log',
    title: 'shell:nav.audit',
    catalogues: ['audit'],
    page: () => import('./list-page.tsx'),
    nav: { label: 'shell:nav.audit', icon: 'audit', section: 'account', order: 20 },
  },
]);
