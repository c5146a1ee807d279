import type { StatusFacts } from '@daftar/contract/status';
import type { App } from '../platform/context.ts';
import { patience } from '../platform/db/patience.ts';
import { readFacts } from './service.ts';

/** How long an answer serves all visitors, so that reloading the page costs the database nothing. */
const FRESH_MILLISECONDS = 5_000;
/** How long a visitor waits for the database before the last known facts are shown. */
const PATIENCE_MILLISECONDS = 1_500;

/** The status as known to a process: read by one visitor for all, and kept while the database is unavailable. */
export class KnownStatus {
  readonly #app: App;
  readonly #isAway: () => boolean;
  #facts: StatusFacts | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  readonly #texts = new WeakMap<StatusFacts, Map<string, Buffer>>();

  /** @param isAway whether the database is known to be unavailable */
  constructor(app: App, isAway: () => boolean) {
    this.#app = app;
    this.#isAway = isAway;
  }

  /** Reads the facts again, once for all concurrent callers. @throws the database's error */
  refresh(): Promise<void> {
    this.#reading ??= readFacts(this.#app)
      .then((facts) => {
        this.#facts = facts;
        this.#readAt = performance.now();
      })
      .finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  /** Returns the facts, at most a few seconds old; the last known ones, or null, while the database does not answer. */
  async now(): Promise<{ facts: StatusFacts | null; isStale: boolean }> {
    if (performance.now() - this.#readAt < FRESH_MILLISECONDS && !this.#isAway())
      return { facts: this.#facts, isStale: false };
    if (this.#isAway()) return { facts: this.#facts, isStale: true };
    const waiting = patience(PATIENCE_MILLISECONDS);
    const read = this.refresh().then(
      () => 'read' as const,
      () => 'failed' as const,
    );
    const outcome = await Promise.race([read, waiting.over]);
    waiting.end();
    return { facts: this.#facts, isStale: outcome !== 'read' };
  }

  /**
   * Returns the known facts as the bytes of a rendered text. Rendering is expensive, so it is done once for the same
   * facts, however many visitors reload the page in an outage; they all get the same buffer, which is compressed
   * once.
   * @param form unique among all texts
   * @returns null before any facts are known
   */
  async text(
    form: string,
    render: (known: StatusFacts & { isStale: boolean }) => string,
  ): Promise<Buffer | null> {
    const { facts, isStale } = await this.now();
    if (!facts) return null;
    const texts = this.#texts.get(facts) ?? new Map<string, Buffer>();
    this.#texts.set(facts, texts);
    const key = `${form} ${isStale}`;
    const text = texts.get(key) ?? Buffer.from(render({ ...facts, isStale }));
    texts.set(key, text);
    return text;
  }
}
