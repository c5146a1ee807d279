/** Screens for visitors, and who is sent elsewhere. Known to both sides of the door. */
const FIRST_SEGMENTS: ReadonlySet<string> = new Set([
  '',
  'login',
  'sign-up',
  'verify-your-email',
  'create-password',
  'forget-password',
  'reset-password',
  'confirm-address',
]);

/** Whether a path belongs to visitors: sign-in and onboarding. */
export function isDoorPath(pathname: string): boolean {
  return FIRST_SEGMENTS.has(pathname.split('/')[1] ?? '');
}

/** The first segments of visitors' paths, but the root. */
export const doorPaths: readonly string[] = [...FIRST_SEGMENTS].filter((segment) => segment !== '');
