/** So many jobs a tenant adds at once before they stand behind those of others, and so many more a second. */
const BURST = 100;
const PER_SECOND = 5;
/** More is not remembered, so that whoever has added a million is beside the others again after some twenty minutes. */
const MOST = BURST * 64;
/** From so many tenants on those who have added few of late are forgotten. */
const REMEMBERED = 1_000;

/**
 * Who adds many jobs stands behind who adds few: a job's priority follows from how many its tenant has added of late, in steps
 * that double; the last one is 7, and small numbers come first. Jobs of one priority are taken in order of arrival. Each process judges by what it added itself.
 */
export class Bursts {
  readonly #tenants = new Map<number, { added: number; at: number }>();
  readonly #now: () => number;
  #sweepAt = REMEMBERED;

  /** @param now a moment, in seconds (default: of this process). */
  constructor(now = () => performance.now() / 1000) {
    this.#now = now;
  }

  /** How many tenants it keeps in mind. */
  get remembered(): number {
    return this.#tenants.size;
  }

  /** Notes one more job of a tenant. @returns its priority. */
  priorityOf(tenant: number): number {
    const now = this.#now();
    if (this.#tenants.size >= this.#sweepAt) this.#sweep(now);
    const added = Math.min(MOST, this.#left(this.#tenants.get(tenant), now) + 1);
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
    // Not at each newcomer, where many have just added some.
    this.#sweepAt = Math.max(REMEMBERED, this.#tenants.size * 2);
  }
}
