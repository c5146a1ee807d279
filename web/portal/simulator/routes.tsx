import { SIMULATOR_ACCESS } from '@daftar/contract/access';
import { simulatorPath } from '../paths/simulator.ts';
import { defineScreens } from '../shared/screen.ts';

export const simulatorScreens = defineScreens([
  {
    path: simulatorPath,
    permission: Object.values(SIMULATOR_ACCESS),
    title: 'simulator:title',
    catalogues: ['simulator'],
    page: () => import('./simulator-page.tsx'),
  },
]);
