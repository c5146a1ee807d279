import { auth, SESSION_REST_HOURS } from '@daftar/contract/auth';
import i18next from 'i18next';
import { notify } from '../../ui/notify.tsx';
import { call } from '../shared/call.ts';
import { setEndReason } from '../shared/ended.ts';
import { session } from '../shared/session.ts';

const IDLE_MILLISECONDS = SESSION_REST_HOURS * 3_600_000;
const CHECK_MILLISECONDS = 15_000;
/** Warn this long before the session ends. */
const WARN_MILLISECONDS = 120_000;
const WRITE_MILLISECONDS = 30_000;
/** Storage key of the user's last activity in any tab. */
const TOUCHED = 'daftar.touched';

interface Watch {
  /** Records activity. */
  touch(): void;
  /** Whether the idle limit has passed. */
  isOver(): boolean;
  /** Whether it will pass within two minutes. */
  isNearlyOver(): boolean;
}

/** Tracks the user's last activity across tabs. Opening the portal counts. */
export function watchIdleTime(storage: Pick<Storage, 'getItem' | 'setItem'>, now: () => number): Watch {
  let written = now();
  storage.setItem(TOUCHED, String(written));
  const idleTime = () => now() - Number(storage.getItem(TOUCHED) ?? now());
  return {
    touch() {
      if (now() - written < WRITE_MILLISECONDS) return;
      written = now();
      storage.setItem(TOUCHED, String(written));
    },
    isOver: () => idleTime() > IDLE_MILLISECONDS,
    isNearlyOver: () => idleTime() > IDLE_MILLISECONDS - WARN_MILLISECONDS,
  };
}

/**
 * Ends a non-remembered session once the portal has been idle for as long as the server allows. Without this an open
 * portal, which polls for notifications, would keep its session alive forever.
 */
export function endWhenIdle(): void {
  const watch = watchIdleTime(localStorage, Date.now);
  let isEnding = false;
  let warning: string | null = null;
  const hideWarning = () => {
    if (warning !== null) notify.hide(warning);
    warning = null;
  };
  const endIfIdle = () => {
    if (isEnding || session.get().token === null || session.isRemembered()) return false;
    if (!watch.isNearlyOver()) hideWarning();
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
    if (endIfIdle()) return;
    watch.touch();
    hideWarning();
  };
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const) {
    window.addEventListener(event, touch, { passive: true });
  }
  setInterval(endIfIdle, CHECK_MILLISECONDS);
}
