import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SpareTime } from './spare-time.ts';

/** A clock that is set by the test. */
function scene() {
  const clock = { now: 0 };
  return Object.assign(clock, { spareTime: new SpareTime(() => clock.now) });
}

test('time is spare while nothing is under way that goes first, and a payment is none of it', () => {
  const time = scene();
  time.now = 10;
  expect(time.spareTime.seconds).toBeCloseTo(10);
  const end = time.spareTime.begin();
  time.now += 0.03;
  expect(time.spareTime.seconds).toBeCloseTo(10);
  end();
  time.now += 1;
  expect(time.spareTime.seconds).toBeCloseTo(11);
});

test('it stands still until the last of what goes first has ended', () => {
  const time = scene();
  const ends = [time.spareTime.begin(), time.spareTime.begin()];
  time.now = 0.02;
  ends[0]?.();
  time.now = 0.05;
  expect(time.spareTime.seconds).toBe(0);
  ends[1]?.();
  time.now = 1.05;
  expect(time.spareTime.seconds).toBeCloseTo(1);
});

test('however busy others are, two thirds of the time are spare in the long run, and what was of late says how much', () => {
  const time = scene();
  time.spareTime.begin();
  time.now = 60;
  expect(time.spareTime.seconds).toBeCloseTo(((60 - 0.1) * 2) / 3);
  expect(time.spareTime.pace).toBeCloseTo(2 / 3);
});

test('spare time never goes back, never goes faster than time, and never lags behind two thirds of it by more than a moment', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ after: fc.integer({ min: 0, max: 500 }), isBegin: fc.boolean() }), {
        maxLength: 60,
      }),
      (events) => {
        const time = scene();
        const underWay: (() => void)[] = [];
        let spare = 0;
        for (const { after, isBegin } of events) {
          time.now += after / 1000;
          const { seconds } = time.spareTime;
          expect(seconds).toBeGreaterThanOrEqual(spare);
          expect(seconds - spare).toBeLessThanOrEqual(after / 1000 + 1e-9);
          expect(seconds).toBeGreaterThanOrEqual((time.now * 2) / 3 - 0.1);
          spare = seconds;
          if (isBegin) underWay.push(time.spareTime.begin());
          else underWay.pop()?.();
        }
      },
    ),
  );
});
