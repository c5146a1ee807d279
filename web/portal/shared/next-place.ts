import { dashboardPath } from '../paths/dashboard.ts';

/** Stores, per tab, the address to open after signing in. */
const KEY = 'daftar.next';

/** Stores an address of the portal, or clears it. */
export function setNextPlace(href: string | null): void {
  try {
    if (href) sessionStorage.setItem(KEY, href);
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, sign-in leads to the dashboard.
  }
}

/** Returns and clears the stored address; the dashboard if there is none. */
export function takeNextPlace(): string {
  try {
    const href = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    // Only a path of this site: `//elsewhere` would be another host.
    return href && /^\/(?!\/)/.test(href) ? href : dashboardPath;
  } catch {
    return dashboardPath;
  }
}
