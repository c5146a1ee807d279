/** Messages to a merchant's server, which is a real one on this machine; another vendor's library verifies them. */

import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { by, keysOf } from '../../tests/kit/api-keys.ts';
import { PASSWORD } from '../../tests/kit/people.ts';
import { samples } from '../../tests/kit/samples.ts';
import { orderOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf, type Receiver, startReceiver } from '../../tests/kit/webhooks.ts';
import { checkoutJobs } from '../checkout/jobs.ts';
import { payForDemo } from '../checkout/seed.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { emitEvent } from './emit.ts';
import { purgeWebhooks } from './jobs.ts';
import { recordAttempt } from './store.ts';
import { tellWebhook } from './tell.ts';

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

const { create } = keysOf(() => daftar);

describe('a message', () => {
  test('has a signature that the Standard Webhooks library verifies, and carries what happened', async () => {
    const event = await emit();
    await deliver(event.id);
    const [message] = receiver.received;
    const read = new Webhook((await secret()).secret).verify(
      message!.body,
      message!.headers as Record<string, string>,
    );
    expect(read).toMatchObject({ type: 'payout.requested', mode: 'test', data: { id: 7, amount: 12.5 } });
    expect(message!.headers['webhook-id']).toBe(event.messageId);
    expect(await eventOf(event.id)).toMatchObject({
      state: 2,
      attempts: 1,
      last_status: 204,
      next_attempt_at: null,
      payload: message!.body,
    });
  });

  test('shows as many tries as its counter says, even while one is recorded', async () => {
    const event = await emit();
    const { sql } = daftar.database;
    let reading: ReturnType<typeof eventOf> | undefined;
    await sql.begin(async (tx) => {
      await tx`lock table webhook_attempts in access exclusive mode`;
      reading = eventOf(event.id);
      const waiting = () =>
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitUntil(async () => (await waiting()).length > 0);
      const answered = { status: 204, reply: '', error: '', milliseconds: 1 };
      const attempt = { at: daftar.clock.now(), url: receiver.url, headers: {}, ...answered };
      await recordAttempt(tx, scope(), event.id, attempt, { state: 2, nextAttemptAt: null });
    });
    const { attempts, tries } = await reading!;
    expect(tries).toHaveLength(attempts);
    expect((await eventOf(event.id)).attempts).toBe(1);
  });

  test('is refused by that library when one byte differs, when it is old, or with another secret', async () => {
    await deliver((await emit()).id);
    const { body, headers } = receiver.received[0]! as { body: string; headers: Record<string, string> };
    const webhook = new Webhook((await secret()).secret);
    expect(() => webhook.verify(body.replace('12.5', '99.5'), headers)).toThrow();
    const old = String(Number(headers['webhook-timestamp']) - 301);
    expect(() => webhook.verify(body, { ...headers, 'webhook-timestamp': old })).toThrow();
    const stranger = await daftar.merchant();
    const other = await daftar.call({
      method: 'POST',
      path: '/merchant/AccountSettings/WebhookSecret/reveal',
      mode: 'test',
      as: stranger,
      body: { current_password: PASSWORD },
    });
    expect(() => new Webhook(other.body.data.secret).verify(body, headers)).toThrow();
    const live = await daftar.call({
      method: 'POST',
      path: '/merchant/AccountSettings/WebhookSecret/reveal',
      mode: 'live',
      as: owner,
      body: { current_password: PASSWORD },
    });
    expect(() => new Webhook(live.body.data.secret).verify(body, headers)).toThrow();
  });

  test('is not written without an address, twice for the same key, or when its transaction fails', async () => {
    const now = daftar.clock.now();
    const data = { message: 'x' };
    const options = { now, key: 'once' };
    expect(await emitEvent(daftar.app.db, scope(), 'webhook.test', data, options)).not.toBeNull();
    expect(await emitEvent(daftar.app.db, scope(), 'webhook.test', data, options)).toBeNull();
    await daftar.database.sql
      .begin(async (tx) => {
        await emitEvent(tx as never, scope(), 'webhook.test', data, { now });
        throw new Error('back');
      })
      .catch(() => {});
    await setAddress(null);
    expect(await emitEvent(daftar.app.db, scope(), 'webhook.test', data, { now })).toBeNull();
    const rows = await daftar.database
      .sql`select 1 from webhook_events where merchant_id = ${owner.merchantId}`;
    expect(rows).toHaveLength(1);
  });
});

describe('a secret', () => {
  test('is shown whole only after a proof, and as it is rolled', async () => {
    const path = 'AccountSettings/WebhookSecret';
    const hidden = (await call('GET', path)).body.data.secret;
    expect(hidden).toMatch(/^whsec_.{4}\*{4}$/);
    const refused = await call('POST', `${path}/reveal`, {});
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['current_password']]);
    const shown = await call('POST', `${path}/reveal`, { current_password: PASSWORD });
    expect(shown.body.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown.body.data.secret.slice(0, 10)).toBe(hidden.slice(0, 10));
    const unknown = await call('POST', `${path}/reveal`, {
      endpoint_id: 999_999,
      current_password: PASSWORD,
    });
    expect(unknown.status).toBe(404);
  });

  test('that was rolled still signs until its grace period ends', async () => {
    const before = (await secret()).secret;
    const rotated = await call('POST', 'AccountSettings/WebhookSecret/rotate', {
      grace_hours: 1,
      current_password: PASSWORD,
    });
    const after = rotated.body.data.secret;
    expect(after).not.toBe(before);
    expect(after).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await deliver((await emit()).id);
    const { body, headers } = receiver.received[0]! as { body: string; headers: Record<string, string> };
    for (const each of [before, after]) new Webhook(each).verify(body, headers);

    daftar.clock.advance({ hours: 1, seconds: 1 });
    await deliver((await emit()).id);
    expect(receiver.received[1]!.headers['webhook-signature']).not.toContain(' ');
    expect((await secret()).previous_until).toBeNull();
  });

  test('is stored in plain text neither in the database nor in the log', async () => {
    const { secret: shown } = await secret();
    const raw = Buffer.from(shown.slice('whsec_'.length), 'base64');
    const rows = await daftar.database.sql<{ row: string }[]>`
      select row_to_json(s)::text as row from webhook_secrets s`;
    expect(JSON.stringify(rows)).not.toContain(raw.toString('hex'));
    expect(daftar.logged.join('')).not.toContain(shown);
  });
});

describe('a user', () => {
  test('resends a delivered or given-up message, byte for byte', async () => {
    const event = await emit();
    await deliver(event.id);
    expect((await call('POST', `webhooks/events/${event.id}/resend`)).status).toBe(200);
    await deliver(event.id, 1, true);
    expect(receiver.received[1]!.body).toBe(receiver.received[0]!.body);
    expect(receiver.received[1]!.headers['webhook-id']).toBe(event.messageId);
    expect(await eventOf(event.id)).toMatchObject({ state: 2, attempts: 2 });
  });

  test('sends a test, which is tried once', async () => {
    receiver.answer = (response) => response.writeHead(404).end();
    const tested = (await call('POST', 'webhooks/test')).body.data;
    await deliver(tested.id);
    expect(await eventOf(tested.id)).toMatchObject({ type: 'webhook.test', state: 3, last_status: 404 });
    expect(await plannedJobs(tested.id)).toHaveLength(1);
    await setAddress(null);
    const refused = await call('POST', 'webhooks/test');
    expect(refused.status).toBe(400);
    expect(refused.body.message).toBe('Set a callback URL first: messages are sent there');
  });

  test('finds messages by type, state and id', async () => {
    const event = await emit();
    await emit();
    await deliver(event.id);
    const find = async (query: Record<string, string>) => {
      const path = '/merchant/webhooks/events';
      const answer = await daftar.call({ path, mode: 'test', as: owner, query });
      return answer.body.data.map((row: { id: number }) => row.id);
    };
    expect(await find({ state: '2' })).toEqual([event.id]);
    expect(await find({ type: 'payout.requested', state: '1' })).toHaveLength(1);
    expect(await find({ message_id: event.messageId })).toEqual([event.id]);
    expect(await find({ type: 'order.paid' })).toEqual([]);
  });

  test('saves messages as a file, without what they said and were signed with', async () => {
    const event = await emit();
    await deliver(event.id);
    const file = async (query: Record<string, string>) => {
      const path = '/merchant/webhooks/events/exportCsv';
      const headers = { 'accept-language': 'en' };
      const answer = await daftar.call({ path, mode: 'test', as: owner, query, headers });
      expect(answer.status, answer.raw).toBe(200);
      return answer.raw.trim().split('\r\n');
    };
    const [head, ...lines] = await file({ state: '2' });
    expect(head).toContain(
      'When (Cairo time),Event,Delivery,Reply,Attempts,Next attempt (Cairo time),webhook-id',
    );
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^[\\d-]{10} [\\d:]{8},payout\\.requested,Delivered,204,1,,${event.messageId}$`),
      ),
    ]);
    expect(await file({ state: '3' })).toEqual([head]);
  });
});

describe('events', () => {
  /** The owner's own software: a key that may read events, and nothing else. */
  const software = async () => by(owner, (await create(owner, ['view-events'])).key);
  const read = async (as: Actor, path: string, query: Record<string, string> = {}) =>
    daftar.call({ path: `/merchant/events${path}`, mode: 'test', as, query });
  const reversed = (id: number, key?: string) => {
    const own = { merchant_reference: null, metadata: {} };
    const data = {
      id,
      state: 'reversed' as const,
      transaction_id: 9,
      transaction_reference: 'TRX-1',
      amount: 5,
      currency: 'EGP',
      ...own,
    };
    const { app, clock } = daftar;
    return emitEvent(app.db, scope(), 'refund.reversed', data, { now: clock.now(), ...(key ? { key } : {}) });
  };

  test('are read by key, of one kind, object, day or message, with what was sent of each', async () => {
    const as = await software();
    const told = await emit();
    await deliver(told.id);
    await reversed(31);
    const all = await read(as, '');
    expect(all.body.data).toMatchObject([
      { type: 'refund.reversed', object: 'refund', object_id: 31, reference: 'TRX-1', data: { amount: 5 } },
      {
        type: 'payout.requested',
        object: 'payout',
        object_id: 7,
        reference: 'PAY-1',
        data: { code: 'PAY-1' },
      },
    ]);
    const [refund, payout] = all.body.data;
    for (const [query, found] of [
      [{ type: 'refund.reversed' }, refund],
      [{ object: 'payout' }, payout],
      [{ object_id: '31' }, refund],
      [{ message_id: told.messageId }, payout],
    ] as const) {
      const { data } = (await read(as, '', query)).body;
      expect(data.map(({ id }: { id: number }) => id)).toEqual([found.id]);
    }
    expect((await read(as, '', { object: 'refund', object_id: '7' })).body.data).toEqual([]);
    expect((await read(as, '', { date_to: '2020-01-01' })).body.data).toEqual([]);
    expect((await read(as, '', { type: 'refund.lost' })).status).toBe(422);
    expect((await read(as, `/${payout.id}`)).body.data).toMatchObject({
      ...payout,
      deliveries: [{ id: told.id, state: 2, attempts: 1, last_status: 204 }],
    });
    expect((await read(await by(owner, (await create(owner, ['create-invoice'])).key), '')).status).toBe(403);
  });

  test('are saved as a file by key, without their data', async () => {
    const as = await software();
    await reversed(31);
    const file = async (query: Record<string, string>) =>
      (await read(as, '/exportCsv', query)).raw.trim().split('\r\n');
    const [head, ...lines] = await file({});
    expect(head!.split(',')).toHaveLength(5);
    expect(lines).toEqual([
      expect.stringMatching(/^[\d-]{10} [\d:]{8},refund\.reversed,TRX-1,31,msg_[\w-]+$/),
    ]);
    expect(await file({ object: 'payout' })).toEqual([head]);
    expect((await read(as, '/exportCsv', { type: 'refund.lost' })).status).toBe(422);
  });

  test('are kept from the first use of a secret key on, without an address, once for a key, for thirty days', async () => {
    await setAddress(null);
    await reversed(1);
    const as = await software();
    expect((await read(as, '')).body.data).toEqual([]);
    expect(await reversed(2, 'two')).toBeNull();
    await reversed(2, 'two');
    const [kept, ...more] = (await read(as, '')).body.data;
    expect(more).toEqual([]);
    expect((await read(as, `/${kept.id}`)).body.data).toMatchObject({ object_id: 2, deliveries: [] });
    daftar.clock.advance({ days: 30, hours: -1 });
    await purgeWebhooks(daftar.app);
    expect((await read(as, '')).body.data).toHaveLength(1);
    daftar.clock.advance({ hours: 2 });
    await purgeWebhooks(daftar.app);
    expect((await read(as, '')).body.data).toEqual([]);
  });
});

describe('changes in the database', () => {
  const toTell = (name = 'tell-webhook') => daftar.database.sql<{ payload: Record<string, unknown> }[]>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = ${name} and payload ->> 'merchantId' = ${String(owner.merchantId)} order by j.id`;

  test('a payment sends messages about link and payment, once each however often the job runs', async () => {
    await samples['refunds.ofTransaction']!.params!({ daftar, actor: owner, mode: 'test' });
    const jobs = await toTell();
    const [captured, ...further] = await toTell('payment-captured');
    expect(further).toEqual([]);
    for (let run = 0; run < 2; run += 1) {
      for (const { payload } of jobs) await tellWebhook(daftar.app, payload as never);
      await checkoutJobs['payment-captured']!(daftar.app, captured!.payload);
    }
    const list = await call('GET', 'webhooks/events?sort_by=id&sort_type=asc');
    expect(list.body.data.map((row: { type: string }) => row.type)).toEqual([
      'payment-link.created',
      'payment.succeeded',
    ]);
    const paid = JSON.parse((await eventOf(list.body.data[1].id)).payload);
    expect(paid.data).toMatchObject({ status: 1, amount: 102, net: 95.38, card: { last4: '4242' } });
    expect(JSON.stringify(paid)).not.toContain('424242424242');
  });

  test('an invoice that is created and canceled sends both messages', async () => {
    const { id } = (await samples['invoices.deactivate']!.params!({
      daftar,
      actor: owner,
      mode: 'test',
    })) as { id: number };
    await daftar.call({
      method: 'PATCH',
      path: `/merchant/invoices/deactivate/${id}`,
      mode: 'test',
      as: owner,
    });
    expect((await toTell()).map(({ payload }) => payload.type)).toEqual([
      'invoice.created',
      'invoice.canceled',
    ]);
  });

  test('an order that is paid or canceled reaches the merchant’s server with its shopper', async () => {
    const world = { daftar, actor: owner, mode: 'test' as const };
    const paid = await orderOf(world, 'now');
    const clock = new FakeClock(daftar.clock.now());
    await payForDemo({ ...daftar.app, clock }, clock, paid.token, {
      method: 1,
      ending: 'pays',
      payer: { name: 'سارة', email: 'sara@shopper.example', mobile: '01112345678', address: 'Cairo' },
      cardNumber: '4242424242424242',
      waitMinutes: 1,
    });
    const canceled = await orderOf(world);
    const step = { order_number: canceled.reference, fulfilment: 'canceled', note: '' };
    expect((await call('POST', 'store/products/orders/fulfilment', step)).status).toBe(200);
    for (const { payload } of await toTell()) {
      if (payload.noun === 'order') await tellWebhook(daftar.app, payload as never);
    }
    const events = await daftar.database.sql<{ id: number }[]>`
      select id from webhook_events where merchant_id = ${owner.merchantId} order by id`;
    for (const { id } of events) await deliver(id);
    const verifier = new Webhook((await secret()).secret);
    const told = receiver.received.map(({ body, headers }) =>
      verifier.verify(body, headers as Record<string, string>),
    );
    const customer = { name: 'سارة', email: 'sara@shopper.example', mobile: '01112345678' };
    expect(told).toMatchObject([
      { type: 'order.created', data: { reference: paid.reference, total_amount: 150.25, customer } },
      { type: 'order.paid', data: { reference: paid.reference, status: 'PAID' } },
      { type: 'order.created', data: { reference: canceled.reference } },
      { type: 'order.canceled', data: { reference: canceled.reference, status: 'UNPAID' } },
    ]);
  });

  test('nothing is queued for a merchant without a callback URL', async () => {
    await setAddress(null);
    await samples['invoices.details']!.params!({ daftar, actor: owner, mode: 'test' });
    expect(await toTell()).toEqual([]);
  });

  test('an event that cannot be written keeps no receipt back, and is written when the job is tried again', async () => {
    const { sql } = daftar.database;
    await samples['refunds.ofTransaction']!.params!({ daftar, actor: owner, mode: 'test' });
    const [captured] = await toTell('payment-captured');
    const run = () => checkoutJobs['payment-captured']!(daftar.app, captured!.payload);
    const told = async () => {
      const [row] = await sql`
        select (select count(*)::int from events where merchant_id = ${owner.merchantId} and type = 'payment.succeeded') as events,
               (select count(*)::int from notifications where merchant_id = ${owner.merchantId} and kind = 'payment-received') as bells`;
      return row;
    };
    await sql`alter table events rename to events_away`;
    await expect(run()).rejects.toThrow(/events/);
    await sql`alter table events_away rename to events`;
    expect(await told()).toEqual({ events: 0, bells: 1 });
    await run();
    expect(await told()).toEqual({ events: 1, bells: 1 });
  });

  test('a payment of a merchant without software writes no event', async () => {
    await setAddress(null);
    await samples['refunds.ofTransaction']!.params!({ daftar, actor: owner, mode: 'test' });
    const [captured] = await toTell('payment-captured');
    await checkoutJobs['payment-captured']!(daftar.app, captured!.payload);
    const events = await daftar.database.sql`select from events where merchant_id = ${owner.merchantId}`;
    expect(events).toHaveLength(0);
  });
});
