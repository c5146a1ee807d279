/** Items of a source, read ahead while the first ones are being processed. */
export interface Ahead<T> {
  /** The items read so far, in order. */
  readonly items: readonly T[];
  /**
   * Resolves with true once more than `count` items are available, or with false at the end.
   * @throws errors of the source.
   */
  hasMoreThan(count: number): Promise<boolean>;
}

/** Starts reading a source to its end at once. */
export function readAhead<T>(source: AsyncIterable<readonly T[]>): Ahead<T> {
  const items: T[] = [];
  let isOver = false;
  let wake = () => {};
  const read = async () => {
    try {
      for await (const some of source) {
        items.push(...some);
        wake();
      }
    } finally {
      isOver = true;
      wake();
    }
  };
  const reading = read();
  // Reported to callers that ask for more; there may be none.
  reading.catch(() => {});
  return {
    items,
    async hasMoreThan(count) {
      while (items.length <= count && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (items.length <= count) await reading;
      return items.length > count;
    },
  };
}
