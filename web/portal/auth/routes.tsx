import type { ComponentType } from 'react';
import { session } from '../shared/session.ts';

interface Place {
  params: Record<string, string>;
  search: Record<string, string>;
}

/** A screen for visitors. */
export interface PublicScreen {
  path: `/${string}`;
  title: string;
  page: () => Promise<{ default: ComponentType }>;
  /** Where to go instead, if this screen is not for who comes. */
  leave?: (at: Place) => string | undefined;
}

const toLogin = () => '/login';

export const publicScreens: readonly PublicScreen[] = [
  {
    path: '/login',
    title: 'auth:login.title',
    page: () => import('./login-page.tsx'),
    leave: () => (session.get().token ? '/dashboard' : undefined),
  },
  { path: '/sign-up', title: 'auth:signUp.title', page: () => import('./sign-up-page.tsx') },
  { path: '/verify-your-email', title: 'auth:verify.title', page: () => import('./verify-email-page.tsx') },
  {
    path: '/create-password',
    title: 'auth:create.title',
    page: () => import('./create-password-page.tsx'),
    leave: ({ search }) => (search.email && search.token ? undefined : '/login'),
  },
  { path: '/forget-password', title: 'auth:forgot.title', page: () => import('./forget-password-page.tsx') },
  {
    path: '/reset-password/$token',
    title: 'auth:reset.title',
    page: () => import('./reset-password-page.tsx'),
  },
  {
    path: '/reset-password',
    title: 'auth:reset.title',
    page: () => import('./reset-password-page.tsx'),
    leave: toLogin,
  },
];
