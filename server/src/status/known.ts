import type { StatusFacts } from '@daftar/contract/status';
import type { App } from '../platform/context.ts';
import { patience } from '../platform/db/patience.ts';
import { readFacts } from './service.ts';

/** For how long an answer serves everybody: reloading the page costs the database nothing. */
const FRESH_MILLISECONDS = 5_000;
/** So long a visitor waits for the database before the last known facts are shown. */
const PATIENCE_MILLISECONDS = 1_500;

/** What a process knows of the status: read by one visitor for all, and kept while the database is away. */
export class KnownStatus {
  readonly #app: App;
  readonly #isAway: () => boolean;
  #facts: StatusFacts | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  readonly #texts = new WeakMap<StatusFacts, Map<string, Buffer>>();

  /** @param isAway whether the database is known not to answer */
  constructor(app: App, isAway: () => boolean) {
    this.#app = app;
    this.#isAway = isAway;
  }

  /** Reads the facts anew, once for all who ask meanwhile. @throws what the database says */
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

  /** The facts, at most a few seconds old; the last ones known, or null, while the database does not answer. */
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
   * What is known, as the bytes of a text. Rendering it costs more than all else, so it is done once for what is known, however many
   * reload the page in an outage; they all get the same buffer, which is compressed once.
   * @param form of its own among all texts
   * @returns null before anything was ever known
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
