/** What a source gives, gathered at its own pace while somebody works on what came first. */
export interface Ahead<T> {
  /** What has come so far, in order. */
  readonly items: readonly T[];
  /** Resolves once more than `count` have come, or with false once no more will. @throws what the source threw. */
  hasMoreThan(count: number): Promise<boolean>;
}

/** Begins to read a source at once and to its end, for one who asks for what it gives. */
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
  // Told to whoever asks for more; nobody may.
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
