import { IconUserCircle } from '@tabler/icons-react';
import { defineScreens } from '../shared/screen.ts';

export const profileScreens = defineScreens([
  {
    path: '/profile-setting',
    title: 'profile:title',
    catalogues: ['profile', 'auth', 'second-step'],
    page: () => import('./profile-page.tsx'),
    nav: { label: 'shell:nav.profile', icon: IconUserCircle, order: 130 },
  },
]);
