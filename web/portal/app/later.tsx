import { IconHelpCircle } from '@tabler/icons-react';
import { defineScreens, type Screen } from '../shared/screen.ts';

const notYet: Screen['page'] = () =>
  import('./not-yet.tsx').then((module) => ({ default: module.NotYetScreen }));

/** An entry of the sidebar whose screens a later release brings; a noun's own `routes.tsx` replaces it. */
export const laterScreens = defineScreens([
  {
    path: '/support',
    permission: 'tickets-list',
    title: 'shell:nav.support',
    page: notYet,
    nav: { label: 'shell:nav.support', icon: IconHelpCircle, order: 100 },
  },
  { path: '/support/create-ticket', permission: 'create-ticket', title: 'shell:nav.support', page: notYet },
]);
