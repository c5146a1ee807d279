import { useSyncExternalStore } from 'react';

/** The least height of an on-screen keyboard; what a browser's own bars take is less. */
const KEYBOARD_PIXELS = 150;

/** Whether an on-screen keyboard covers part of the page: what is seen is much lower than the window, and not by zooming. */
export const isKeyboardOpen = (windowHeight: number, seen: { height: number; scale: number } | null) =>
  seen !== null && seen.height * seen.scale < windowHeight - KEYBOARD_PIXELS;

function follow(changed: () => void): () => void {
  window.visualViewport?.addEventListener('resize', changed);
  return () => window.visualViewport?.removeEventListener('resize', changed);
}

/** Whether an on-screen keyboard is open; false where the browser does not say. */
export const useKeyboardOpen = (): boolean =>
  useSyncExternalStore(follow, () => isKeyboardOpen(window.innerHeight, window.visualViewport));
