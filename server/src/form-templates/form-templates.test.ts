import { TEMPLATES_MAXIMUM } from '@daftar/contract/form-templates';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const VALUES = {
  invoice_name: 'Rent',
  amount: '1200.00',
  tax_on: true,
  payment_methods: [1, 4],
  language: 1,
};
const RENT = { form: 'payment-links', name: 'Rent', values: VALUES };
const path = '/api/merchant/form-templates';
const save = (as: Actor, over: object = {}) =>
  daftar.call({ method: 'POST', path: `${path}/create`, as, body: { ...RENT, ...over } });
const list = (as: Actor, form = 'payment-links') => daftar.call({ path, as, query: { form } });
const names = async (as: Actor) => (await list(as)).body.data.map(({ name }: { name: string }) => name);
const rename = (as: Actor, id: number, name: string) =>
  daftar.call({ method: 'PATCH', path: `${path}/${id}`, as, body: { name } });
const remove = (as: Actor, id: number) => daftar.call({ method: 'DELETE', path: `${path}/${id}`, as });
const colleague = (...permissions: string[]) => daftar.colleague(owner, permissions as never);

test('a template is its keeper’s alone, of one form, until it is renamed or removed', async () => {
  const other = await colleague('create-pay-link');
  const made = await save(owner);
  expect(made.status, made.raw).toBe(200);
  const { id } = made.body.data;
  expect((await list(owner)).body.data).toEqual([
    {
      id,
      name: 'Rent',
      values: VALUES,
      is_shared: false,
      is_mine: true,
      saved_by: expect.stringMatching(/\S/),
    },
  ]);
  expect((await list(owner, 'invoices')).body.data).toEqual([]);
  expect(await names(other)).toEqual([]);
  for (const stranger of [other, await daftar.merchant()]) {
    expect((await rename(stranger, id, 'Mine')).status).toBe(404);
    expect((await remove(stranger, id)).status).toBe(404);
  }
  const taken = await save(owner, { name: ' RENT ' });
  expect(taken.status).toBe(422);
  expect(taken.body.errors).toHaveProperty('name');
  const second = (await save(owner, { name: 'Deposit' })).body.data.id;
  expect((await rename(owner, second, 'rent')).status).toBe(422);
  expect((await rename(owner, second, 'DEPOSIT')).status).toBe(200);
  expect((await remove(owner, id)).status).toBe(200);
  expect(await names(owner)).toEqual(['DEPOSIT']);
});

test('those who manage the team share templates, which everybody uses who may fill in the form', async () => {
  const clerk = await colleague('create-pay-link');
  const reader = await colleague('view-pay-links-list');
  const lead = await colleague('create-pay-link', 'users-manage');
  expect((await save(clerk, { is_shared: true })).status).toBe(403);
  const { id } = (await save(lead, { is_shared: true })).body.data;
  expect(await names(clerk)).toEqual(['Rent']);
  expect((await list(reader)).status).toBe(404);
  expect((await save(reader)).status).toBe(404);
  expect((await rename(clerk, id, 'Mine')).status).toBe(403);
  expect((await remove(clerk, id)).status).toBe(403);
  expect((await rename(owner, id, 'Monthly rent')).status).toBe(200);
  expect(await names(clerk)).toEqual(['Monthly rent']);
  expect((await remove(owner, id)).status).toBe(200);
  const audited = await daftar.database.sql<{ action: string }[]>`
    select action from audit_log where merchant_id = ${owner.merchantId} and action like 'form-template.%' order by id`;
  expect(audited.map(({ action }) => action)).toEqual([
    'form-template.share',
    'form-template.rename',
    'form-template.unshare',
  ]);
});

test.each([
  [{ values: { due_date: '2026-07-01T10:00:00Z' } }],
  [{ values: { customers: [7] } }],
  [{ values: { notes: 'x'.repeat(2001) } }],
  [{ values: { amount: { $gt: 0 } } }],
  [{ values: { notes: '\u0000' } }],
  [{ values: { '\ud800': true } }],
  [{ values: Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`f${index}`, true])) }],
])('what belongs to one entry, or to no form, is refused: %#', async (over) => {
  const refused = await save(owner, over);
  expect(refused.status).toBe(422);
  expect(await names(owner)).toEqual([]);
});

test('no more can be kept than anybody would look through', async () => {
  const saved = await Promise.all(
    Array.from({ length: TEMPLATES_MAXIMUM + 2 }, (_, index) => save(owner, { name: `Rent ${index}` })),
  );
  expect(saved.filter(({ status }) => status === 200)).toHaveLength(TEMPLATES_MAXIMUM);
  expect(saved.filter(({ status }) => status === 400)).toHaveLength(2);
});
