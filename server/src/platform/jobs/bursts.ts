/** Jobs that a tenant may add at once before its priority drops, and the number that it may add per second. */
const BURST = 100;
const PER_SECOND = 5;
/** The highest count kept for a tenant, so that after adding a million jobs it is back at full priority in about twenty minutes. */
const MAX_COUNTED = BURST * 64;
/** Above this many tenants, those whose count has returned to zero are dropped. */
const REMEMBERED = 1_000;

/**
 * Gives jobs of a tenant that adds many a lower priority than those of others. The priority depends on how many the
 * tenant has added recently, in steps that double, from 0 (first) to 7 (last); jobs of equal priority run in order of
 * arrival. Each process counts only the jobs that it added itself.
 */
export class Bursts {
  readonly #tenants = new Map<number, { added: number; at: number }>();
  readonly #now: () => number;
  #sweepAt = REMEMBERED;

  /** @param now the current time in seconds (default: the process's monotonic clock) */
  constructor(now = () => performance.now() / 1000) {
    this.#now = now;
  }

  /** The number of tenants with a count. */
  get size(): number {
    return this.#tenants.size;
  }

  /** Counts one more job of a tenant. @returns its priority */
  priorityOf(tenant: number): number {
    const now = this.#now();
    if (this.#tenants.size >= this.#sweepAt) this.#sweep(now);
    const added = Math.min(MAX_COUNTED, this.#left(this.#tenants.get(tenant), now) + 1);
    this.#tenants.set(tenant, { added, at: now });
    return added <= BURST ? 0 : 1 + Math.floor(Math.log2(added / BURST));
  }

  #left(known: { added: number; at: number } | undefined, now: number): number {
    return known ? Math.max(0, known.added - (now - known.at) * PER_SECOND) : 0;
  }

  #sweep(now: number): void {
    for (const [tenant, known] of this.#tenants) {
      if (this.#left(known, now) === 0) this.#tenants.delete(tenant);
    }
    // Doubled, so that with many active tenants not every new one causes a sweep.
    this.#sweepAt = Math.max(REMEMBERED, this.#tenants.size * 2);
  }
}
