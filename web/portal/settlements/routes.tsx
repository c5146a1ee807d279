import { reservePath } from '../paths/reserve.ts';
import { settlementsPath } from '../paths/settlements.ts';
import { defineScreens } from '../shared/screen.ts';

export const settlementScreens = defineScreens([
  {
    path: settlementsPath,
    permission: 'view-settlements',
    title: 'shell:nav.settlements',
    catalogues: ['settlements'],
    page: () => import('./list-page.tsx'),
    isEntry: true,
    nav: {
      label: 'shell:nav.settlements',
      icon: 'settlements',
      section: 'money',
      order: 30,
      shortcut: 's',
      also: ['reserve'],
    },
  },
  {
    path: reservePath,
    permission: 'view-settlements',
    title: 'settlements:reserve.title',
    catalogues: ['settlements'],
    page: () => import('./reserve-page.tsx'),
  },
]);
