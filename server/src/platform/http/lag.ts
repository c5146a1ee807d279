const PAUSE_MILLISECONDS = 100;
/** A pause of the process (a garbage collection, a large reply) is over after less than so many looks. */
const LOOKS = 5;

/** For how long the event loop keeps work waiting: the shortest delay of the last few looks, so that a hiccup is none. */
export class Lag {
  readonly #last: number[] = [];
  readonly #timer: NodeJS.Timeout;
  seconds = 0;

  /** @param now a moment in milliseconds */
  constructor(now = () => performance.now()) {
    let due = now() + PAUSE_MILLISECONDS;
    this.#timer = setInterval(() => {
      const moment = now();
      this.#last.push(Math.max(0, moment - due));
      if (this.#last.length > LOOKS) this.#last.shift();
      this.seconds = this.#last.length < LOOKS ? 0 : Math.min(...this.#last) / 1000;
      due = moment + PAUSE_MILLISECONDS;
    }, PAUSE_MILLISECONDS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
