import { TooManyError } from './http/errors.ts';

const RETRY_AFTER_SECONDS = 10;

interface Waiting {
  whose: number;
  begin: () => void;
}

/**
 * A fair semaphore: limits the number of tasks running at once. Of the waiting tasks, that of an owner without a
 * running one goes first, otherwise the oldest, so that an owner with many tasks delays only themselves.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #waitingEach: number;
  readonly #working: number[] = [];
  readonly #waiting: Waiting[] = [];

  /** @param waitingEach the maximum number of waiting tasks per owner; further ones are refused. */
  constructor(atOnce: number, waitingEach: number) {
    this.#atOnce = atOnce;
    this.#waitingEach = waitingEach;
  }

  /**
   * Resolves when the owner's task may run.
   * @returns a function that releases the slot
   * @throws TooManyError 429 when the owner has too many waiting tasks
   */
  async take(whose: number): Promise<() => void> {
    if (this.#working.length < this.#atOnce) this.#working.push(whose);
    else {
      if (this.#waiting.filter((each) => each.whose === whose).length >= this.#waitingEach) {
        throw new TooManyError(RETRY_AFTER_SECONDS);
      }
      await new Promise<void>((begin) => this.#waiting.push({ whose, begin }));
    }
    return () => this.#end(whose);
  }

  #end(whose: number): void {
    this.#working.splice(this.#working.indexOf(whose), 1);
    const idle = this.#waiting.findIndex((each) => !this.#working.includes(each.whose));
    const [next] = this.#waiting.splice(Math.max(0, idle), 1);
    if (!next) return;
    this.#working.push(next.whose);
    next.begin();
  }
}
