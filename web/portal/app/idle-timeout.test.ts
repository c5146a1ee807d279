import { expect, test } from 'vitest';
import { memoryStorage } from '../shared/testing.ts';
import { watchIdleTime } from './idle-timeout.ts';

const HOUR = 3_600_000;

test('a session is idle after two hours without input in any tab, and not before', () => {
  let moment = 1_000;
  const storage = memoryStorage();
  const [one, other] = [watchIdleTime(storage, () => moment), watchIdleTime(storage, () => moment)];
  moment += 1.9 * HOUR;
  expect([one.isNearlyOver(), one.isOver()]).toEqual([false, false]);
  other.touch();
  moment += 1.9 * HOUR;
  expect(one.isOver()).toBe(false);
  moment += 0.08 * HOUR;
  expect([one.isNearlyOver(), one.isOver()]).toEqual([true, false]);
  moment += 0.12 * HOUR;
  expect([one.isOver(), other.isOver()]).toEqual([true, true]);
});

test('opening the portal restarts the idle time, whatever the browser has stored', () => {
  let moment = 1_000;
  const storage = memoryStorage();
  watchIdleTime(storage, () => moment);
  moment += 30 * HOUR;
  expect(watchIdleTime(storage, () => moment).isOver()).toBe(false);
});
