/** Several addresses of a merchant, each with its own events, version and secret, and resending to them. */
import { dataIn } from '@daftar/contract/event-versions';
import { API_VERSIONS, LATEST_VERSION } from '@daftar/contract/versions';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { by, keysOf } from '../../tests/kit/api-keys.ts';
import { PASSWORD } from '../../tests/kit/people.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf, type Receiver, startReceiver } from '../../tests/kit/webhooks.ts';
import { emitEvent } from './emit.ts';

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
});
afterEach(() => receiver.close());

const { scope, setAddress, emit, deliver, eventOf } = callsOf(() => ({ daftar, owner }));
const { create } = keysOf(() => daftar);
const ENDPOINTS = '/merchant/webhooks/endpoints';

/** The merchant's software, which may manage endpoints and nothing else. */
const software = async () => by(owner, (await create(owner, ['manage-webhooks', 'view-events'])).key);
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, as: Actor, body?: object) =>
  daftar.call({ method, path, mode: 'test', as, ...(body ? { body } : {}) });
const make = async (as: Actor, body: object = {}) => {
  const answer = await call('POST', ENDPOINTS, as, { url: receiver.url, ...body });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data as { id: number; secret: string; version: string };
};

/** The messages there are, the oldest first. */
const messages = () => daftar.database.sql<{ id: number; endpoint: number | null; type: string }[]>`
  select id, endpoint_id as endpoint, type from webhook_events where merchant_id = ${owner.merchantId} order by id`;
async function deliverAll() {
  for (const { id } of await messages()) await deliver(id);
}
const failed = (id = 31) => {
  const own = { merchant_reference: null, metadata: {} };
  const data = {
    id,
    state: 'failed' as const,
    transaction_id: 9,
    transaction_reference: 'TRX-1',
    amount: 5,
    currency: 'EGP',
    ...own,
  };
  return emitEvent(daftar.app.db, scope(), 'refund.failed', data, { now: daftar.clock.now() });
};

describe('an endpoint', () => {
  test('is told its chosen events in its version, signed with its own secret, beside the callback URL, which is told as before', async () => {
    const machine = await software();
    const some = await make(machine, { events: ['refund.failed'], name: 'Accounting' });
    const every = await make(machine);
    await setAddress(receiver.url);
    await emit();
    await failed();
    await deliverAll();
    const told = receiver.received.map(({ headers, body }) => ({ headers, body, ...JSON.parse(body) }));
    expect(told.map(({ type, version }) => [type, version])).toEqual([
      ['payout.requested', undefined],
      ['payout.requested', LATEST_VERSION],
      ['refund.failed', undefined],
      ['refund.failed', LATEST_VERSION],
      ['refund.failed', LATEST_VERSION],
    ]);
    const verify = (secret: string, { body, headers }: (typeof told)[number]) =>
      new Webhook(secret).verify(body, headers as Record<string, string>);
    const [plain, ofSome, ofEvery] = told.slice(2);
    expect(Object.keys(plain!.body ? JSON.parse(plain!.body) : {})).toEqual([
      'type',
      'timestamp',
      'mode',
      'data',
    ]);
    verify(some.secret, ofSome!);
    verify(every.secret, ofEvery!);
    expect(() => verify(some.secret, ofEvery!)).toThrow();
    expect(new Set(told.slice(2).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const reader = by(owner, (await create(owner, ['view-events'])).key);
    const event = await call('GET', `/merchant/events/${ofSome!.id}`, reader);
    expect(event.body.data.data).toEqual(ofSome!.data);
    expect(event.body.data.deliveries).toMatchObject([
      { endpoint_id: null, state: 2 },
      { endpoint_id: some.id, state: 2 },
      { endpoint_id: every.id, state: 2 },
    ]);
  });

  test('is managed by a key with that permission and the one to read events, and every owner is told of the key', async () => {
    const machine = await software();
    const { id, secret } = await make(machine);
    expect((await call('GET', `${ENDPOINTS}/${id}`, machine)).body.data).toMatchObject({
      url: receiver.url,
      events: null,
      version: LATEST_VERSION,
      is_active: true,
    });
    expect((await call('GET', ENDPOINTS, machine)).raw).not.toContain(secret.slice('whsec_'.length));
    await failed();
    const off = await call('PATCH', `${ENDPOINTS}/${id}`, machine, { is_active: false, name: 'Old' });
    expect(off.body.data).toMatchObject({ is_active: false, name: 'Old', url: receiver.url });
    await failed(32);
    // Messages written before it was switched off are given up; for later events there are none.
    const [only, ...more] = await messages();
    expect(more).toEqual([]);
    await deliver(only!.id);
    expect(await eventOf(only!.id)).toMatchObject({ state: 3, endpoint_id: id });
    expect(receiver.received).toHaveLength(0);

    expect((await call('DELETE', `${ENDPOINTS}/${id}`, machine)).status).toBe(200);
    expect((await call('GET', `${ENDPOINTS}/${id}`, machine)).status).toBe(404);
    const bell = await daftar.database.sql<{ params: Record<string, string> }[]>`
      select params from notifications where merchant_id = ${owner.merchantId} and kind = 'webhook-endpoint-changed'`;
    expect(bell).toHaveLength(3);
    expect(bell[0]!.params).toMatchObject({ url: receiver.url, name: expect.stringContaining('sk_test') });
    const other = by(owner, (await create(owner, ['view-events'])).key);
    expect((await call('POST', ENDPOINTS, other, { url: receiver.url })).status).toBe(403);
  });

  test('asks people for their password, refuses what is no address or event, and there are ten at most', async () => {
    const proof = { current_password: PASSWORD };
    expect((await call('POST', ENDPOINTS, owner, { url: receiver.url })).body.errors).toHaveProperty(
      'current_password',
    );
    for (const wrong of [
      { url: 'ftp://x' },
      { events: [] },
      { events: ['refund.lost'] },
      { version: '2020-01-01' },
    ]) {
      const answer = await call('POST', ENDPOINTS, owner, { url: receiver.url, ...proof, ...wrong });
      expect([answer.status, Object.keys(answer.body.errors)[0]]).toEqual([
        422,
        expect.stringMatching(Object.keys(wrong)[0]!),
      ]);
    }
    for (let n = 0; n < 10; n += 1) await make(owner, proof);
    const eleventh = await call('POST', ENDPOINTS, owner, { url: receiver.url, ...proof });
    expect(eleventh.status).toBe(400);
    expect(eleventh.body.message).toContain('10');
  });

  test('that was rolled is signed with both secrets for the time that was chosen', async () => {
    const machine = await software();
    const { id, secret: before } = await make(machine);
    const { secret: after } = (await call('POST', `${ENDPOINTS}/${id}/rotate`, machine, { grace_hours: 1 }))
      .body.data;
    await failed();
    await deliverAll();
    const { body, headers } = receiver.received[0]! as { body: string; headers: Record<string, string> };
    for (const each of [before, after]) new Webhook(each).verify(body, headers);
    daftar.clock.advance({ hours: 1, seconds: 1 });
    await failed(32);
    await deliverAll();
    expect(receiver.received[1]!.headers['webhook-signature']).not.toContain(' ');
  });

  test('that answers 410 stops alone, until a test reaches it', async () => {
    const machine = await software();
    const gone = await startReceiver();
    gone.answer = (response) => response.writeHead(410).end();
    const { id } = await make(machine, { url: gone.url });
    await setAddress(receiver.url);
    await failed();
    await failed(32);
    await deliverAll();
    expect([receiver.received.length, gone.received.length]).toEqual([2, 1]);
    const shown = async () => (await call('GET', `${ENDPOINTS}/${id}`, machine)).body.data;
    expect(await shown()).toMatchObject({ is_stopped: true });
    gone.answer = (response) => response.writeHead(204).end();
    const tested = (await call('POST', `${ENDPOINTS}/${id}/test`, machine)).body.data;
    await deliver(tested.id);
    expect(await shown()).toMatchObject({ is_stopped: false });
    expect([receiver.received.length, gone.received.length]).toEqual([2, 2]);
    await gone.close();
  });
});

describe('the messages of a time', () => {
  const resend = (as: Actor, body: object) => call('POST', '/merchant/webhooks/resend', as, body);
  const planned = () => daftar.database.sql<{ id: number }[]>`
    select (payload ->> 'eventId')::int as id from graphile_worker._private_jobs
     where (payload ->> 'manual')::boolean and payload ->> 'merchantId' = ${String(owner.merchantId)} order by id`;

  test('are sent again by state, type and endpoint, and those still being sent are left alone', async () => {
    const machine = await software();
    const { id } = await make(machine, { events: ['refund.failed'] });
    await setAddress(receiver.url);
    const from = daftar.clock.now().toISOString();
    await emit();
    await failed();
    await deliverAll();
    await failed(32);
    const [payout, toCallback, toEndpoint] = await messages();
    await daftar.database.sql`update webhook_events set state = 3 where id = ${payout!.id}`;
    for (const [asked, expected] of [
      [{ state: 3 }, [payout]],
      [{ type: 'refund.failed' }, [toCallback, toEndpoint]],
      [{ endpoint_id: id }, [toEndpoint]],
      [{}, [payout, toCallback, toEndpoint]],
    ] as const) {
      await daftar.database.sql`delete from graphile_worker._private_jobs`;
      daftar.clock.advance({ seconds: 1 });
      const answer = await resend(machine, { from, ...asked });
      expect(answer.body.data, answer.raw).toEqual({ resent: expected.length });
      expect((await planned()).map((job) => job.id)).toEqual(expected.map((each) => each!.id));
    }
    const later = new Date(daftar.clock.now().getTime() + 1).toISOString();
    expect((await resend(machine, { from: later })).body.data).toEqual({ resent: 0 });
    expect((await resend(machine, { from, to: from })).status).toBe(422);
    expect((await resend(machine, { from, endpoint_id: 999_999 })).status).toBe(404);
  });

  test('are refused when they are more than a thousand, and then none is sent', async () => {
    const machine = await software();
    await setAddress(receiver.url);
    await daftar.database.sql`
      insert into webhook_events (merchant_id, mode, message_id, type, payload, state, created_at, finished_at)
      select ${owner.merchantId}, 'test', 'msg_' || n, 'order.paid', '{}', 2, ${daftar.clock.now()}, ${daftar.clock.now()}
        from generate_series(1, 1001) n`;
    const from = new Date(daftar.clock.now().getTime() - 1000).toISOString();
    daftar.clock.advance({ seconds: 1 });
    const answer = await resend(machine, { from });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('1,000');
    expect(await planned()).toEqual([]);
  });
});

describe('versions', () => {
  const [OLD, NEW] = ['2026-11-26', LATEST_VERSION] as const;
  const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
  const state = (told: { data: { state?: string } }) => told.data.state;

  test('are those that an address has when a message is sent: after a move, also of what waited and what is sent again', async () => {
    const machine = await software();
    const { id } = await make(machine, { version: OLD });
    const move = (version: string) => call('PATCH', `${ENDPOINTS}/${id}`, machine, { version });
    await failed();
    const [message] = await messages();
    await move(NEW);
    await deliver(message!.id);
    await move(OLD);
    await deliver(message!.id, 1, true);
    expect(bodies().map((told) => [told.version, state(told)])).toEqual([
      [NEW, 'failed'],
      [OLD, undefined],
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await eventOf(message!.id)).payload).toBe(receiver.received[1]!.body);
  });

  test('of an endpoint that a program makes are those of its call, and the newest for a person', async () => {
    const machine = await software();
    const first = await make(machine);
    const asking = { ...machine, headers: { ...machine.headers, 'daftar-version': OLD } };
    const made = [first, await make(asking), await make(asking, { version: NEW })];
    made.push(await make(owner, { current_password: PASSWORD }));
    expect(made.map(({ version }) => version)).toEqual([NEW, OLD, NEW, NEW]);
  });

  test('of a callback URL: the newest where it is set for the first time, what it always was where it was there, until somebody moves it', async () => {
    await setAddress(receiver.url);
    const read = async () => (await call('GET', '/merchant/AccountSettings/WebhookSecret', owner)).body.data;
    expect(await read()).toMatchObject({ version: API_VERSIONS[0] });
    await failed();
    await deliverAll();
    const moved = await call('POST', '/merchant/AccountSettings/WebhookSecret/version', owner, {
      version: NEW,
      current_password: PASSWORD,
    });
    expect(moved.body.data, moved.raw).toMatchObject({ version: NEW });
    const [message] = await messages();
    await deliver(message!.id, 1, true);
    expect(bodies().map((told) => [told.id !== undefined, told.version, state(told)])).toEqual([
      [false, undefined, undefined],
      [true, NEW, 'failed'],
    ]);
    const other = await daftar.merchant();
    const urls = {
      defaultCallbackUrl: receiver.url,
      defaultCancelUrl: receiver.url,
      defaultReturnUrl: receiver.url,
    };
    const path = '/merchant/AccountSettings/WebHooKUrl';
    const none = await call('POST', '/merchant/AccountSettings/WebhookSecret/version', other, {
      version: OLD,
      current_password: PASSWORD,
    });
    expect(none.status).toBe(400);
    expect((await call('POST', path, other, { ...urls, current_password: PASSWORD })).status).toBe(200);
    const secret = await call('GET', '/merchant/AccountSettings/WebhookSecret', other);
    expect(secret.body.data).toMatchObject({ version: NEW });
  });

  test('of an event that is read are those of the call; what is older than that stays in its own and says so', async () => {
    const reader = by(owner, (await create(owner, ['view-events'])).key);
    const machine = await software();
    await make(machine);
    await failed();
    const [message] = await messages();
    const { sql } = daftar.database;
    const read = async (version?: string) => {
      const headers = { ...reader.headers, ...(version ? { 'daftar-version': version } : {}) };
      const [listed] = (await call('GET', '/merchant/events', { ...reader, headers })).body.data;
      const one = (await call('GET', `/merchant/events/${listed.id}`, { ...reader, headers })).body.data;
      expect(one).toMatchObject({ version: listed.version, data: listed.data });
      return [one.version, state(one)];
    };
    expect(await read()).toEqual([NEW, 'failed']);
    expect(await read(OLD)).toEqual([OLD, undefined]);
    // As the release before wrote it.
    await sql`
      update events set version = default, data = (data::jsonb - 'state')::json where merchant_id = ${owner.merchantId}`;
    expect(await read()).toEqual([OLD, undefined]);
    await sql`
      update webhook_events set payload = replace(payload, ${NEW}, ${OLD}) where id = ${message!.id}`;
    await deliver(message!.id);
    expect(bodies().map((told) => [told.version, state(told)])).toEqual([[OLD, undefined]]);
  });

  test('undo what later ones changed, of the kinds that they changed, and leave the others as they are', () => {
    const undo = { order: ({ b, ...data }: object & { b?: unknown }) => ({ ...data, a: b }) };
    const changes = [{ version: '2099-02-01', undo }] as never;
    const written = { data: { b: 1 }, version: '2099-02-01' } as never;
    const as = (type: string, version: string) => dataIn(type, written, version as never, changes);
    expect(as('order.paid', NEW)).toEqual({ data: { a: 1 }, version: NEW });
    expect(as('order.paid', '2099-02-01')).toEqual(written);
    expect(as('order.paid', '2099-03-01')).toEqual(written);
    expect(as('refund.failed', NEW)).toEqual({ data: { b: 1 }, version: NEW });
  });
});
