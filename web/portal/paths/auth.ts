export const loginPath = '/login';
export const signUpPath = '/sign-up';
export const verifyEmailPath = '/verify-your-email';
export const createPasswordPath = '/create-password';
export const forgetPasswordPath = '/forget-password';
export const resetPasswordPath = '/reset-password/$token';
export const confirmAddressPath = '/confirm-address/$token';

const GUEST_SEGMENTS: ReadonlySet<string> = new Set([
  '',
  ...[
    loginPath,
    signUpPath,
    verifyEmailPath,
    createPasswordPath,
    forgetPasswordPath,
    resetPasswordPath,
    confirmAddressPath,
  ].map((path) => path.split('/')[1] as string),
]);

/** Whether a path belongs to people who are not signed in. */
export function isGuestPath(pathname: string): boolean {
  return GUEST_SEGMENTS.has(pathname.split('/')[1] ?? '');
}
