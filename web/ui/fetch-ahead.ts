let coming = 0;

/** Whether something is being fetched that nobody waits for yet. */
export const isFetchingAhead = () => coming > 0;

/** Fetches what will be asked for soon. A failure disturbs nobody: it is fetched again when it is asked for. */
export function fetchAhead(load: () => Promise<unknown>): void {
  coming += 1;
  load()
    .catch((error) => console.warn('Not fetched ahead.', error))
    .finally(() => {
      coming -= 1;
    });
}
