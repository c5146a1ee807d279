import { auth, SESSION_REST_HOURS } from '@daftar/contract/auth';
import { call } from '../shared/call.ts';
import { session } from '../shared/session.ts';

const REST_MILLISECONDS = SESSION_REST_HOURS * 3_600_000;
const LOOK_MILLISECONDS = 60_000;
const WRITE_MILLISECONDS = 30_000;
/** When a person last did something, in whichever tab. */
const TOUCHED = 'daftar.touched';

interface Watch {
  /** The person did something. */
  touch(): void;
  /** Whether they did nothing for as long as a session may rest. */
  isOver(): boolean;
}

/** Records, for all tabs, when the person was last active. Opening the portal counts. */
export function watchRest(storage: Pick<Storage, 'getItem' | 'setItem'>, now: () => number): Watch {
  let written = now();
  storage.setItem(TOUCHED, String(written));
  return {
    touch() {
      if (now() - written < WRITE_MILLISECONDS) return;
      written = now();
      storage.setItem(TOUCHED, String(written));
    },
    isOver: () => now() - Number(storage.getItem(TOUCHED) ?? now()) > REST_MILLISECONDS,
  };
}

/**
 * Ends a non-remembered session once the portal has been idle for as long as the server allows. Without this an open
 * portal, which polls for news, would keep its session alive forever.
 */
export function endAfterRest(): void {
  const watch = watchRest(localStorage, Date.now);
  let isEnding = false;
  const look = () => {
    if (isEnding || session.get().token === null || session.isRemembered() || !watch.isOver()) return false;
    isEnding = true;
    void call(auth.logout)
      .catch(() => undefined)
      .finally(() => session.end());
    return true;
  };
  // Checked first, so that returning after the idle time does not extend an expired session.
  const touch = () => {
    if (!look()) watch.touch();
  };
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const) {
    window.addEventListener(event, touch, { passive: true });
  }
  setInterval(look, LOOK_MILLISECONDS);
}
