import { NetworkError } from './errors.ts';

let coming = 0;

/** Whether something is being fetched that nobody waits for yet. */
export const isFetchingAhead = () => coming > 0;

/** Fetches a part of a screen that somebody waits for: one that does not come is told as a lost connection, and may be asked for again. */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new NetworkError('A part of the screen did not come.', { cause });
  }
}

/** When the next frame is drawn and the browser has nothing else to do. Safari has no word for the latter. */
const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window
    ? requestAnimationFrame(() => window.requestIdleCallback(run))
    : setTimeout(run, 200);

/**
 * Fetches what will be asked for soon, once what the person has just done is answered. A failure disturbs nobody: it is
 * fetched again when it is asked for.
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
