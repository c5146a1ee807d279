import type { Found } from '@daftar/contract/search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { samples } from '../../tests/kit/samples.ts';
import { orderOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let owner: Actor;
let payment: { id: number; reference: string };
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  const world = { daftar, actor: owner, mode: 'test' as const };
  const made = await samples['refunds.ofTransaction']!.params!(world);
  const [row] = await daftar.database.sql<{ id: number; reference: string }[]>`
    select id, reference from transactions where merchant_id = ${owner.merchantId} and id = ${made.id!}`;
  payment = row!;
  await daftar.call({
    method: 'POST',
    path: '/merchant/Customer/Create',
    mode: 'test',
    as: owner,
    body: { name: 'أَحْمَد الطيّب', email: 'ahmad@shop.example', mobile: '01098765432' },
  });
  await samples['invoices.details']!.params!(world);
});
afterAll(() => daftar.close());

const find = async (q: string, as = owner, mode: 'live' | 'test' = 'test'): Promise<Found[]> => {
  const answer = await daftar.call({ path: '/merchant/search', mode, as, query: { q } });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data;
};
const kinds = (found: Found[]) => found.map(({ kind }) => kind);

describe('the global search', () => {
  test('finds by reference, whole or its beginning, in any case', async () => {
    for (const q of [payment.reference, payment.reference.toLowerCase(), payment.reference.slice(4, 9)]) {
      expect(await find(q)).toContainEqual(
        expect.objectContaining({ kind: 'transaction', id: payment.id, reference: payment.reference }),
      );
    }
  });

  test('finds by exact amount, Arabic digits included', async () => {
    for (const q of ['102', '102.00', '١٠٢']) {
      expect(kinds(await find(q)).toSorted()).toEqual(['invoice', 'payment-link', 'transaction']);
    }
    expect(await find('102.01')).toEqual([]);
  });

  test('finds Arabic names however they are spelt', async () => {
    for (const q of ['احمد', 'أحمد', 'أَحْمَد', 'الطيب', 'AHMAD@shop']) {
      expect(await find(q), q).toContainEqual(
        expect.objectContaining({ kind: 'customer', reference: '01098765432' }),
      );
    }
  });

  test('finds phone numbers by part, with country code, in Arabic digits', async () => {
    for (const q of ['01098765432', '0109876', '+20 109 876 5432', '٠١٠٩٨٧٦٥٤٣٢']) {
      expect(kinds(await find(q)), q).toEqual(['customer']);
    }
    expect(kinds(await find('01112345678'))).toEqual(['transaction']);
  });

  test('finds orders by reference, amount and shopper, and products by code, price and words', async () => {
    const shop = await daftar.merchant();
    const { reference, productId } = await orderOf({ daftar, actor: shop, mode: 'test' });
    for (const q of [reference, reference.slice(4, 9), 'ساره', 'sara@shopper', '+20 111 234 5678']) {
      expect(await find(q, shop), q).toMatchObject([
        { kind: 'order', reference, title: 'سارة', amount: 150.25 },
      ]);
    }
    expect(kinds(await find('150.25', shop))).toEqual(['order', 'product']);
    const [{ code }] = (await daftar.database.sql`
      select code from products where merchant_id = ${shop.merchantId}`) as unknown as [{ code: string }];
    for (const q of [code.toLowerCase(), 'قميص', 'egyptian COTTON']) {
      expect(await find(q, shop), q).toMatchObject([{ kind: 'product', id: productId, reference: code }]);
    }
    expect(await find(code, await daftar.colleague(shop, ['products-list']))).toEqual([]);
    expect(kinds(await find(code, await daftar.colleague(shop, ['edit-product'])))).toEqual(['product']);
    const query = { product_id: String(productId) };
    const path = '/merchant/store/products/delete-product';
    await daftar.call({ method: 'DELETE', path, query, mode: 'test', as: shop });
    expect(await find(code, shop)).toEqual([]);
  });

  test('finds nothing for one letter, of another merchant or of the other mode', async () => {
    expect(await find('s')).toEqual([]);
    expect(await find('sara', await daftar.merchant())).toEqual([]);
    expect(await find('sara', owner, 'live')).toEqual([]);
    expect(kinds(await find('sara'))).toEqual(['transaction']);
    expect(await find('100%')).toEqual([]);
  });

  test('finds only what the user may open', async () => {
    const some = await daftar.colleague(owner, ['view-invoice-details']);
    expect(kinds(await find('102', some))).toEqual(['invoice']);
    expect(await find('102', await daftar.colleague(owner, []))).toEqual([]);
  });
});
