import type { Clock } from '../time/clock.ts';

/** A queue that looked for jobs longer ago than this is not ready. An idle one looks every two seconds. */
export const SILENT_SECONDS = 30;

/** As many jobs as may run at once do, and none of them has ended for so long: they hang. */
export const FULL_SECONDS = 600;

/**
 * Whether a queue still looks for jobs. To find none is as good as to find one; to be busy with all it may run at once is,
 * too, for {@link FULL_SECONDS}.
 */
export class Pulse {
  /** The queue's name, for people. */
  readonly name: string;
  /** Whether as many jobs run as may. Then nothing is looked for, and for a while nothing is wrong. */
  full: () => boolean = () => false;
  readonly #clock: Clock;
  #last: number;

  constructor(name: string, clock: Clock) {
    this.name = name;
    this.#clock = clock;
    this.#last = clock.now().getTime();
  }

  /** It has looked, and the database has answered; or a job has ended, after which it looks. */
  beat(): void {
    this.#last = this.#clock.now().getTime();
  }

  /** How long it has been silent beyond what is expected: nothing while it looks, ten minutes while it is full. */
  get silentSeconds(): number {
    const seconds = (this.#clock.now().getTime() - this.#last) / 1000;
    return Math.max(0, this.full() ? seconds - FULL_SECONDS : seconds);
  }
}

/** The names of those that have looked for nothing for too long. */
export function silentQueues(queues: readonly Pulse[]): string[] {
  return queues.filter(({ silentSeconds }) => silentSeconds > SILENT_SECONDS).map(({ name }) => name);
}
