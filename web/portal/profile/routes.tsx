import { profilePath } from '../paths/profile.ts';
import { defineScreens } from '../shared/screen.ts';

export const profileScreens = defineScreens([
  {
    path: profilePath,
    title: 'profile:title',
    catalogues: ['profile', 'auth', 'second-step', 'phone'],
    page: () => import('./profile-page.tsx'),
    nav: { label: 'shell:nav.profile', icon: 'profile', section: 'settings', order: 20 },
  },
]);
