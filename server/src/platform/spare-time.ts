/** Says that work which was let in has ended. */
export type End = () => void;

/** For so long it stands still at a time: a payment and a sign-in at once take less. */
const STILL_SECONDS = 0.1;
/** In the long run it goes at this pace at least, so that there is spare time however busy others are. */
const LEAST_PACE = 2 / 3;
/** The pace of about so many seconds says how fast it goes of late. */
const PACE_SECONDS = 5;

/**
 * A clock that stands still while work is under way that goes first: who rests by it does not begin beside that work, unless it takes
 * long (ADR 156).
 */
export class SpareTime {
  readonly #now: () => number;
  #underWay = 0;
  #at: number;
  #seconds = 0;
  /** For how long it may stand now: it earns that again while it goes. */
  #still = STILL_SECONDS;
  #pace = 1;

  /** @param now a moment, in seconds (default: of this process) */
  constructor(now: () => number = () => performance.now() / 1000) {
    this.#now = now;
    this.#at = now();
  }

  /** Seconds of spare time so far. */
  get seconds(): number {
    this.#goOn();
    return this.#seconds;
  }

  /** Seconds of spare time a second, of late. */
  get pace(): number {
    this.#goOn();
    return this.#pace;
  }

  /** Lets work begin that goes first. */
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
