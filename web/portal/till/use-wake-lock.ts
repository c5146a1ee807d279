import { useEffect } from 'react';

/** Keeps the screen on while `isOn`, where the browser can: a browser lets go when the page is hidden. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    let held: WakeLockSentinel | null = null;
    let isOver = false;
    const hold = async () => {
      if (document.hidden) return;
      // Refused on a low battery: the screen then goes dark as always.
      held = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) void held?.release();
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void held?.release();
    };
  }, [isOn]);
}
