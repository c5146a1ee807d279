/**
 * Whether somebody is signed in in this browser as far as it knows: the session is a cookie that scripts cannot see, so a page
 * that is loaded after it has ended would not know that there was one.
 */

const KEY = 'daftar.ops-signed-in';

/** Keeps that somebody has signed in, or has signed out. */
export function setSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(KEY, 'yes');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the sign-in page shows its usual greeting.
  }
}

/** Whether somebody has signed in, and not out. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
