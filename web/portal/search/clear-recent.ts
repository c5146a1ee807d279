/** Apart from what else the search keeps, since sign-in loads this. */
export const RECENT_KEY = 'daftar.recent';

/** Forgets what was opened from the search, when a session ends: the next person at this tab may be somebody else. */
export function clearRecent(): void {
  try {
    sessionStorage.removeItem(RECENT_KEY);
  } catch {
    // Nothing was kept.
  }
}
