/** How long events are kept for listeners that are about to connect: longer than a slow phone takes to load a page. */
const KEPT_MILLISECONDS = 15_000;

/** The events of the last moments. */
export class Recent<News> {
  private readonly heard = new Set<{ news: News; at: number }>();
  private readonly elapsed: () => number;
  private since = Number.POSITIVE_INFINITY;

  /** @param elapsed a clock that never jumps, in ms */
  constructor(elapsed: () => number = () => performance.now()) {
    this.elapsed = elapsed;
  }

  /** Starts again, because earlier events may have been missed. */
  begin(): void {
    this.heard.clear();
    this.since = this.elapsed();
  }

  add(news: News): void {
    this.heard.add({ news, at: this.elapsed() });
    this.evict();
  }

  /** Returns the kept events, the oldest first, and the number of milliseconds for which they are complete. */
  read(): { milliseconds: number; news: News[] } {
    this.evict();
    const milliseconds = Math.max(0, Math.min(KEPT_MILLISECONDS, this.elapsed() - this.since));
    return { milliseconds, news: [...this.heard].map(({ news }) => news) };
  }

  private evict(): void {
    const oldest = this.elapsed() - KEPT_MILLISECONDS;
    for (const each of this.heard) {
      if (each.at >= oldest) return;
      this.heard.delete(each);
    }
  }
}
