/** Among other settlements, of the same merchant and of another: each shows and adds up its own payments only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Paid, pay, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

interface Listed {
  id: number;
  reference: string;
}

let daftar: TestServer;
let owner: Actor;
/** Of the second merchant: a settlement of one payment, and one of two. */
let payments: [Paid[], Paid[]];
let settlements: [Listed, Listed];
beforeAll(async () => {
  daftar = await startTestServer();
  for (let merchants = 0; merchants < 2; merchants += 1) {
    owner = await daftar.merchant();
    const first = [await pay(daftar, owner, { pounds: 100 })];
    await settleAll(daftar, owner);
    const second = [await pay(daftar, owner, { pounds: 50 }), await pay(daftar, owner, { pounds: 70 })];
    await settleAll(daftar, owner);
    payments = [first, second];
    settlements = (await daftar.database.sql<Listed[]>`
      select id, reference from settlements where merchant_id = ${owner.merchantId} order by id`) as unknown as [
      Listed,
      Listed,
    ];
  }
});
afterAll(() => daftar.close());

const file = async (path: string, query: Record<string, string> = {}) => {
  const answer = await daftar.call({ path: `/merchant/settlements/${path}`, mode: 'live', as: owner, query });
  expect(answer.status, answer.raw).toBe(200);
  return answer.raw.trim().split('\r\n');
};

test('the file of settlements adds up the payments of each, and of no other', async () => {
  const [, ...lines] = await file('exportCsv', { sort_by: 'id', sort_type: 'asc' });
  expect(lines).toHaveLength(2);
  const figures = lines.map((line) => line.split(',').filter((cell) => /^-?\d+(\.\d\d)?$/.test(cell)));
  // Number, paid amount, our fee, its VAT, refunds, and the rest.
  expect(lines[0]).toContain(settlements[0].reference);
  expect(figures[0]).toEqual(expect.arrayContaining(['1', '100.00', '5.75', '0.81', '93.44']));
  expect(lines[1]).toContain(settlements[1].reference);
  // 50: 4.38 and 0.61; 70: 4.93 and 0.69.
  expect(figures[1]).toEqual(expect.arrayContaining(['2', '120.00', '9.31', '1.30', '109.39']));
});

test('the statement of each has its own payments and no others, and ends with their totals', async () => {
  for (const [n, { id }] of settlements.entries()) {
    const text = (await file(`export/${id}`)).join('\n');
    for (const { reference } of payments[n]!) expect(text).toContain(reference);
    for (const { reference } of payments[1 - n]!) expect(text).not.toContain(reference);
    expect(text).toContain(n === 0 ? '93.44' : '109.39');
  }
});
