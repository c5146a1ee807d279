import { SIMULATOR_PERMISSIONS, simulatorPath } from '../paths/simulator.ts';
import { defineScreens } from '../shared/screen.ts';

export const simulatorScreens = defineScreens([
  {
    path: simulatorPath,
    permission: SIMULATOR_PERMISSIONS,
    title: 'simulator:title',
    catalogues: ['simulator'],
    page: () => import('./simulator-page.tsx'),
  },
]);
