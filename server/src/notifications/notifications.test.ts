import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { FakeClock } from '../platform/time/clock.ts';
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
