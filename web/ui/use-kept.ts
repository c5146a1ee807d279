import { useState } from 'react';

/**
 * Keeps the last value that was not null, so that a dialog closed by setting its subject to null still shows it while
 * fading out. @returns null only before the first value.
 */
export function useKept<T>(value: T | null): T | null {
  const [kept, setKept] = useState(value);
  if (value !== null && value !== kept) setKept(value);
  return value ?? kept;
}
