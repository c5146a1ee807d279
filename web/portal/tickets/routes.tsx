import { newTicketPath, ticketPath, ticketsPath } from '../paths/tickets.ts';
import { defineScreens } from '../shared/screen.ts';

export const ticketScreens = defineScreens([
  {
    path: ticketsPath,
    permission: 'tickets-list',
    title: 'shell:nav.support',
    catalogues: ['tickets'],
    page: () => import('./list-page.tsx'),
    nav: { label: 'shell:nav.support', icon: 'tickets', section: 'settings', order: 30, shortcut: 'h' },
  },
  {
    path: newTicketPath,
    permission: 'create-ticket',
    title: 'tickets:create.title',
    catalogues: ['tickets'],
    page: () => import('./create-page.tsx'),
  },
  {
    path: ticketPath('$id'),
    permission: 'view-ticket',
    title: 'tickets:details.title',
    catalogues: ['tickets'],
    page: () => import('./detail-page.tsx'),
  },
]);
