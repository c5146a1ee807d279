import { useCallback, useEffect, useState } from 'react';

/** Counts seconds down to zero from when it is first shown, by the clock rather than by ticks, which a phone may skip. */
export function useCountdown(seconds: number): { left: number; restart: () => void } {
  const [end, setEnd] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.min(seconds, Math.max(0, Math.ceil((end - now) / 1000)));
  const running = left > 0;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  const restart = useCallback(() => {
    const start = Date.now();
    setNow(start);
    setEnd(start + seconds * 1000);
  }, [seconds]);
  return { left, restart };
}
