import type { Endpoint } from '@daftar/contract/endpoint';
import fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { allEndpoints } from '../../endpoints.ts';
import type { End } from '../spare-time.ts';
import { Admission, kindOf } from './admission.ts';
import { OverloadedError } from './errors.ts';
import { Lag } from './lag.ts';

afterEach(() => vi.useRealTimers());

const HOME = '203.0.113.5';

/** Takes places of a kind until the next one would have to wait, each for another network. @returns their number */
function fill(admission: Admission, kind: Parameters<Admission['enter']>[0]): number {
  for (let serial = 1; ; serial += 1) {
    const entered = admission.enter(kind, null, `198.51.100.${serial}`);
    if (typeof entered === 'function') continue;
    entered.catch(() => {});
    return serial - 1;
  }
}

test('kinds have places of their own, which leave connections for what waits for nobody', () => {
  vi.useFakeTimers();
  for (const databasePool of [10, 20, 100]) {
    const admission = new Admission({ databasePool, longestWaitSeconds: 2 });
    const taken = (['calls', 'payers', 'visitors', 'exports'] as const).map((kind) => fill(admission, kind));
    expect(Math.min(...taken)).toBeGreaterThan(0);
    expect(taken.reduce((sum, each) => sum + each, 0)).toBeLessThan(databasePool);
  }
});

test('whoever signs in where somebody was signed in has a place while strangers take all of theirs', () => {
  vi.useFakeTimers();
  const admission = new Admission({ databasePool: 20, longestWaitSeconds: 2 });
  admission.saw(HOME);
  fill(admission, 'strangers');
  const elsewhere = admission.enter('strangers', null, '192.0.2.1');
  expect(elsewhere).toBeInstanceOf(Promise);
  (elsewhere as Promise<End>).catch(() => {});
  expect(typeof admission.enter('strangers', null, HOME)).toBe('function');
});

test('who is refused is told when to come back, each at another moment', async () => {
  vi.useFakeTimers();
  const admission = new Admission({ databasePool: 20, longestWaitSeconds: 2 });
  fill(admission, 'calls');
  const waiting = Array.from(
    { length: 200 },
    () => admission.enter('calls', 'merchant 1', HOME) as Promise<End>,
  );
  const outcomes = Promise.allSettled(waiting);
  await vi.advanceTimersByTimeAsync(2_100);
  const seconds = (await outcomes).map((each) => {
    const { reason } = each as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(OverloadedError);
    return (reason as OverloadedError).retryAfterSeconds!;
  });
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(2);
  expect(new Set(seconds).size).toBeGreaterThan(1);
});

test('an event loop that is late for long refuses new work, calls before payers; a hiccup does not', () => {
  vi.useFakeTimers();
  let moment = 0;
  const admission = new Admission({ databasePool: 20, longestWaitSeconds: 2 }, new Lag(() => moment));
  const look = (late: number, times: number) => {
    for (let each = 0; each < times; each += 1) {
      moment += 100 + late;
      vi.advanceTimersByTime(100);
    }
  };
  const enter = (kind: 'calls' | 'payers') => () => admission.enter(kind, 'somebody', HOME);
  look(0, 5);
  look(3_000, 1);
  expect(enter('calls')).not.toThrow();
  look(700, 5);
  expect(enter('calls')).toThrow(OverloadedError);
  expect(enter('payers')).not.toThrow();
  look(2_000, 5);
  expect(enter('payers')).toThrow(OverloadedError);
  look(0, 1);
  expect(enter('calls')).not.toThrow();
});

test('a merchant over its share waits until a payment that is under way has ended', async () => {
  // Fastify's own ticks use real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  const admission = new Admission({ databasePool: 20, longestWaitSeconds: 2 });
  const server = fastify();
  admission.register(server);
  let pay: (sent: string) => void = () => {};
  const isUnderWay = new Promise<void>((begin) => {
    server.post('/pay/:link', () => {
      begin();
      return new Promise<string>((answer) => {
        pay = answer;
      });
    });
  });
  const other = () => (admission.enter('calls', 'merchant 2', HOME) as End)();
  other();
  const slow = admission.enter('calls', 'merchant 1', HOME) as End;
  await vi.advanceTimersByTimeAsync(6_000);
  slow();
  other();
  let hasBegun = false;
  void (admission.enter('calls', 'merchant 1', HOME) as Promise<End>).then(() => {
    hasBegun = true;
  });
  await vi.advanceTimersByTimeAsync(1_150);
  const paid = server.inject({ method: 'POST', url: '/pay/abc' });
  await isUnderWay;
  await vi.advanceTimersByTimeAsync(90);
  expect(hasBegun).toBe(false);
  pay('paid');
  await paid;
  await vi.advanceTimersByTimeAsync(60);
  expect(hasBegun).toBe(true);
  await server.close();
});

test('switched off, only exports take turns', () => {
  const admission = new Admission({ databasePool: 20, longestWaitSeconds: 0 });
  for (let times = 0; times < 500; times += 1)
    expect(typeof admission.enter('calls', 'merchant 1', HOME)).toBe('function');
  expect(fill(admission, 'exports')).toBe(3);
});

test('who reads files as slowly as can be leaves a place to others, also when nobody else was there before', async () => {
  const admission = new Admission({ databasePool: 20, longestWaitSeconds: 2 });
  const held = [1, 2].map(() => admission.enter('exports', 'merchant 1', HOME));
  expect(held.map((end) => typeof end)).toEqual(['function', 'function']);
  const third = admission.enter('exports', 'merchant 1', HOME);
  expect(third).toBeInstanceOf(Promise);
  expect(typeof admission.enter('exports', 'merchant 2', HOME)).toBe('function');
  (held[0] as End)();
  (await third)();
});

test('pages of payers wait for a place however they are asked for; payments that begin wait for nobody', async () => {
  const admission = new Admission({ databasePool: 20, longestWaitSeconds: 0.001 });
  fill(admission, 'payers');
  const server = fastify();
  server.setErrorHandler(async (error, _request, reply) =>
    reply.code(error instanceof OverloadedError ? 503 : 500).send(),
  );
  admission.register(server);
  server.get('/pay/:token', async () => 'page');
  server.post('/pay/:token', async () => 'begun');
  const ask = async (method: 'GET' | 'HEAD' | 'POST', url: string) =>
    (await server.inject({ method, url })).statusCode;
  expect(await ask('GET', '/pay/token')).toBe(503);
  expect(await ask('HEAD', '/pay/token')).toBe(503);
  expect(await ask('GET', '/%70ay/token?a=%zz')).toBe(503);
  expect(await ask('HEAD', '/pa%79/token')).toBe(503);
  expect(await ask('POST', '/%70ay/token')).toBe(200);
  await server.close();
});

test('files of whole lists are exports, signing in is for strangers, and streams hold nothing', () => {
  const all: Endpoint[] = Object.values(allEndpoints).flatMap((noun) => Object.values(noun));
  const exports = all.filter((endpoint) => kindOf(endpoint) === 'exports').map(({ path }) => path);
  expect(exports.length).toBeGreaterThan(30);
  expect(exports).toContain('/merchant/balance/statement');
  expect(exports).toContain('/merchant/transactions/exportCsv');
  expect(exports).toContain('/merchant/reports/:id/runs/:day/file');
  const of = (path: string) => all.filter((each) => each.path === path).map(kindOf);
  expect(of('/merchant/login')).toEqual(['strangers']);
  expect(of('/ops/login')).toEqual(['strangers']);
  expect(of('/merchant/refresh-token')).toEqual(['visitors']);
  expect(of('/merchant/checkout/start')).toEqual(['payers']);
  expect(all.filter(({ reply }) => reply.kind === 'events').map(kindOf)).toEqual(
    all.filter(({ reply }) => reply.kind === 'events').map(() => null),
  );
});
