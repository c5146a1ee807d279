import { pino } from 'pino';
import { expect, test } from 'vitest';
import { eachDue, inBatches } from './batches.ts';

/** Due items as in a table: processed ones disappear, failed ones stay. */
function dueNumbers(count: number) {
  const due = Array.from({ length: count }, (_, at) => at);
  return {
    due,
    find: async (limit: number, offset: number) => due.slice(offset, offset + limit),
    done: (each: number) => void due.splice(due.indexOf(each), 1),
  };
}

const quiet = { log: pino({ level: 'silent' }) };

test('failing rows that fill a batch do not block the others, and the error states their number', async () => {
  const { due, find, done } = dueNumbers(700);
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  const work = async (each: number) => {
    if (each < 250) throw new Error('broken');
    done(each);
  };
  await expect(eachDue({ log }, 'testing', find, work)).rejects.toThrow('testing: 250 of 700 failed');
  expect(due).toEqual(Array.from({ length: 250 }, (_, at) => at));
  expect(lines).toHaveLength(250);
});

test('rows that may still be due are skipped and are no failure; a lost database ends the run', async () => {
  const { due, find, done } = dueNumbers(500);
  expect(await eachDue(quiet, 'testing', find, async (each) => each >= 300 && done(each) === undefined)).toBe(
    500,
  );
  expect(due).toHaveLength(300);
  let tried = 0;
  const away = async () => {
    tried += 1;
    throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
  };
  await expect(eachDue(quiet, 'testing', find, away)).rejects.toThrow('gone');
  expect(tried).toBe(1);
});

test('a run ends when no rows are left, when its time is used up, or when the process shuts down', async () => {
  let left = 4_500;
  const step = async (rows: number) => {
    const taken = Math.min(rows, left);
    left -= taken;
    return taken;
  };
  expect(await inBatches({}, step)).toBe(4_500);
  left = 10_000;
  expect(await inBatches({}, step, { milliseconds: -1 })).toBe(2_000);
  const ending = new AbortController();
  ending.abort();
  expect(await inBatches({ ending: ending.signal }, step)).toBe(2_000);
});
