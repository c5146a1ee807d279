import { tillPath } from '../paths/till.ts';
import { defineScreens } from '../shared/screen.ts';

export const tillScreens = defineScreens([
  {
    path: tillPath,
    permission: 'create-pay-link',
    title: 'shell:nav.till',
    catalogues: ['till', 'payables'],
    page: () => import('./till-page.tsx'),
    isEntry: true,
    nav: { label: 'shell:nav.till', icon: 'till', section: 'selling', order: 25, shortcut: 'k' },
  },
]);
