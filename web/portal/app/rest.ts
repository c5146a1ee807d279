import { auth, SESSION_REST_HOURS } from '@daftar/contract/auth';
import i18next from 'i18next';
import { call } from '../shared/call.ts';
import { setEndReason } from '../shared/ended.ts';
import { notify } from '../shared/notify.ts';
import { session } from '../shared/session.ts';

const REST_MILLISECONDS = SESSION_REST_HOURS * 3_600_000;
const LOOK_MILLISECONDS = 15_000;
/** So long before the end the person is warned. */
const WARN_MILLISECONDS = 120_000;
const WRITE_MILLISECONDS = 30_000;
/** When a person last did something, in whichever tab. */
const TOUCHED = 'daftar.touched';

interface Watch {
  /** The person did something. */
  touch(): void;
  /** Whether they did nothing for as long as a session may rest. */
  isOver(): boolean;
  /** Whether they will have, in two minutes or less. */
  isNearlyOver(): boolean;
}

/** Records, for all tabs, when the person was last active. Opening the portal counts. */
export function watchRest(storage: Pick<Storage, 'getItem' | 'setItem'>, now: () => number): Watch {
  let written = now();
  storage.setItem(TOUCHED, String(written));
  const rested = () => now() - Number(storage.getItem(TOUCHED) ?? now());
  return {
    touch() {
      if (now() - written < WRITE_MILLISECONDS) return;
      written = now();
      storage.setItem(TOUCHED, String(written));
    },
    isOver: () => rested() > REST_MILLISECONDS,
    isNearlyOver: () => rested() > REST_MILLISECONDS - WARN_MILLISECONDS,
  };
}

/**
 * Ends a non-remembered session once the portal has been idle for as long as the server allows. Without this an open
 * portal, which polls for news, would keep its session alive forever.
 */
export function endAfterRest(): void {
  const watch = watchRest(localStorage, Date.now);
  let isEnding = false;
  let warning: string | null = null;
  const takeBackWarning = () => {
    if (warning !== null) notify.hide(warning);
    warning = null;
  };
  const look = () => {
    if (isEnding || session.get().token === null || session.isRemembered()) return false;
    if (!watch.isNearlyOver()) takeBackWarning();
    else warning ??= notify.working(i18next.t('shell:restEnds'));
    if (!watch.isOver()) return false;
    isEnding = true;
    setEndReason('rest');
    void call(auth.logout)
      .catch(() => undefined)
      .finally(() => session.end());
    return true;
  };
  // Checked first, so that returning after the idle time does not extend an expired session.
  const touch = () => {
    if (look()) return;
    watch.touch();
    takeBackWarning();
  };
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const) {
    window.addEventListener(event, touch, { passive: true });
  }
  setInterval(look, LOOK_MILLISECONDS);
}
