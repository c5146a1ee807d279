import { useEffect, useRef, useState } from 'react';
import { useBusy } from './activity.ts';
import classes from './frame.module.css';

/** A thin line while anything is in flight; quick answers never show it. */
export function ProgressBar({ moving = false }: { moving?: boolean }) {
  const busy = useBusy();
  return busy || moving ? <div className={classes.progress} aria-hidden /> : null;
}

/** After a change of screen: the focus goes to its h1, and its name is said aloud. */
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
