/** Why a session ended that nobody signed out of; the sign-in page says so. */
export type EndReason = 'rest' | 'ended';

const KEY = 'daftar.ended';

/** Remembers why, for the next page of this tab. */
export function setEndReason(reason: EndReason): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Then the sign-in page greets as always.
  }
}

/** The remembered reason. Forgotten by {@link forgetEndReason}, not by reading: a page may be drawn twice. */
export function endReason(): EndReason | null {
  try {
    const reason = sessionStorage.getItem(KEY);
    return reason === 'rest' || reason === 'ended' ? reason : null;
  } catch {
    return null;
  }
}

/** Somebody signed in, or left on purpose. */
export function forgetEndReason(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was remembered.
  }
}
