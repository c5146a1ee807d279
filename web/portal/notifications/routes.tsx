import { notificationsPath, preferencesPath } from '../paths/notifications.ts';
import { defineScreens } from '../shared/screen.ts';

export const notificationScreens = defineScreens([
  {
    path: notificationsPath,
    title: 'notifications:history.title',
    catalogues: ['notifications'],
    page: () => import('./history-page.tsx'),
  },
  {
    path: preferencesPath,
    title: 'notifications:preferences.title',
    catalogues: ['notifications'],
    page: () => import('./preferences-page.tsx'),
  },
]);
