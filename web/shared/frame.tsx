import { useEffect, useRef, useState } from 'react';
import { useBusy } from './activity.ts';
import classes from './frame.module.css';

/** A progress bar while requests are in flight; not shown for fast responses. */
export function ProgressBar({ moving = false }: { moving?: boolean }) {
  const busy = useBusy();
  return busy || moving ? <div className={classes.progress} aria-hidden /> : null;
}

/** Moves the focus to the h1 after navigation and announces the screen. */
export function Announcer({ place }: { place: string }) {
  const [said, setSaid] = useState('');
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    const frame = requestAnimationFrame(() => {
      const main = document.querySelector('main');
      // A screen that took the focus itself (a form's first field) keeps it.
      if (!main?.contains(document.activeElement) || document.activeElement === main) {
        (document.querySelector<HTMLElement>('h1[tabindex]') ?? main)?.focus({ preventScroll: true });
      }
      setSaid(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [place]);
  return (
    <div className={classes.said} role="status">
      {said}
    </div>
  );
}
