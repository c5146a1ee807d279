import { useEffect, useState } from 'react';

/**
 * Renders a drawer closed once before opening it: one that is open in its first render does not record where the focus
 * was, and cannot restore it.
 */
export function useOpenedAfterDraw(opened: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return opened && drawn;
}

/**
 * Delays mounting until first use: `shouldMount` turns true when `opened` does or when `mount` is called (on hover or
 * focus of the button), and stays true so that closing can animate.
 */
export function useLazyMount(opened: boolean): [shouldMount: boolean, mount: () => void] {
  const [shouldMount, setShouldMount] = useState(opened);
  if (opened && !shouldMount) setShouldMount(true);
  return [shouldMount, () => setShouldMount(true)];
}
