import { dashboard } from '@daftar/contract/dashboard';
import type { Endpoint } from '@daftar/contract/endpoint';

/** The shortest interval between refreshes, however fast payments arrive. */
const BETWEEN_REFRESHES = 1_500;
/** Statistics are the most expensive, so they are refetched less often. */
const BETWEEN_STATISTICS = 10_000;

/** What a {@link Refresher} depends on; in milliseconds. */
export interface Surroundings {
  now(): number;
  later(act: () => unknown, wait: number): void;
  isHidden(): boolean;
  refresh(endpoints: readonly Endpoint[]): void;
}

/** Collects stale queries and refetches them in batches, only while the page is visible. */
export class Refresher {
  readonly #around: Surroundings;
  readonly #stale = new Set<Endpoint>();
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #statisticsAt = Number.NEGATIVE_INFINITY;
  #plannedFor = Number.POSITIVE_INFINITY;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Marks endpoints as stale: refetched now, or together with others in the next moments. */
  add(endpoints: readonly Endpoint[]): void {
    for (const each of endpoints) this.#stale.add(each);
    this.plan();
  }

  /** Continues with what was collected; also when the page becomes visible. */
  plan(): void {
    const { now, later, isHidden } = this.#around;
    if (isHidden()) return;
    const next = Math.min(...[...this.#stale].map((each) => this.#dueAt(each)));
    if (next >= this.#plannedFor) return;
    this.#plannedFor = next;
    // An earlier plan may be replaced by a sooner one.
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
