/**
 * Servers that fail, hang, redirect or stop answering, and addresses of internal networks: the outcome of a message.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf, type Receiver, startReceiver } from '../../tests/kit/webhooks.ts';
import { deliverWebhook } from './deliver.ts';
import { releaseWebhooks } from './release.ts';
import { AHEAD } from './store-held.ts';

let daftar: TestServer;
let owner: Actor;
let receiver: Receiver;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // The verifier looks at the machine's own clock.
  daftar.clock.set(new Date());
  owner = await daftar.merchant();
  receiver = await startReceiver();
  await setAddress(receiver.url);
});
afterEach(() => receiver.close());

const { scope, setAddress, call, secret, emit, deliver, eventOf, plannedJobs } = callsOf(() => ({
  daftar,
  owner,
}));

describe('a receiver that fails', () => {
  test('is retried with the same id and body and a new timestamp, ten times over three days, then given up', async () => {
    receiver.answer = (response) => response.writeHead(500).end('sorry');
    const event = await emit();
    const started = daftar.clock.now().getTime();
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await deliver(event.id, attempt);
      const { next_attempt_at: next } = await eventOf(event.id);
      if (attempt < 10) {
        expect((await plannedJobs(event.id)).at(-1)).toMatchObject({ attempt: attempt + 1 });
        daftar.clock.set(next);
      } else expect(next).toBeNull();
    }
    expect(daftar.clock.now().getTime() - started).toBeGreaterThan(3 * 86_400_000);
    const seen = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]);
    expect(new Set(seen.map(String)).size).toBe(1);
    const times = receiver.received.map(({ headers }) => headers['webhook-timestamp']);
    expect(new Set(times).size).toBe(10);
    const given = await eventOf(event.id);
    expect(given).toMatchObject({ state: 3, attempts: 10, last_status: 500 });
    expect(given.tries[0]).toMatchObject({ status: 500, reply: 'sorry' });
  });

  test.each([
    ['redirects: they are not followed', 302, { location: 'http://127.0.0.1:1/x' }],
    ['asks for patience: it is granted', 429, { 'retry-after': '3600' }],
  ])('%s', async (_what, status, headers) => {
    receiver.answer = (response) => response.writeHead(status, headers).end();
    const event = await emit();
    await deliver(event.id);
    const seen = await eventOf(event.id);
    expect(seen).toMatchObject({ state: 1, last_status: status });
    expect(receiver.received).toHaveLength(1);
    if (status === 429) {
      const wait = new Date(seen.next_attempt_at).getTime() - daftar.clock.now().getTime();
      expect(wait).toBe(3_600_000);
    }
  });

  test('410 stops the address: nothing more is sent until a test reaches it', async () => {
    receiver.answer = (response) => response.writeHead(410).end();
    const event = await emit();
    await deliver(event.id);
    expect(await eventOf(event.id)).toMatchObject({ state: 3, next_attempt_at: null });
    expect(await secret()).toMatchObject({ is_stopped: true });
    const second = await emit();
    await deliver(second.id);
    expect(receiver.received).toHaveLength(1);
    expect((await eventOf(second.id)).tries[0]).toMatchObject({ error: 'stopped' });

    receiver.answer = (response) => response.writeHead(200).end();
    const tested = (await call('POST', 'webhooks/test')).body.data;
    await deliver(tested.id);
    expect(await secret()).toMatchObject({ is_stopped: false });
  });

  test.each<[string, (receiver: Receiver) => void, string]>([
    [
      'never answers',
      (r) => {
        r.answer = () => {};
      },
      'timeout',
    ],
    [
      'cuts the connection',
      (r) => {
        r.answer = (response) => response.destroy();
      },
      'connection',
    ],
  ])('%s: recorded and retried', async (_what, prepare, error) => {
    prepare(receiver);
    const event = await emit();
    await deliver(event.id);
    const seen = await eventOf(event.id);
    expect(seen).toMatchObject({ state: 1, last_status: null });
    expect(seen.tries[0]).toMatchObject({ error, status: null });
    expect(await plannedJobs(event.id)).toHaveLength(2);
  });

  test('an endless reply is read no further than the limit', async () => {
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(64 * 1024), more);
      };
      more();
    };
    const event = await emit();
    await deliver(event.id);
    const seen = await eventOf(event.id);
    expect(seen).toMatchObject({ state: 2 });
    expect(seen.tries[0].reply).toHaveLength(4096);
  });
});

describe('addresses that lead inside', () => {
  test.each([
    'http://127.0.0.1:1/',
    'http://0x7f000001:1/',
    'http://2130706433:1/',
    'http://[::1]:1/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://localhost:1/',
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.8/',
  ])('%s is never connected to', async (url) => {
    await setAddress(url);
    const event = await emit();
    const app = { ...daftar.app, config: { ...daftar.app.config, webhooksToLoopback: false } };
    await deliverWebhook(app, { ...scope(), eventId: event.id, attempt: 1, manual: false });
    expect((await eventOf(event.id)).tries[0]).toMatchObject({ error: 'refused-address', status: null });
  });

  test('loopback is connected to where allowed, and no other private address', async () => {
    await setAddress('http://10.0.0.8/');
    const event = await emit();
    await deliver(event.id);
    expect((await eventOf(event.id)).tries[0]).toMatchObject({ error: 'refused-address' });
  });
});

test('of many messages to one address a hundred have jobs; each attempt lets go of the next one, and the clock of what was left behind', async () => {
  const events: { id: number }[] = [];
  for (let serial = 0; serial < AHEAD + 3; serial += 1) events.push(await emit());
  const [first, second] = events as [{ id: number }, { id: number }];
  const held = async () => {
    const jobs = await Promise.all(events.map(({ id }) => plannedJobs(id)));
    return events.flatMap(({ id }, at) => (jobs[at]!.length === 0 ? [id] : []));
  };
  const last = events.slice(AHEAD).map(({ id }) => id);
  expect(await held()).toEqual(last);
  const tested = (await call('POST', 'webhooks/test')).body.data;
  expect(await plannedJobs(tested.id), 'somebody waits for it').toHaveLength(1);
  await deliver(first.id);
  expect(await held()).toEqual(last.slice(1));
  receiver.answer = (response) => response.writeHead(500).end();
  await deliver(second.id);
  expect(await held(), 'a failure makes room as well').toEqual(last.slice(2));
  await deliver(second.id, 2);
  await deliver(first.id, 1, true);
  expect(await held(), 'what was tried before does not').toEqual(last.slice(2));
  await releaseWebhooks(daftar.app);
  expect(await held(), 'there is no room').toEqual(last.slice(2));
  daftar.clock.advance({ hours: 2 });
  await releaseWebhooks(daftar.app);
  expect(await held(), 'the jobs of those ahead have given up').toEqual([]);
});
