import type { Clock } from '../time/clock.ts';

/** A queue that has not polled for this long is stuck; an idle one polls every two seconds. */
export const SILENT_SECONDS = 30;

/** If all job slots have been taken for this long without a job ending, the jobs hang. */
export const FULL_SECONDS = 600;

/**
 * Liveness of a queue: whether it still polls for jobs. A poll that finds none counts as alive, and so does a full
 * queue, for {@link FULL_SECONDS}.
 */
export class Pulse {
  /** The queue's name, for people. */
  readonly name: string;
  /** Returns whether all job slots are taken. Then the queue does not poll, which is normal for a while. */
  full: () => boolean = () => false;
  readonly #clock: Clock;
  #last: number;

  constructor(name: string, clock: Clock) {
    this.name = name;
    this.#clock = clock;
    this.#last = clock.now().getTime();
  }

  /** Records a successful poll, or the end of a job, which is followed by one. */
  beat(): void {
    this.#last = this.#clock.now().getTime();
  }

  /**
   * Seconds for which it has not polled beyond the expected interval: zero while it polls, and for ten minutes while it
   * is full.
   */
  get silentSeconds(): number {
    const seconds = (this.#clock.now().getTime() - this.#last) / 1000;
    return Math.max(0, this.full() ? seconds - FULL_SECONDS : seconds);
  }
}

/** Returns the names of stuck queues. */
export function silentQueues(queues: readonly Pulse[]): string[] {
  return queues.filter(({ silentSeconds }) => silentSeconds > SILENT_SECONDS).map(({ name }) => name);
}
