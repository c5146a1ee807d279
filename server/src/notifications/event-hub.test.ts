import type { Permission } from '@daftar/contract/permissions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callerOf, pay } from '../../tests/kit/money.ts';
import { openStream, type Stream } from '../../tests/kit/notifications/stream.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { type Built, buildServer } from '../app.ts';
import { announceChange } from '../auth/principals.ts';
import type { App, Caller } from '../platform/context.ts';
import { connectGuardedPool } from '../pools.ts';
import { processorsOf } from '../processors/registry.ts';
import { EventHub, type FollowChanges } from './event-hub.ts';
import type { NotificationKind } from './kinds.ts';
import { notify } from './service.ts';

/** Two server processes in all but name: each with its own HTTP server and its own pool, over one database. */
let daftar: TestServer;
let second: Built;
let closeSecond: () => Promise<void>;
let addresses: string[];
let owner: Actor;
const streams: Stream[] = [];

beforeAll(async () => {
  daftar = await startTestServer();
  const { config, log, clock } = daftar.app;
  const { sql: pool, breaker } = connectGuardedPool(config, daftar.database.url, log);
  const app: App = { db: pool, pool, clock, config, log, processors: processorsOf([]) };
  second = await buildServer({
    app,
    secrets: { root: daftar.auth.secret, signing: [daftar.auth.secret] },
    breaker,
  });
  closeSecond = async () => {
    breaker.stop();
    await pool.end({ timeout: 1 });
  };
  addresses = await Promise.all(
    [daftar.server, second.server].map((server) => server.listen({ host: '127.0.0.1', port: 0 })),
  );
});
afterAll(async () => {
  await second.drain.end(0);
  await closeSecond();
  // Connections that a browser keeps open would delay the end; the product's shutdown cuts them.
  daftar.server.server.closeAllConnections();
  await daftar.close();
});
beforeEach(async () => {
  owner = await daftar.merchant();
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});

async function listen(as: Actor, options: { at?: number; mode?: 'live' | 'test' } = {}): Promise<Stream> {
  const stream = await openStream(addresses[options.at ?? 0]!, as, options.mode ?? 'live');
  streams.push(stream);
  return stream;
}

const scope = (mode: 'live' | 'test' = 'live', of = owner) => ({ merchantId: of.merchantId, mode });
const tell = (kind: NotificationKind, more: object = {}, where = scope()) =>
  notify(daftar.app, where, { kind, params: { amountPiastres: 100, reference: 'X' }, ...more });
const kindsOf = async (stream: Stream, count: number) => {
  const kinds = [];
  for (let each = 0; each < count; each += 1)
    kinds.push(((await stream.next())?.data as { kind: string } | undefined)?.kind);
  return kinds;
};

/** The nouns of the next events that name one, in order of the alphabet. */
const nounsOf = async (stream: Stream, count: number) => {
  const nouns = [];
  while (nouns.length < count) {
    const event = await stream.next();
    if (event?.event === 'change') nouns.push((event.data as { noun: string }).noun);
  }
  return nouns.toSorted();
};

/** The nouns and kinds of the events before a notification of this kind, in order of the alphabet. */
const namesUpTo = async (stream: Stream, last: NotificationKind) => {
  const names: (string | undefined)[] = [];
  for (;;) {
    const event = await stream.next();
    if (!event) throw new Error('the stream ended');
    const { noun, kind } = event.data as { noun?: string; kind?: string };
    if (kind === last) return names.toSorted();
    names.push(noun ?? kind);
  }
};

describe('an event stream', () => {
  test('receives commits of another process at once, and nothing that was rolled back', async () => {
    const [here, there] = [await listen(owner, { at: 0 }), await listen(owner, { at: 1 })];
    expect(here.status).toBe(200);
    expect(here.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(here.headers.get('cache-control')).toBe('no-store');
    await daftar.app.pool
      .begin(async (tx) => {
        await notify({ ...daftar.app, db: tx }, scope(), { kind: 'payout-expired' });
        throw new Error('on second thoughts');
      })
      .catch(() => undefined);
    await tell('payment-received');
    const heard = {
      event: 'notification',
      data: { notificationId: expect.any(Number), kind: 'payment-received' },
    };
    expect(await here.next()).toEqual(heard);
    expect(await there.next()).toEqual(heard);
  });

  test('belongs to one merchant and mode, and carries only events that its reader may see', async () => {
    const other = await daftar.merchant();
    const seller = await daftar.colleague(owner, ['view-transactions-list']);
    const [mine, test, sellers] = [
      await listen(owner),
      await listen(owner, { mode: 'test' }),
      await listen(seller),
    ];
    await tell('payment-received', {}, scope('live', other));
    await tell('settlement-made');
    await tell('payment-received', {}, scope('test'));
    await tell('payout-expired', { onlyUserId: owner.userId });
    await tell('account-approve', { exceptUserId: owner.userId });
    await tell('refund-failed');
    expect(await kindsOf(mine, 3)).toEqual(['settlement-made', 'payout-expired', 'refund-failed']);
    expect(await kindsOf(test, 1)).toEqual(['payment-received']);
    expect(await kindsOf(sellers, 2)).toEqual(['account-approve', 'refund-failed']);
  });

  test('names what a payment changed, to readers who may see it', async () => {
    const seller = await daftar.colleague(owner, ['view-pay-links-list']);
    const streams = [
      await listen(owner),
      await listen(seller),
      await listen(owner, { mode: 'test' }),
    ] as const;
    await pay(daftar, owner);
    expect(await nounsOf(streams[0], 2)).toEqual(['payment-links', 'transactions']);
    expect(await nounsOf(streams[1], 1)).toEqual(['payment-links']);
    await pay(daftar, owner, { mode: 'test' });
    expect(await nounsOf(streams[2], 2)).toEqual(['payment-links', 'transactions']);
  });

  test('names tickets when the merchant closes one, to colleagues who may see them', async () => {
    const of = { mode: 'live', as: owner, method: 'POST' } as const;
    const form = new FormData();
    form.append('ticket_type', '4');
    form.append('ticket_message', 'The page stays empty');
    const made = await daftar.call({ ...of, path: '/merchant/support/create-ticket', body: form });
    const reader = await daftar.colleague(owner, ['view-ticket']);
    const [readers, sellers] = [
      await listen(reader),
      await listen(await daftar.colleague(owner, ['view-pay-links-list'])),
    ];
    const body = { ticket_id: made.body.data.id };
    const closed = await daftar.call({ ...of, path: '/merchant/support/close', body });
    expect(closed.status, closed.raw).toBe(200);
    expect(await nounsOf(readers, 1)).toEqual(['tickets']);
    await tell('account-approve');
    expect(await namesUpTo(sellers, 'account-approve')).toEqual([]);
  });

  test('repeats what was announced just before it opened, the last of each kind, to readers who may see it', async () => {
    const seller = await daftar.colleague(owner, ['view-pay-links-list']);
    const earlier = await listen(owner);
    await pay(daftar, owner);
    await tell('payment-received');
    await tell('account-reject', { onlyUserId: seller.userId });
    await tell('payment-received', {}, scope('test'));
    await tell('payment-received');
    await tell('settlement-made');
    // All of it has been heard.
    await namesUpTo(earlier, 'settlement-made');
    const [mine, sellers] = [await listen(owner), await listen(seller)];
    await tell('account-approve');
    expect(await namesUpTo(mine, 'account-approve')).toEqual([
      'payment-links',
      'payment-received',
      'settlement-made',
      'transactions',
    ]);
    expect(await namesUpTo(sellers, 'account-approve')).toEqual(['account-reject', 'payment-links']);
    expect(mine.opened).toEqual({ repeatedMilliseconds: expect.any(Number) });
    expect(mine.opened?.repeatedMilliseconds).toBeGreaterThan(0);
  });

  test('that was let in by what was true a moment before is told nothing that is not for it any more', async () => {
    const reader = await daftar.colleague(owner, ['view-settlements', 'view-transactions-list']);
    // As it is now: one session has ended, the other has a smaller role.
    const permissions: ReadonlySet<Permission> = new Set(['view-transactions-list']);
    const hub = new EventHub(daftar.app, async (session) =>
      session.sessionId === 'ended'
        ? null
        : { ...session, permissions, merchantStatus: 3, allowedFrom: null },
    );
    let heard: Parameters<FollowChanges>[0] = () => undefined;
    const following = await hub.follow(async (listener) => {
      heard = listener;
      return { stop: async () => undefined };
    });
    const kept = (caller: Caller) => {
      const sink = { told: [] as string[], isEnded: false };
      hub.open(caller, {
        send: (event, data) => {
          if (!sink.isEnded) sink.told.push((data as { kind?: string } | null)?.kind ?? event);
        },
        beat: () => undefined,
        end: () => {
          sink.isEnded = true;
        },
      });
      return sink;
    };
    const before: ReadonlySet<Permission> = new Set(['view-settlements', 'view-transactions-list']);
    const asked = { ...callerOf(reader), permissions: before };
    const other = kept({ ...callerOf(owner), permissions: before });
    await tell('settlement-made');
    await tell('payment-received');
    await expect.poll(() => other.told).toContain('payment-received');
    heard({ merchantId: owner.merchantId });
    const [ended, smaller] = [kept({ ...asked, sessionId: 'ended' }), kept(asked)];
    await expect.poll(() => smaller.told).toEqual(['opened', 'payment-received']);
    expect(ended).toEqual({ told: [], isEnded: true });
    await following.stop();
  });

  test('outlives the token that opened it', async () => {
    const stream = await listen(owner);
    daftar.clock.advance({ hours: 1 });
    expect((await daftar.call({ path: '/merchant/notifications', mode: 'live', as: owner })).status).toBe(
      401,
    );
    await tell('payment-received');
    expect(await kindsOf(stream, 1)).toEqual(['payment-received']);
  });

  test('ends in every process when the session does', async () => {
    const [here, there] = [await listen(owner, { at: 0 }), await listen(owner, { at: 1 })];
    await daftar.database.sql`update sessions set ended_at = now() where id = ${owner.sessionId}`;
    await announceChange(daftar.app.pool, { merchantId: owner.merchantId, sessionId: owner.sessionId });
    expect(await here.next()).toBeNull();
    expect(await there.next()).toBeNull();
  });

  test('follows a role that was changed', async () => {
    const seller = await daftar.colleague(owner, ['view-settlements', 'view-transactions-list']);
    const stream = await listen(seller);
    await daftar.database.sql`
      update roles set permissions = '{view-transactions-list}'
       where merchant_id = ${owner.merchantId} and id = (select role_id from users where id = ${seller.userId})`;
    await announceChange(daftar.app.pool, { merchantId: owner.merchantId });
    // Known to have been heard once a call of the same person obeys it.
    await expect
      .poll(
        async () => (await daftar.call({ path: '/merchant/settlements', mode: 'live', as: seller })).status,
      )
      .toBe(403);
    await tell('settlement-made');
    await tell('payment-received');
    expect(await kindsOf(stream, 1)).toEqual(['payment-received']);
  });

  test('is refused without a session, with its token in the address, and beyond ten of one user', async () => {
    const nobody = { ...owner, headers: { authorization: 'Bearer nobody' } };
    expect((await listen(nobody)).status).toBe(401);
    const inAddress = await fetch(`${addresses[0]}/api/merchant/notifications/stream?token=${owner.token}`);
    expect(inAddress.status).toBe(401);
    await inAddress.body?.cancel();
    const opened = await Promise.all(Array.from({ length: 10 }, () => listen(owner)));
    expect(opened.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const refused = await listen(owner);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect((await listen(await daftar.colleague(owner, []))).status).toBe(200);
    // A closed stream makes room.
    opened[0]!.close();
    await expect.poll(async () => (await listen(owner)).status).toBe(200);
  });

  test('does not count as a request in progress', async () => {
    const many = await Promise.all(
      Array.from({ length: 12 }, async () => listen(await daftar.colleague(owner, []))),
    );
    expect(many.every(({ status }) => status === 200)).toBe(true);
    expect((await fetch(`${addresses[0]}/readyz`)).status).toBe(200);
  });
});

test('a server that stops closes its streams at once', async () => {
  const { config, log, clock } = daftar.app;
  const { sql: pool, breaker } = connectGuardedPool(config, daftar.database.url, log);
  const app: App = { db: pool, pool, clock, config, log, processors: processorsOf([]) };
  const third = await buildServer({
    app,
    secrets: { root: daftar.auth.secret, signing: [daftar.auth.secret] },
    breaker,
  });
  addresses.push(await third.server.listen({ host: '127.0.0.1', port: 0 }));
  const stream = await listen(owner, { at: 2 });
  const [ended] = await Promise.all([stream.next(), third.drain.end(0)]);
  expect(ended).toBeNull();
  breaker.stop();
  await pool.end({ timeout: 1 });
});
