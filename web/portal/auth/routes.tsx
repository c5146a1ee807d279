import type { ComponentType } from 'react';
import type { Path } from '../../ui/path.ts';
import type { NamedTextKey } from '../../ui/text-key.ts';
import {
  companySignInPath,
  confirmAddressPath,
  createPasswordPath,
  forgetPasswordPath,
  joinPath,
  loginPath,
  resetPasswordPath,
  signUpPath,
  verifyEmailPath,
} from '../paths/auth.ts';
import LoginPage from './login-page.tsx';

/** One screen before sign-in. */
interface GuestScreen {
  path: Path;
  title: NamedTextKey;
  page: () => Promise<{ default: ComponentType }>;
  /** Search parameters without which the address leads to sign-in. */
  needs?: readonly string[];
}

export const guestScreens: readonly GuestScreen[] = [
  { path: loginPath, title: 'auth:login.title', page: async () => ({ default: LoginPage }) },
  { path: companySignInPath, title: 'auth:company.title', page: () => import('./company-page.tsx') },
  { path: signUpPath, title: 'auth:signUp.title', page: () => import('./sign-up-page.tsx') },
  { path: verifyEmailPath, title: 'auth:verify.title', page: () => import('./verify-email-page.tsx') },
  {
    path: createPasswordPath,
    title: 'auth:create.title',
    page: () => import('./create-password-page.tsx'),
    needs: ['email', 'token'],
  },
  {
    path: joinPath,
    title: 'auth:join.title',
    page: () => import('./join-page.tsx'),
    needs: ['email', 'token'],
  },
  { path: forgetPasswordPath, title: 'auth:forgot.title', page: () => import('./forget-password-page.tsx') },
  { path: resetPasswordPath, title: 'auth:reset.title', page: () => import('./reset-password-page.tsx') },
  { path: confirmAddressPath, title: 'auth:address.title', page: () => import('./confirm-address-page.tsx') },
];
