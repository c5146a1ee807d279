import { newPaymentLinkPath, paymentLinkPath, paymentLinksPath } from '../paths/payment-links.ts';
import { defineScreens } from '../shared/screen.ts';

export const paymentLinkScreens = defineScreens([
  {
    path: paymentLinksPath,
    permission: 'view-pay-links-list',
    title: 'payment-links:list.title',
    catalogues: ['payment-links', 'payables'],
    page: () => import('./list-page.tsx'),
    isEntry: true,
    nav: {
      label: 'shell:nav.paymentLinks',
      icon: 'payment-links',
      section: 'selling',
      order: 20,
      shortcut: 'l',
    },
  },
  {
    path: newPaymentLinkPath,
    permission: 'create-pay-link',
    title: 'payment-links:form.title',
    catalogues: ['payment-links', 'payables'],
    page: () => import('./form-page.tsx'),
  },
  {
    path: paymentLinkPath('$id'),
    permission: 'view-pay-link-details',
    title: 'payment-links:details.title',
    catalogues: ['payment-links', 'payables'],
    page: () => import('./detail-page.tsx'),
  },
]);
