import { expect, test } from 'vitest';
import { readAhead } from './ahead.ts';

/** A source that yields items as they are passed to it. */
function handedOver() {
  const given: ((some: number[] | Error | null) => void)[] = [];
  const turns = Array.from({ length: 3 }, () => new Promise<number[] | Error | null>((go) => given.push(go)));
  async function* source() {
    for (const turn of turns) {
      const some = await turn;
      if (some instanceof Error) throw some;
      if (some === null) return;
      yield some;
    }
  }
  return { source: source(), give: (turn: number, some: number[] | Error | null) => given[turn]!(some) };
}

test('the first items are available while the rest is still to come', async () => {
  const { source, give } = handedOver();
  const ahead = readAhead(source);
  give(0, [1, 2]);
  expect(await ahead.hasMoreThan(1)).toBe(true);
  expect(ahead.items).toEqual([1, 2]);
  const more = ahead.hasMoreThan(2);
  give(1, [3]);
  expect(await more).toBe(true);
  const evenMore = ahead.hasMoreThan(3);
  give(2, null);
  expect(await evenMore).toBe(false);
  expect(await ahead.hasMoreThan(2)).toBe(true);
  expect(ahead.items).toEqual([1, 2, 3]);
});

test('an error of the source is thrown by every request beyond the items read so far', async () => {
  const { source, give } = handedOver();
  const ahead = readAhead(source);
  give(0, [1]);
  give(1, new Error('damaged'));
  expect(await ahead.hasMoreThan(0)).toBe(true);
  await expect(ahead.hasMoreThan(1)).rejects.toThrow('damaged');
  await expect(ahead.hasMoreThan(1)).rejects.toThrow('damaged');
});
