/** Marks the end of admitted work. */
export type End = () => void;

/** Maximum seconds of a single stop: longer than a payment and a sign-in at once take. */
const STILL_SECONDS = 0.1;
/** The lowest long-run pace, so that low-priority work is never starved. */
const LEAST_PACE = 2 / 3;
/** The averaging window of {@link SpareTime.pace}. */
const PACE_SECONDS = 5;

/**
 * A clock that stops while high-priority work runs. Throttled callers wait by this clock, so that their next task does
 * not start beside high-priority work, unless that takes longer than the clock may stop (ADR 122).
 */
export class SpareTime {
  readonly #now: () => number;
  #underWay = 0;
  #at: number;
  #seconds = 0;
  /** Remaining seconds for which it may stop; regained while it runs. */
  #still = STILL_SECONDS;
  #pace = 1;

  /** @param now the current time in seconds (default: the process's monotonic clock) */
  constructor(now: () => number = () => performance.now() / 1000) {
    this.#now = now;
    this.#at = now();
  }

  /** Seconds that this clock has run. */
  get seconds(): number {
    this.#goOn();
    return this.#seconds;
  }

  /** Returns the recent average of this clock's seconds per real second, up to 1. */
  get pace(): number {
    this.#goOn();
    return this.#pace;
  }

  /** Begins high-priority work. @returns a function that ends it */
  begin(): End {
    this.#goOn();
    this.#underWay += 1;
    return () => {
      this.#goOn();
      this.#underWay -= 1;
    };
  }

  #goOn(): void {
    const now = this.#now();
    const passed = now - this.#at;
    if (passed <= 0) return;
    this.#at = now;
    let spare = passed;
    if (this.#underWay > 0) {
      const still = Math.min(passed, this.#still);
      this.#still -= still;
      spare = (passed - still) * LEAST_PACE;
    } else {
      this.#still = Math.min(STILL_SECONDS, this.#still + passed * (1 / LEAST_PACE - 1));
    }
    this.#seconds += spare;
    this.#pace += (spare / passed - this.#pace) * Math.min(1, passed / PACE_SECONDS);
  }
}
