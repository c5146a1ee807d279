import { useState } from 'react';

/**
 * What was given last: a dialog that closes because its subject is gone (`null`) still shows it until it is out of
 * sight. @returns null only before anything was given.
 */
export function useKept<T>(value: T | null): T | null {
  const [kept, setKept] = useState(value);
  if (value !== null && value !== kept) setKept(value);
  return value ?? kept;
}
