import { useEffect, useState } from 'react';

/**
 * Opens a drawer only after it was first rendered closed: one that is rendered open from the start does not know where
 * the focus was, and cannot restore it.
 */
export function useOpenedAfterDraw(opened: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return opened && drawn;
}
