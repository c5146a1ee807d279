import { defineScreens } from '../shared/screen.ts';
import { SIMULATOR_PERMISSIONS } from './paths.ts';

export const simulatorScreens = defineScreens([
  {
    path: '/simulator',
    permission: SIMULATOR_PERMISSIONS,
    title: 'simulator:title',
    catalogues: ['simulator'],
    page: () => import('./simulator-page.tsx'),
  },
]);
