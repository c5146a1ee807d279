import { expect, test } from 'vitest';
import { Bursts } from './bursts.ts';

test('who adds many jobs stands behind who adds few, and beside them again after a rest', () => {
  let now = 0;
  const bursts = new Bursts(() => now);
  const added = Array.from({ length: 20_000 }, () => bursts.priorityOf(1));
  expect(added.slice(0, 100)).toEqual(Array(100).fill(0));
  expect(added.toSorted((one, other) => one - other)).toEqual(added);
  expect([added[100], added[199], added[399], added.at(-1)]).toEqual([1, 2, 3, 7]);
  expect(bursts.priorityOf(2)).toBe(0);
  now = 6_400 / 5;
  expect(bursts.priorityOf(1)).toBe(0);
});

test('who adds five a second is never behind, and who rests is forgotten', () => {
  let now = 0;
  const bursts = new Bursts(() => now);
  for (let second = 0; second < 1000; second += 1) {
    now += 0.2;
    expect(bursts.priorityOf(1)).toBe(0);
  }
  for (let tenant = 0; tenant < 20_000; tenant += 1) {
    now += 0.1;
    bursts.priorityOf(tenant);
  }
  expect(bursts.size).toBeLessThan(2_100);
});
