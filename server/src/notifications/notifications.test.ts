import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { cairoMinute } from '../platform/time/cairo.ts';
import { FakeClock } from '../platform/time/clock.ts';
import { purgeOldNotifications } from './purge.ts';
import { notify } from './service.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const scope = (mode: 'live' | 'test' = 'live') => ({ merchantId: owner.merchantId, mode });

const list = (as = owner, headers: Record<string, string> = {}, mode: 'live' | 'test' = 'live') =>
  daftar.call({ path: '/merchant/notifications', mode, as, headers });

const archive = (id: number, as = owner, mode: 'live' | 'test' = 'live') =>
  daftar.call({ method: 'POST', path: `/merchant/notifications/${id}`, mode, as });

const contents = async (as = owner) =>
  (await list(as)).body.data.data.map((each: { content: string }) => each.content);

describe('the notification list', () => {
  test('is in each reader’s own language, newest first, in the nested envelope', async () => {
    await notify(daftar.app, scope(), { kind: 'account-reject', params: { reason: 'السجل غير واضح' } });
    await notify(daftar.app, scope(), {
      kind: 'payment-received',
      params: { amountPiastres: 15_025, source: 'Rent', reference: 'TRX-1', flags: ['late'] },
      href: '/transactions/1',
    });
    const { body } = await list();
    expect(body).toMatchObject({ statusCode: 200, data: { meta: { total: 2, current_page: 1 } } });
    expect(body.data.data).toEqual([
      {
        notificationId: expect.any(Number),
        content: '150.25 EGP was paid for \u2068Rent\u2069 (\u2068TRX-1\u2069) · Late',
        created_at: daftar.clock.now().toISOString(),
        href: '/transactions/1',
      },
      expect.objectContaining({
        content: 'We could not approve your activation request: \u2068السجل غير واضح\u2069',
        href: null,
      }),
    ]);
    const arabic = (await list(owner, { 'accept-language': 'ar-EG,ar;q=0.9' })).body.data.data;
    expect(arabic[0].content).toBe('تم استلام ١٥٠٫٢٥ ج.م. عن \u2068Rent\u2069 (\u2068TRX-1\u2069) · متأخرة');
  });

  test('is ordered by when events happened, whatever the order of writing', async () => {
    const { app, clock } = daftar;
    const told = (reason: string, hoursAgo: number) => {
      const then = new FakeClock(new Date(clock.now().getTime() - hoursAgo * 3_600_000));
      return notify({ ...app, clock: then }, scope(), { kind: 'account-reject', params: { reason } });
    };
    await told('noon', 2);
    await told('morning', 16);
    await told('now', 0);
    expect((await contents()).map((content: string) => /now|noon|morning/.exec(content)?.[0])).toEqual([
      'now',
      'noon',
      'morning',
    ]);
  });

  test('shows neither another merchant’s nor the other mode’s, and only the newest 50', async () => {
    await notify(daftar.app, scope('test'), { kind: 'account-suspend' });
    const other = await daftar.merchant();
    await notify(daftar.app, { ...scope(), merchantId: other.merchantId }, { kind: 'account-suspend' });
    expect(await contents()).toEqual([]);
    for (let each = 1; each <= 51; each += 1) {
      await notify(daftar.app, scope(), { kind: 'account-reject', params: { reason: String(each) } });
    }
    const shown = await contents();
    expect(shown).toHaveLength(50);
    expect(shown[0]).toContain('51');
    expect(shown[49]).toContain('\u20682\u2069');
  });

  test('hides what a user archived, for that user alone, and archiving twice is no error', async () => {
    const colleague = await daftar.colleague(owner, []);
    await notify(daftar.app, scope(), { kind: 'account-approve' });
    const [{ notificationId }] = (await list()).body.data.data;
    const archived = await archive(notificationId);
    expect(archived.body).toMatchObject({ statusCode: 200, data: null });
    expect((await archive(notificationId)).status).toBe(200);
    expect(await contents()).toEqual([]);
    expect(await contents(colleague)).toHaveLength(1);
  });

  test('cannot archive another merchant’s, nor the other mode’s: the reply is that for an unknown one', async () => {
    const other = await daftar.merchant();
    await notify(daftar.app, scope(), { kind: 'account-approve' });
    const [{ notificationId }] = (await list()).body.data.data;
    const missing = await archive(999_999_999);
    expect(missing.status).toBe(404);
    for (const answer of [
      await archive(notificationId, other),
      await archive(notificationId, owner, 'test'),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.raw).toBe(missing.raw);
    }
    expect(await contents()).toHaveLength(1);
  });
});

describe('archiving all', () => {
  const archiveAll = (upTo: number, as = owner, mode: 'live' | 'test' = 'live') =>
    daftar.call({
      method: 'POST',
      path: '/merchant/notifications/archive-all',
      mode,
      as,
      body: { up_to: upTo },
    });

  test('empties the bell of one person up to what they saw; what came after stays', async () => {
    const colleague = await daftar.colleague(owner, []);
    for (const reason of ['one', 'two', 'three'])
      await notify(daftar.app, scope(), { kind: 'account-reject', params: { reason } });
    const ids = (await list()).body.data.data.map(
      ({ notificationId }: { notificationId: number }) => notificationId,
    );
    expect((await archiveAll(ids[1])).status).toBe(200);
    expect(await contents()).toEqual([expect.stringContaining('three')]);
    // An earlier mark takes nothing back.
    expect((await archiveAll(ids[2])).status).toBe(200);
    expect(await contents()).toHaveLength(1);
    expect(await contents(colleague)).toHaveLength(3);
  });

  test('leaves what was being written meanwhile, though its number is lower, and takes the old ones at once', async () => {
    await notify(daftar.app, scope(), { kind: 'account-reject', params: { reason: 'old' } });
    daftar.clock.set(new Date(daftar.clock.now().getTime() + 11 * 60_000).toISOString());
    let seen = 0;
    await daftar.database.sql.begin(async (tx) => {
      await notify({ ...daftar.app, db: tx }, scope(), {
        kind: 'account-reject',
        params: { reason: 'late' },
      });
      await notify(daftar.app, scope(), { kind: 'account-reject', params: { reason: 'new' } });
      [{ notificationId: seen }] = (await list()).body.data.data;
      expect((await archiveAll(seen)).status).toBe(200);
      expect(await contents()).toEqual([]);
    });
    expect(await contents()).toEqual([expect.stringContaining('late')]);
    const [mark] = await daftar.database.sql`
      select notification_id as id from notification_marks where merchant_id = ${owner.merchantId}`;
    expect(mark!.id).toBeLessThan(seen - 1);
  });

  test('of another merchant’s or the other mode’s notification is refused', async () => {
    await notify(daftar.app, scope(), { kind: 'account-approve' });
    const [{ notificationId }] = (await list()).body.data.data;
    expect((await archiveAll(notificationId, await daftar.merchant())).status).toBe(404);
    expect((await archiveAll(notificationId, owner, 'test')).status).toBe(404);
    expect(await contents()).toHaveLength(1);
  });
});

describe('the history', () => {
  const history = async (query: Record<string, string> = {}, reader = owner) => {
    const as = await daftar.elsewhere(reader);
    return (await daftar.call({ path: '/merchant/notifications/history', mode: 'live', as, query })).body;
  };

  test('has what was archived too, by topic, state and day, and only what its reader may see', async () => {
    const support = await daftar.colleague(owner, ['tickets-list']);
    await notify(daftar.app, scope(), { kind: 'account-approve' });
    const [{ notificationId }] = (await list()).body.data.data;
    await archive(notificationId);
    const paid = { amountPiastres: 100, source: 'Rent', reference: 'TRX-1', flags: [] };
    daftar.clock.advance({ days: 1 });
    await notify(daftar.app, scope(), { kind: 'payment-received', params: paid });
    await notify(daftar.app, scope(), {
      kind: 'account-suspend',
      onlyUserId: support.userId,
    });
    const shown = async (query?: Record<string, string>, as?: Actor) =>
      (await history(query, as)).data.map(
        ({ topic, is_archived }: { topic: string; is_archived: boolean }) =>
          is_archived ? `${topic}, archived` : topic,
      );
    expect(await shown()).toEqual(['payments', 'account, archived']);
    expect(await shown({ topic: 'account' })).toEqual(['account, archived']);
    expect(await shown({ state: 'open' })).toEqual(['payments']);
    expect(await shown({ state: 'archived' })).toEqual(['account, archived']);
    const today = daftar.clock.now().toISOString().slice(0, 10);
    expect(await shown({ date_from: today })).toEqual(['payments']);
    expect(await shown({}, support)).toEqual(['account', 'account']);
    daftar.clock.advance({ days: -1 });
  });

  test('goes on beyond the fifty of the bell', async () => {
    for (let each = 1; each <= 52; each += 1)
      await notify(daftar.app, scope(), { kind: 'account-reject', params: { reason: String(each) } });
    const { data, meta } = await history({ page: '6' });
    expect(meta).toMatchObject({ total: 52, last_page: 6 });
    expect(data[1].content).toContain('\u20681\u2069');
  });

  test('is saved as a file of what its reader may see, in their language, chosen rows or those that are filtered', async () => {
    const support = await daftar.colleague(owner, ['tickets-list']);
    await notify(daftar.app, scope(), { kind: 'account-reject', params: { reason: 'السجل' } });
    const [{ notificationId }] = (await list()).body.data.data;
    await archive(notificationId);
    const refusedAt = cairoMinute(daftar.clock.now());
    daftar.clock.advance({ hours: 1 });
    const paidAt = cairoMinute(daftar.clock.now());
    const paid = { amountPiastres: 15_025, source: '=Rent', reference: 'TRX-1', flags: ['late'] };
    await notify(daftar.app, scope(), { kind: 'payment-received', params: paid });
    const [newest] = (await history()).data;
    const saved = async (query: Record<string, string> = {}, reader = owner, headers = {}) => {
      const as = await daftar.elsewhere(reader);
      const path = '/merchant/notifications/history/exportCsv';
      const answer = await daftar.call({ path, mode: 'live', as, query, headers });
      return answer.raw.replace('\ufeff', '').trimEnd().split('\r\n');
    };
    expect(await saved()).toEqual([
      'When (Cairo time),About,Notification,In the bell',
      `${paidAt},Payments,150.25 EGP was paid for =Rent (TRX-1) · Late,Not archived`,
      `${refusedAt},Account and security,We could not approve your activation request: السجل,Archived`,
    ]);
    expect(await saved({}, owner, { 'accept-language': 'ar' })).toContain(
      `${paidAt},المدفوعات,تم استلام 150.25 ج.م. عن =Rent (TRX-1) · متأخرة,غير مؤرشف`,
    );
    const kinds = async (query: Record<string, string>, reader = owner) =>
      (await saved(query, reader)).slice(1).map((line) => line.split(',')[1]);
    expect(await kinds({ topic: 'account' })).toEqual(['Account and security']);
    expect(await kinds({ state: 'open' })).toEqual(['Payments']);
    expect(await kinds({ ids: String(newest.notificationId) })).toEqual(['Payments']);
    expect(await kinds({ sort_type: 'asc' })).toEqual(['Account and security', 'Payments']);
    expect(await kinds({}, support)).toEqual(['Account and security']);
    expect(await kinds({ ids: String(newest.notificationId) }, support)).toEqual([]);
    expect(await kinds({ ids: String(newest.notificationId) }, await daftar.merchant())).toEqual([]);
    daftar.clock.advance({ hours: -1 });
  });

  test('ends after a year, archived or not, and keeps what is younger', async () => {
    const { notificationDays } = daftar.app.config;
    await notify(daftar.app, scope(), { kind: 'account-reject', params: { reason: 'older' } });
    daftar.clock.advance({ days: 2 });
    await notify(daftar.app, scope(), { kind: 'account-reject', params: { reason: 'newer' } });
    daftar.clock.advance({ days: notificationDays - 1 });
    await purgeOldNotifications(daftar.app);
    const { data } = await history({});
    expect(data).toHaveLength(1);
    expect(data[0].content).toContain('newer');
    daftar.clock.advance({ days: -notificationDays - 1 });
  });
});

describe('a person’s preferences', () => {
  const path = '/api/merchant/notification-preferences';
  const save = (as: Actor, body: object) => daftar.call({ method: 'PUT', path, as, body });
  const read = async (as: Actor) => (await daftar.call({ path, as })).body.data;

  test('are of the topics that they may be told of, and say what cannot be switched off', async () => {
    const support = await daftar.colleague(owner, ['tickets-list']);
    const told = { bell: true, mail: true, push: true };
    expect(await read(support)).toEqual({
      topics: [
        { topic: 'account', ...told, is_fixed: true },
        { topic: 'tickets', ...told, is_fixed: false },
      ],
      quiet_hours: null,
      receives_mail: true,
    });
  });

  test('keep what they do not name, are one’s own, and empty the bell of what is not wanted', async () => {
    const topics = [{ topic: 'payments', bell: false, mail: true, push: false }];
    const quiet = { from: 22, until: 8 };
    expect((await save(owner, { topics, quiet_hours: quiet })).status).toBe(200);
    expect(
      (await save(owner, { topics: [{ topic: 'payments', bell: false, mail: false }], quiet_hours: quiet }))
        .status,
    ).toBe(200);
    const saved = await read(owner);
    expect(saved.quiet_hours).toEqual(quiet);
    expect(saved.topics.find(({ topic }: { topic: string }) => topic === 'payments')).toEqual({
      topic: 'payments',
      bell: false,
      mail: false,
      push: false,
      is_fixed: false,
    });
    expect((await read(await daftar.colleague(owner, []))).quiet_hours).toBeNull();
    const paid = { amountPiastres: 100, source: 'Rent', reference: 'TRX-1', flags: [] };
    await notify(daftar.app, scope(), { kind: 'payment-received', params: paid });
    await notify(daftar.app, scope(), { kind: 'account-approve' });
    expect(await contents()).toHaveLength(1);
  });

  test.each([
    { topics: [{ topic: 'account', bell: false, mail: false }], quiet_hours: null },
    { topics: [{ topic: 'weather', bell: false, mail: false }], quiet_hours: null },
    { topics: [], quiet_hours: { from: 8, until: 8 } },
    { topics: [], quiet_hours: { from: 8, until: 24 } },
    {
      topics: [
        { topic: 'orders', bell: true, mail: true },
        { topic: 'orders', bell: false, mail: true },
      ],
      quiet_hours: null,
    },
  ])('are refused: %j', async (form) => {
    expect((await save(owner, form)).status).toBe(422);
    expect((await read(owner)).quiet_hours).toBeNull();
  });
});
