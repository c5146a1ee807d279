import { dashboard } from '@daftar/contract/dashboard';
import type { Endpoint } from '@daftar/contract/endpoint';

/** Refreshes follow each other no closer than this, however fast payments come in. */
const BETWEEN_REFRESHES = 1_500;
/** What costs the server most to answer is asked for less often. */
const BETWEEN_STATISTICS = 10_000;

/** What a {@link Refresher} stands on; milliseconds. */
export interface Surroundings {
  now(): number;
  later(act: () => unknown, wait: number): void;
  isHidden(): boolean;
  refresh(endpoints: readonly Endpoint[]): void;
}

/** Collects what events have made stale and asks for it anew: in batches, and only while somebody can see it. */
export class Refresher {
  readonly #around: Surroundings;
  readonly #stale = new Set<Endpoint>();
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #statisticsAt = Number.NEGATIVE_INFINITY;
  #plannedFor = Number.POSITIVE_INFINITY;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** These are stale: asked for at once, or together with what else happens in the next moments. */
  add(endpoints: readonly Endpoint[]): void {
    for (const each of endpoints) this.#stale.add(each);
    this.plan();
  }

  /** Goes on with what was collected; also when the page is seen again. */
  plan(): void {
    const { now, later, isHidden } = this.#around;
    if (isHidden()) return;
    const next = Math.min(...[...this.#stale].map((each) => this.#dueAt(each)));
    if (next >= this.#plannedFor) return;
    this.#plannedFor = next;
    // A plan may have been overtaken by a sooner one.
    later(() => this.#plannedFor === next && this.#refresh(), Math.max(0, next - now()));
  }

  #dueAt(endpoint: Endpoint): number {
    const soonest = this.#refreshedAt + BETWEEN_REFRESHES;
    return endpoint === dashboard.statistics
      ? Math.max(soonest, this.#statisticsAt + BETWEEN_STATISTICS)
      : soonest;
  }

  #refresh(): void {
    this.#plannedFor = Number.POSITIVE_INFINITY;
    const { now, isHidden, refresh } = this.#around;
    if (isHidden()) return;
    const due = [...this.#stale].filter((each) => this.#dueAt(each) <= now());
    for (const each of due) this.#stale.delete(each);
    if (due.length > 0) {
      this.#refreshedAt = now();
      if (due.includes(dashboard.statistics)) this.#statisticsAt = now();
      refresh(due);
    }
    this.plan();
  }
}
