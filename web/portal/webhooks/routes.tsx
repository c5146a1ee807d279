import { endpointsPath, eventsPath, webhooksPath } from '../paths/webhooks.ts';
import { defineScreens } from '../shared/screen.ts';

export const webhookScreens = defineScreens([
  {
    path: webhooksPath,
    permission: 'payment-methods-settings',
    title: 'webhooks:list.title',
    catalogues: ['webhooks', 'auth'],
    page: () => import('./list-page.tsx'),
  },
  {
    path: endpointsPath,
    permission: ['manage-webhooks', 'payment-methods-settings'],
    title: 'webhooks:endpoints.title',
    catalogues: ['webhooks', 'auth'],
    page: () => import('./endpoints-page.tsx'),
  },
  {
    path: eventsPath,
    permission: ['view-events', 'payment-methods-settings'],
    title: 'webhooks:events.title',
    catalogues: ['webhooks'],
    page: () => import('./events-page.tsx'),
  },
]);
