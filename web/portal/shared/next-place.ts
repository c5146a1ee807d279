import { dashboardPath } from '../paths/dashboard.ts';

/** The address a person was heading for when they had to sign in; kept for this tab only. */
const KEY = 'daftar.next';

/** Remembers an address of the portal, or forgets it. */
export function setNextPlace(href: string | null): void {
  try {
    if (href) sessionStorage.setItem(KEY, href);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Then sign-in leads to the dashboard.
  }
}

/** The remembered address, once; the dashboard where there is none. */
export function takeNextPlace(): string {
  try {
    const href = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    // Only a path of this site: `//elsewhere` is an address of another.
    return href && /^\/(?!\/)/.test(href) ? href : dashboardPath;
  } catch {
    return dashboardPath;
  }
}
