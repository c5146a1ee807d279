/** Why a session ended without signing out; the sign-in page shows it. */
export type EndReason = 'rest' | 'ended';

const KEY = 'daftar.ended';

/** Stores the reason for the next page of this tab. */
export function setEndReason(reason: EndReason): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Without storage, the sign-in page shows its usual greeting.
  }
}

/** Returns the stored reason. {@link clearEndReason} clears it; reading does not, as React may render twice. */
export function endReason(): EndReason | null {
  try {
    const reason = sessionStorage.getItem(KEY);
    return reason === 'rest' || reason === 'ended' ? reason : null;
  } catch {
    return null;
  }
}

/** Clears the reason, after signing in or out. */
export function clearEndReason(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
