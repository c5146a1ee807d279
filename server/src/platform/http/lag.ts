const PAUSE_MILLISECONDS = 100;
/** Number of measurements after which a pause of the process (a garbage collection, a large reply) is over. */
const LOOKS = 5;

/** The delay of the event loop: the shortest delay of the last measurements, so that a short pause does not count. */
export class Lag {
  readonly #last: number[] = [];
  readonly #timer: NodeJS.Timeout;
  seconds = 0;

  /** @param now returns the current time in milliseconds */
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
