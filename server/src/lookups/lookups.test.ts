import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant({ status: 0 });
});

const get = (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  daftar.call({ path: `/merchant/${path}`, mode: 'live', as: owner, query, headers });

describe('choices of forms', () => {
  test('methods: all by default, then those enabled for the merchant in that mode, named in the reader’s language', async () => {
    const all = (await get('payment_methods')).body.data;
    expect(all.map((each: { code: string }) => each.code)).toEqual([
      'Card',
      'AmanCard',
      'MobileWallet',
      'Kiosk',
      'InstaPay',
    ]);
    await daftar.database.sql`
      update merchant_settings set allowed_methods = '{5,1}' where merchant_id = ${owner.merchantId} and mode = 'live'`;
    const allowed = (await get('payment_methods', {}, { 'accept-language': 'ar' })).body.data;
    expect(allowed).toEqual([
      { id: 1, code: 'Card', name: 'بطاقة بنكية' },
      { id: 5, code: 'InstaPay', name: 'إنستاباي' },
    ]);
    const inTest = await daftar.call({ path: '/merchant/payment_methods', mode: 'test', as: owner });
    expect(inTest.body.data).toHaveLength(5);
  });

  test('currencies', async () => {
    expect((await get('currency')).body.data).toEqual([
      { id: 1, code: 'EGP', name: 'Egyptian pound' },
      { id: 2, code: 'USD', name: 'US dollar' },
    ]);
  });

  test('the newest exchange rate in effect; that of a pound is one', async () => {
    const rate = async (code: string) =>
      (await get('currency/exchange_rate', { code })).body.data.exchange_rate;
    await daftar.database.sql`
      insert into exchange_rates (currency, effective_from, rate_scaled) values
        ('USD', '2026-06-15T08:59:59Z', 49123456), ('USD', '2026-06-15T09:00:01Z', 51000000)`;
    expect(await rate('USD')).toBe(49.123456);
    daftar.clock.set('2026-06-15T09:00:01Z');
    expect(await rate('USD')).toBe(51);
    expect(await rate('EGP')).toBe(1);
    expect((await get('currency/exchange_rate', { code: 'XXX' })).status).toBe(422);
    expect((await get('currency/exchange_rate')).status).toBe(422);
    await daftar.database.sql`delete from exchange_rates`;
    const none = await get('currency/exchange_rate', { code: 'USD' });
    expect(none.status).toBe(400);
    expect(none.body.message).toContain('USD');
  });
});
