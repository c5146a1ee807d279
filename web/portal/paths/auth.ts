import { definePath } from '../../ui/define-path.ts';

export const loginPath = definePath('/login');
export const companySignInPath = definePath<{
  state?: string;
  code?: string;
  iss?: string;
  error?: string;
}>('/company-sign-in');
export const signUpPath = definePath('/sign-up');
export const verifyEmailPath = definePath('/verify-your-email');
export const createPasswordPath = definePath<{ email?: string; token?: string }>('/create-password');
export const joinPath = definePath<{ email?: string; token?: string }>('/join');
export const forgetPasswordPath = definePath('/forget-password');
export const resetPasswordPath = definePath('/reset-password/$token');
export const confirmAddressPath = definePath('/confirm-address/$token');

const GUEST_SEGMENTS: ReadonlySet<string> = new Set([
  '',
  ...[
    loginPath,
    companySignInPath,
    signUpPath,
    verifyEmailPath,
    createPasswordPath,
    joinPath,
    forgetPasswordPath,
    resetPasswordPath,
    confirmAddressPath,
  ].map((path) => path.split('/')[1] as string),
]);

/** Whether a path belongs to people who are not signed in. */
export function isGuestPath(pathname: string): boolean {
  return GUEST_SEGMENTS.has(pathname.split('/')[1] ?? '');
}
