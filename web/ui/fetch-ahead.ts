import { NetworkError } from './errors.ts';

let coming = 0;

/** Whether a prefetch is running that nobody waits for yet. */
export const isFetchingAhead = () => coming > 0;

/**
 * Loads a part of a screen that the user waits for. A failure is reported as a lost connection; calling again retries.
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new NetworkError('A part of the screen did not come.', { cause });
  }
}

/** Runs after the next frame, when idle. Safari has no requestIdleCallback. */
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window
    ? requestAnimationFrame(() => window.requestIdleCallback(run))
    : setTimeout(run, 200);

/**
 * Prefetches what will be needed soon, after the current interaction has been handled. Failures are ignored: it is
 * fetched again when needed.
 */
export function fetchAhead(load: () => Promise<unknown>): void {
  whenIdle(() => {
    coming += 1;
    load()
      .catch((error) => console.warn('Not fetched ahead.', error))
      .finally(() => {
        coming -= 1;
      });
  });
}
