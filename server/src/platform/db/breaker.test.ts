import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import { Breaker } from './breaker.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Blocks this process. */
function stall(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test('a process that was paused for longer than the timeout does not report an outage', async () => {
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
  // The first probe is in flight, and its handshake takes several turns of the event loop.
  const asked = breaker.answers();
  stall(700);
  expect(await asked).toBe(true);
  expect([breaker.open, opened]).toEqual([false, 0]);
  breaker.stop();
});

/** PostgreSQL's reply to an accepted connection: AuthenticationOk, ReadyForQuery. */
const LET_IN = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

test('a pooler that accepts connections without its database opens the circuit once, and it stays open', async () => {
  const open = new Set<Socket>();
  const pooler = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {});
    // Answers the start-up message and nothing after it.
    socket.once('data', () => socket.write(LET_IN));
  });
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  const told: string[] = [];
  const { port } = pooler.address() as AddressInfo;
  const breaker = new Breaker(`postgres://daftar@127.0.0.1:${port}/daftar`, {
    log: pino({ level: 'silent' }),
    patienceMilliseconds: 200,
    onOpen: () => void told.push('open'),
    onClose: () => void told.push('close'),
    onBlip: () => void told.push('blip'),
  });
  for (let ask = 0; ask < 4; ask += 1) expect(await breaker.answers()).toBe(false);
  expect([breaker.open, told]).toEqual([true, ['open']]);
  breaker.stop();
  for (const socket of open) socket.destroy();
  pooler.close();
});
