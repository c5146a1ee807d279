import { startTransition, useOptimistic } from 'react';

/**
 * A choice that is shown at once, and what follows from it afterwards: a press is painted before a form of many fields is
 * rendered again.
 * @returns what is to be shown, and a function that shows the next value and makes the change
 */
export function useShownAtOnce<T>(value: T): [shown: T, choose: (next: T, change: () => void) => void] {
  const [shown, show] = useOptimistic(value);
  const choose = (next: T, change: () => void) =>
    startTransition(() => {
      show(next);
      change();
    });
  return [shown, choose];
}
