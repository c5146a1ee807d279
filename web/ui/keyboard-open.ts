import { useEffect, useState } from 'react';

/** The least height of an on-screen keyboard; what a browser's own bars take is less. */
const KEYBOARD_PIXELS = 150;

/** Whether an on-screen keyboard covers part of the page: what is seen is much lower than the window, and not by zooming. */
export const isKeyboardOpen = (windowHeight: number, seen: { height: number; scale: number } | null) =>
  seen !== null && seen.height * seen.scale < windowHeight - KEYBOARD_PIXELS;

/** Whether an on-screen keyboard is open; false where the browser does not say. */
export function useKeyboardOpen(): boolean {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    // Read only when it changes, never while rendering: to know the window's height, the browser lays the page out at once.
    const read = () => setOpen(isKeyboardOpen(window.innerHeight, window.visualViewport));
    window.visualViewport?.addEventListener('resize', read);
    return () => window.visualViewport?.removeEventListener('resize', read);
  }, []);
  return open;
}
