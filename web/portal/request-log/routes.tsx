import { requestsPath, usagePath } from '../paths/request-log.ts';
import { defineScreens } from '../shared/screen.ts';

export const requestLogScreens = defineScreens([
  {
    path: requestsPath,
    permission: ['api-keys-settings', 'view-request-log'],
    title: 'request-log:list.title',
    catalogues: ['request-log', 'webhooks'],
    page: () => import('./list-page.tsx'),
  },
  {
    path: usagePath,
    permission: ['api-keys-settings', 'view-request-log'],
    title: 'request-log:usage.title',
    catalogues: ['request-log', 'webhooks', 'chart'],
    page: () => import('./usage-page.tsx'),
  },
]);
