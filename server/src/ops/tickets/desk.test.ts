import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { callerOf } from '../../../tests/kit/money.ts';
import { startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import type { Caller, Operator } from '../../platform/context.ts';
import { Guesses } from '../../platform/http/guesses.ts';
import { openTicket } from '../../tickets/index.ts';
import { operatorsOf, signOut } from '../operators/sessions.ts';
import { TicketDesk } from './desk.ts';

let daftar: TestServer;
let desk: TicketDesk;
let following: { stop(): Promise<void> };
let caller: Caller;
beforeAll(async () => {
  daftar = await startTestServer();
  desk = new TicketDesk(daftar.app);
  following = await desk.follow();
});
afterAll(async () => {
  await following.stop();
  await daftar.close();
});
beforeEach(async () => {
  caller = callerOf(await daftar.merchant());
});

/** A listening operator, and the events that they receive. */
async function listener() {
  const { headers } = await daftar.operator('reviewer');
  const token = headers.cookie.split('=')[1]!;
  const known = await operatorsOf(daftar.app, new Guesses(daftar.app))(token, '127.0.0.1');
  const operator: Operator = { ...known!, locale: 'en', address: '127.0.0.1' };
  const heard: unknown[] = [];
  const told = { beats: 0, ended: false };
  const sink = {
    send: (event: string, data: unknown) => heard.push([event, data]),
    beat: () => {
      told.beats += 1;
    },
    end: () => {
      told.ended = true;
    },
  };
  const leave = desk.open(operator, sink);
  return { operator, token, heard, told, sink, leave };
}

const ask = (text: string) =>
  openTicket(daftar.app, caller, { ticket_type: 4, reference_id: '', ticket_message: text }, null);

test('listeners learn which ticket changed, not its content', async () => {
  const { heard, leave } = await listener();
  const { id } = await ask('A secret question');
  await vi.waitFor(
    () => expect(heard).toContainEqual(['ticket', { merchantId: caller.merchantId, id }]),
    10_000,
  );
  expect(JSON.stringify(heard)).not.toContain('secret');
  leave();
});

test('a stream ends with its session: signed out or idle, for listening is not activity', async () => {
  const gone = await listener();
  const silent = await listener();
  await desk.beat();
  expect([gone.told, silent.told]).toEqual([
    { beats: 1, ended: false },
    { beats: 1, ended: false },
  ]);
  await signOut(daftar.app, gone.token, '127.0.0.1');
  await desk.beat();
  expect([gone.told.ended, silent.told.ended]).toEqual([true, false]);
  for (let minutes = 0; minutes < 40; minutes += 10) {
    daftar.clock.advance({ minutes: 10 });
    await desk.beat();
  }
  expect(silent.told.ended).toBe(true);
});

test('an operator holds at most ten streams', async () => {
  const { operator, sink } = await listener();
  for (let more = 1; more < 10; more += 1) {
    desk.admit(operator);
    desk.open(operator, sink);
  }
  expect(() => desk.admit(operator)).toThrow();
});
