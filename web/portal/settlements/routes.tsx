import { IconBuildingBank } from '@tabler/icons-react';
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
    nav: { label: 'shell:nav.settlements', icon: IconBuildingBank, order: 50 },
  },
]);
