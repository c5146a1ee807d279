import {
  IconBuildingBank,
  IconBuildingStore,
  IconFileInvoice,
  IconHelpCircle,
  IconLayoutDashboard,
  IconLink,
  IconReceipt,
  IconReceiptRefund,
  IconRosetteDiscountCheck,
  IconSettings,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { defineScreens, type Screen } from '../shared/screen.ts';

const notYet: Screen['page'] = () =>
  import('./not-yet.tsx').then((module) => ({ default: module.NotYetScreen }));

/** An entry of the sidebar whose screens a later release brings; a noun's own `routes.tsx` replaces it. */
export const laterScreens = defineScreens([
  {
    path: '/dashboard',
    title: 'shell:nav.dashboard',
    page: notYet,
    nav: { label: 'shell:nav.dashboard', icon: IconLayoutDashboard, order: 10 },
  },
  {
    path: '/invoices',
    permission: 'view-invoices-list',
    title: 'shell:nav.invoices',
    page: notYet,
    nav: { label: 'shell:nav.invoices', icon: IconFileInvoice, order: 20 },
  },
  {
    path: '/payment-link',
    permission: 'view-pay-links-list',
    title: 'shell:nav.paymentLinks',
    page: notYet,
    nav: { label: 'shell:nav.paymentLinks', icon: IconLink, order: 30 },
  },
  {
    path: '/customers',
    permission: 'view-customers-list',
    title: 'shell:nav.customers',
    page: notYet,
    nav: { label: 'shell:nav.customers', icon: IconUsers, order: 40 },
  },
  {
    path: '/settlements',
    permission: 'view-settlements',
    title: 'shell:nav.settlements',
    page: notYet,
    nav: { label: 'shell:nav.settlements', icon: IconBuildingBank, order: 50 },
  },
  {
    path: '/transactions',
    permission: 'view-transactions-list',
    title: 'shell:nav.transactions',
    page: notYet,
    nav: { label: 'shell:nav.transactions', icon: IconReceipt, order: 60 },
  },
  {
    path: '/charge-backs',
    permission: 'view-chargeback-list',
    title: 'shell:nav.chargebacks',
    page: notYet,
    nav: { label: 'shell:nav.chargebacks', icon: IconReceiptRefund, order: 70 },
  },
  {
    path: '/users-and-roles',
    permission: 'users-manage',
    title: 'shell:nav.team',
    page: notYet,
    nav: { label: 'shell:nav.team', icon: IconUsersGroup, order: 80 },
  },
  {
    path: '/account-settings',
    title: 'shell:nav.account',
    page: notYet,
    nav: { label: 'shell:nav.account', icon: IconSettings, order: 90 },
  },
  {
    path: '/support',
    permission: 'tickets-list',
    title: 'shell:nav.support',
    page: notYet,
    nav: { label: 'shell:nav.support', icon: IconHelpCircle, order: 100 },
  },
  {
    path: '/my-items',
    permission: 'store-management',
    title: 'shell:nav.store',
    page: notYet,
    nav: {
      label: 'shell:nav.store',
      icon: IconBuildingStore,
      order: 110,
      also: [
        'new-product',
        'update-product',
        'category-management',
        'add-new-category',
        'edit-category',
        'orders',
      ],
    },
  },
  {
    path: '/activate-account',
    permission: 'submit-kyc',
    title: 'shell:nav.activate',
    page: notYet,
    nav: { label: 'shell:nav.activate', icon: IconRosetteDiscountCheck, order: 120 },
  },
  {
    path: '/profile-setting',
    title: 'shell:nav.profile',
    page: notYet,
    nav: { label: 'shell:nav.profile', icon: IconUserCircle, order: 130 },
  },
]);
