import { IconHelpCircle } from '@tabler/icons-react';
import { defineScreens } from '../shared/screen.ts';

export const ticketScreens = defineScreens([
  {
    path: '/support',
    permission: 'tickets-list',
    title: 'shell:nav.support',
    catalogues: ['tickets'],
    page: () => import('./list-page.tsx'),
    nav: { label: 'shell:nav.support', icon: IconHelpCircle, order: 100 },
  },
  {
    path: '/support/create-ticket',
    permission: 'create-ticket',
    title: 'tickets:create.title',
    catalogues: ['tickets'],
    page: () => import('./create-page.tsx'),
  },
  {
    path: '/support/$id',
    permission: 'view-ticket',
    title: 'tickets:details.title',
    catalogues: ['tickets'],
    page: () => import('./detail-page.tsx'),
  },
]);
