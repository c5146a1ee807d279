import { IconUserCircle } from '@tabler/icons-react';
import { profilePath } from '../paths/profile.ts';
import { defineScreens } from '../shared/screen.ts';

export const profileScreens = defineScreens([
  {
    path: profilePath,
    title: 'profile:title',
    catalogues: ['profile', 'auth', 'second-step'],
    page: () => import('./profile-page.tsx'),
    nav: { label: 'shell:nav.profile', icon: IconUserCircle, section: 'settings', order: 20 },
  },
]);
