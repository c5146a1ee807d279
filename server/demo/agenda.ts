/** What happens over weeks, played in the order of time: a ledger has its entries in the order in which they were made. */

/** Says by each moment that it yields when it goes on, and goes on when that has come. Moments never go back. */
export type Story = AsyncGenerator<Date, void, void>;

/** The stories that have begun, and those to come. */
export class Agenda {
  #stories: { next: Date; story: Story }[] = [];

  /** Adds a story, which runs as far as its first moment. */
  async add(story: Story): Promise<void> {
    const { value, done } = await story.next();
    if (!done) this.#stories.push({ next: value, story });
  }

  /** Plays what comes up to a moment, this included. */
  async until(moment: Date): Promise<void> {
    for (;;) {
      const [first] = this.#stories.toSorted((a, b) => a.next.getTime() - b.next.getTime());
      if (!first || first.next > moment) return;
      const { value, done } = await first.story.next();
      if (done) this.#stories = this.#stories.filter((each) => each !== first);
      else first.next = value;
    }
  }
}
