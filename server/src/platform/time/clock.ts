/** The source of the current time; tests pass one that they can move. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export class FakeClock implements Clock {
  private current: Date;
  constructor(start: Date | string = '2026-06-15T09:00:00Z') {
    this.current = new Date(start);
  }
  now(): Date {
    return new Date(this.current);
  }
  set(moment: Date | string): void {
    this.current = new Date(moment);
  }
  advance(by: { seconds?: number; minutes?: number; hours?: number; days?: number }): void {
    const seconds =
      (by.seconds ?? 0) + 60 * (by.minutes ?? 0) + 3600 * (by.hours ?? 0) + 86_400 * (by.days ?? 0);
    this.current = new Date(this.current.getTime() + seconds * 1000);
  }
}
