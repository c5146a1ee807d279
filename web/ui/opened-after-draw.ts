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

/**
 * Whether what opens is to be there: not before it was opened first, or somebody came near what opens it (`want`), and from
 * then on, so that it can be seen closing.
 */
export function useWanted(opened: boolean): [wanted: boolean, want: () => void] {
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  return [wanted, () => setWanted(true)];
}
