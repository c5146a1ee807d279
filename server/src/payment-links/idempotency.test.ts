import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const FORM = {
  invoice_name: 'Rent',
  currency_id: 1,
  amount: 100,
  due_date: '2026-07-01T10:00:00Z',
  language: 1,
};

const create = (
  key: string,
  overrides: Record<string, unknown> = {},
  as = owner,
  mode: 'live' | 'test' = 'live',
) =>
  daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode,
    as,
    headers: { 'idempotency-key': key },
    body: { ...FORM, ...overrides },
  });

async function count(merchantId = owner.merchantId): Promise<number> {
  const [row] = await daftar.database.sql<{ n: number }[]>`
    select count(*)::int as n from payment_links where merchant_id = ${merchantId}`;
  return row!.n;
}

describe('an Idempotency-Key on creating a link', () => {
  test('sent twice: one link, and the same reply byte for byte', async () => {
    const before = await count();
    const first = await create('twice');
    const second = await create('twice');
    expect(first.status).toBe(200);
    expect(second.status).toBe(200);
    expect(second.raw).toBe(first.raw);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(await count()).toBe(before + 1);
  });

  test('sent twenty times at once: one link, and twenty identical replies', async () => {
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('at once')));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.raw)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19);
    expect(await count()).toBe(before + 1);
  });

  test('sent with another body: 409, and no link is created', async () => {
    await create('other body');
    const before = await count();
    const answer = await create('other body', { amount: 101 });
    expect(answer.status).toBe(409);
    expect(answer.body.statusCode).toBe(409);
    expect(await count()).toBe(before);
  });

  test('longer than 255 characters, or blank: 422', async () => {
    for (const key of ['k'.repeat(256), ' ']) {
      const answer = await create(key);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['Idempotency-Key']);
    }
    expect((await create('k'.repeat(255))).status).toBe(200);
  });

  test.each([
    ['of the form', { amount: 'x' }],
    ['of the business', { due_date: '2020-01-01T00:00:00Z' }],
  ])('is not used up by a 422 %s: the corrected body works with it', async (what, wrong) => {
    expect((await create(`corrected ${what}`, wrong)).status).toBe(422);
    const before = await count();
    expect((await create(`corrected ${what}`)).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });

  test('of another merchant or mode is another key', async () => {
    const other = await daftar.merchant();
    const answers = [
      await create('shared'),
      await create('shared', {}, other),
      await create('shared', {}, owner, 'test'),
      await create('shared', { amount: 7 }, other, 'test'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.data.link)).size).toBe(4);
    expect(await count(other.merchantId)).toBe(2);
  });
});
