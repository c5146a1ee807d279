import type { Clock } from '../time/clock.ts';

/** A queue that looked for jobs longer ago than this is not ready. An idle one looks every two seconds. */
export const SILENT_SECONDS = 30;

/** Whether a queue still looks for jobs. To find none is as good as to find one; to be busy with all it may run at once, too. */
export class Pulse {
  /** The queue's name, for people. */
  readonly name: string;
  /** Whether as many jobs run as may. Then nothing is looked for, and nothing is wrong. */
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

  /** How long ago it last did, in seconds; 0 while it is full. */
  get silentSeconds(): number {
    if (this.full()) return 0;
    return Math.max(0, (this.#clock.now().getTime() - this.#last) / 1000);
  }
}

/** The names of those that have looked for nothing for too long. */
export function silentQueues(queues: readonly Pulse[]): string[] {
  return queues.filter(({ silentSeconds }) => silentSeconds > SILENT_SECONDS).map(({ name }) => name);
}
