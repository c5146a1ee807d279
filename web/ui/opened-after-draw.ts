import { useEffect, useState } from 'react';

/**
 * Opens a drawer only after it was first drawn closed: one that is drawn open from the start has not seen where the focus
 * was, and could not give it back.
 */
export function useOpenedAfterDraw(opened: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return opened && drawn;
}
