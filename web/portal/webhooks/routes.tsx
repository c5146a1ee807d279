import { webhooksPath } from '../paths/webhooks.ts';
import { defineScreens } from '../shared/screen.ts';

export const webhookScreens = defineScreens([
  {
    path: webhooksPath,
    permission: 'payment-methods-settings',
    title: 'webhooks:list.title',
    catalogues: ['webhooks', 'auth'],
    page: () => import('./list-page.tsx'),
  },
]);
