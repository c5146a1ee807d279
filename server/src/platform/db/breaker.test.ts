import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { Breaker } from './breaker.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Nothing of this process runs meanwhile. */
function stall(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test('a process that did not run for longer than its patience does not take the database for silent', async () => {
  let opened = 0;
  const breaker = new Breaker(database.url, {
    log: pino({ level: 'silent' }),
    patienceMilliseconds: 500,
    onOpen: () => {
      opened += 1;
    },
    onClose: () => {},
    onBlip: () => {},
  });
  // The first question is on its way, and needs several turns for its handshake.
  const asked = breaker.answers();
  stall(700);
  expect(await asked).toBe(true);
  expect([breaker.open, opened]).toEqual([false, 0]);
  breaker.stop();
});
