import type { Permission } from '@daftar/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pay, refund } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

/** Fields that the lists of customers and refunds withhold from callers without the permission for details. */
let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  const made = await daftar.call({
    method: 'POST',
    path: '/merchant/Customer/Create',
    mode: 'live',
    as: owner,
    body: {
      name: 'Sara Ahmed',
      email: 'sara@example.com',
      mobile: '01012345678',
      nationalId: '29001010112345',
      description: 'Pays late',
      merchant_reference: 'CRM-77',
      metadata: { tier: 'gold' },
    },
  });
  expect(made.status, made.raw).toBe(200);
});
afterAll(() => daftar.close());

const get = (as: Actor, path: string, query = {}) =>
  daftar.call({ path: `/merchant/Customer/${path}`, mode: 'live', as, query });
const PRIVATE = ['29001010112345', 'Pays late', 'CRM-77', 'gold'];

test('the list and the file of customers leave out what only the details show', async () => {
  const lister = await daftar.colleague(owner, ['view-customers-list']);
  for (const answer of [await get(lister, 'List'), await get(lister, 'exportCsv', { format: 'csv' })]) {
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.raw).toContain('Sara Ahmed');
    for (const each of PRIVATE) expect(answer.raw).not.toContain(each);
  }
});

test.each([['view-customer-details'], ['update-customer']] as const)(
  'whoever has %s sees all of it in both',
  async (permission) => {
    const clerk = await daftar.colleague(owner, ['view-customers-list', permission]);
    for (const answer of [await get(clerk, 'List'), await get(clerk, 'exportCsv', { format: 'csv' })])
      for (const each of PRIVATE) expect(answer.raw).toContain(each);
    const found = await get(clerk, 'List', { nationalId: '29001010112345' });
    expect(found.body.data).toHaveLength(1);
  },
);

test.each([
  [{ nationalId: '29001010112345' }],
  [{ tag: 'vip' }],
  [{ merchant_reference: 'CRM-77' }],
  [{ 'metadata[tier]': 'gold' }],
])('searching by %j, which is withheld, needs the permission that the refusal names', async (query) => {
  const lister = await daftar.colleague(owner, ['view-customers-list']);
  for (const path of ['List', 'exportCsv']) {
    const refused = await get(lister, path, query);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('view-customer-details'),
    ]);
    const clerk = await daftar.colleague(owner, ['view-customers-list', 'update-customer']);
    expect((await get(clerk, path, query)).status).toBe(200);
  }
});

test('the list of refunds leaves out reason, people and account for whoever may not read one', async () => {
  const { id } = await pay(daftar, owner);
  const asked = await refund(daftar, owner, id, { amount: 10, reason: 'Broken vase' });
  expect(asked.status, asked.raw).toBe(200);
  const { sql } = daftar.database;
  await sql`
    update refunds set iban = 'EG380019000500000000263180002' where merchant_id = ${owner.merchantId}`;
  const list = async (permissions: Permission[]) => {
    const as = await daftar.colleague(owner, ['view-transactions-list', ...permissions]);
    return daftar.call({ path: '/merchant/refunds', mode: 'live', as });
  };
  const blank = await list([]);
  expect(blank.body.data).toMatchObject([
    { reason: '', requested_by: '', approved_by: null, bank_account: null },
  ]);
  for (const each of ['Broken vase', 'Mona', '0002']) expect(blank.raw).not.toContain(each);
  expect((await list(['view-transaction-details'])).body.data).toMatchObject([
    { reason: 'Broken vase', requested_by: expect.stringContaining('Mona') },
  ]);
});
