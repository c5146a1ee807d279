/** A customer's page: figures and entries of their activity, notes, tags, the archive, and files. */
import { EVENTS_PER_PAGE } from '@daftar/contract/customer-page';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAYER_MOBILE, pay, refund } from '../../tests/kit/money.ts';
import { chargebackOf } from '../../tests/kit/samples-money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { sendInvoice } from '../invoices/messages.ts';
import { linkCustomers } from './link.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
});

/** The payer in these tests. */
const SARA = { name: 'سارة أحمد', email: 'sara@example.com', mobile: PAYER_MOBILE };

type Query = Record<string, string>;
const get = (path: string, query: Query = {}, as = owner) => daftar.call({ path, mode: 'live', as, query });
const send = (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object, as = owner) =>
  daftar.call({ method, path, mode: 'live', as, ...(body ? { body: body as Record<string, unknown> } : {}) });

async function customer(fields: object = SARA): Promise<number> {
  const answer = await send('POST', '/merchant/Customer/Create', fields);
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.id;
}

async function invoice(customers: number[], amount = 100): Promise<number> {
  const answer = await send('POST', '/merchant/invoices/create', {
    invoice_name: 'Rent',
    currency_id: 1,
    amount,
    due_date: '2026-07-01T10:00:00Z',
    language: 1,
    customers,
    notify_by_email: true,
    send: true,
  });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.id;
}

const summary = async (id: number, as = owner) =>
  (await get(`/merchant/customers/${id}/summary`, {}, as)).body.data;
interface Entry {
  id: string;
  kind: string;
  text: string;
  amount: number | null;
  status: string | null;
  is_mine: boolean;
}
const timeline = async (
  id: number,
  query: Query = {},
  as = owner,
): Promise<{ rows: Entry[]; older: string | null }> => {
  const answer = await get(`/merchant/customers/${id}/timeline`, query, as);
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data;
};
const kinds = async (id: number, query: Query = {}, as = owner) =>
  (await timeline(id, query, as)).rows.map(({ kind }) => kind).sort();

test('payments with their address or number, what was refunded or disputed of them, and invoices are a customer’s', async () => {
  const id = await customer();
  const other = await customer({ name: 'Omar', email: 'omar@example.com', mobile: '01201234567' });
  const paid = await pay(daftar, owner, { pounds: 100 });
  await pay(daftar, owner, { pounds: 50 });
  await chargebackOf({ daftar, actor: owner, mode: 'live' });
  expect((await refund(daftar, owner, paid.id, { amount: 30 })).status).toBe(200);
  await invoice([id, other], 70);
  expect(await summary(id)).toMatchObject({
    payments: 3,
    refunded: 30,
    open_invoices: 1,
    owed: 70,
    owed_more: false,
    last_payment_at: '2026-06-15T09:00:00.000Z',
  });
  const { lifetime_value: value } = await summary(id);
  const [sum] = await daftar.database.sql<{ pounds: number }[]>`
    select sum(value_piastres - refunded_piastres)::int / 100.0 as pounds from transactions
     where merchant_id = ${owner.merchantId} and status in (1, 3)`;
  expect(value).toBe(Number(sum!.pounds));
  const found = await kinds(id, { kind: 'payment' });
  expect(found).toEqual(['payment', 'payment', 'payment']);
  expect(await kinds(id, { kind: 'refund' })).toEqual(['refund']);
  expect(await kinds(id, { kind: 'chargeback' })).toEqual(['chargeback']);
  expect(await kinds(other)).toEqual(['invoice']);
  const { rows } = await timeline(id, { kind: 'invoice' });
  expect(rows).toMatchObject([{ text: 'Rent', amount: 70, status: 'unpaid' }]);
});

test('messages to a customer are entries until they are deleted', async () => {
  const id = await customer();
  const { sql } = daftar.database;
  await pay(daftar, owner);
  const invoiceId = await invoice([id]);
  await sendInvoice(daftar.app, { merchantId: owner.merchantId, invoiceId, kind: 'sent', occasion: '1' });
  const messages = await timeline(id, { kind: 'message' });
  expect(messages.rows[0]).toMatchObject({
    channel: 'email',
    recipient: SARA.email,
    cause: 'invoice',
    subject: { kind: 'invoice', id: invoiceId },
  });
  await sql`delete from messages where merchant_id = ${owner.merchantId}`;
  expect(await timeline(id, { kind: 'message' })).toEqual({ rows: [], older: null });
});

test('what somebody may not see is neither shown nor counted', async () => {
  const id = await customer();
  const paid = await pay(daftar, owner);
  await refund(daftar, owner, paid.id, { amount: 1 });
  await invoice([id]);
  await send('POST', `/merchant/customers/${id}/notes`, { text: 'Calls on Sundays' });
  const reader = await daftar.colleague(owner, ['view-customer-details']);
  expect(await kinds(id, {}, reader)).toEqual(['note']);
  expect(await kinds(id, { kind: 'payment' }, reader)).toEqual([]);
  expect(await summary(id, reader)).toMatchObject({
    lifetime_value: null,
    payments: null,
    last_payment_at: null,
    open_invoices: null,
    owed: null,
  });
  const file = await get(`/merchant/customers/${id}/export`, {}, reader);
  expect(file.raw).toContain('Calls on Sundays');
  expect(file.raw).not.toContain(paid.reference);
  const cashier = await daftar.colleague(owner, ['view-customer-details', 'view-transactions-list']);
  // The payer was notified of the refund by e-mail and SMS.
  const seen = ['message', 'message', 'note', 'payment', 'refund'];
  expect(await kinds(id, {}, cashier)).toEqual(seen);
});

test('pages follow each other without a gap or a repetition, also of one moment', async () => {
  const id = await customer();
  for (let n = 0; n < EVENTS_PER_PAGE + 5; n += 1)
    await send('POST', `/merchant/customers/${id}/notes`, { text: `Note ${n}` });
  const first = await timeline(id);
  const second = await timeline(id, { before: first.older! });
  expect(first.rows).toHaveLength(EVENTS_PER_PAGE);
  expect(second).toMatchObject({ older: null });
  const texts = [...first.rows, ...second.rows].map(({ text }) => text);
  expect(texts).toEqual(Array.from({ length: EVENTS_PER_PAGE + 5 }, (_, n) => `Note ${n}`).reverse());
  for (const [before, status] of [
    ['x', 422],
    // A place that no reply names: after the last year that the database knows, and in the last that the contract lets in.
    ['999999999999999-note-1', 422],
    ['99999999999999-note-1', 200],
  ] as const)
    expect((await get(`/merchant/customers/${id}/timeline`, { before })).status).toBe(status);
});

test('what was paid, refunded, disputed and ordered before a customer was added is theirs once it was looked for', async () => {
  const paid = await pay(daftar, owner, { pounds: 100 });
  await chargebackOf({ daftar, actor: owner, mode: 'live' });
  await refund(daftar, owner, paid.id, { amount: 40 });
  const id = await customer();
  expect(await summary(id)).toMatchObject({ payments: 0, is_linking: true });
  await linkCustomers(daftar.app);
  const before = await summary(id);
  expect(before).toMatchObject({ payments: 2, refunded: 40, is_linking: false });
  expect(await kinds(id)).toEqual(['chargeback', 'payment', 'payment', 'refund']);
  // Linking again finds nothing twice, and later activity counts.
  await send('POST', '/merchant/Customer/Update', { customerId: id, ...SARA, email: 'new@example.com' });
  await linkCustomers(daftar.app);
  expect(await summary(id)).toEqual(before);
  await refund(daftar, owner, paid.id, { amount: 10 });
  await pay(daftar, owner, { pounds: 5 });
  expect(await summary(id)).toMatchObject({ payments: 3, refunded: 50 });
});

test('a note says who wrote it; only they change or delete it, and the audit log keeps all of it', async () => {
  const id = await customer();
  const colleague = await daftar.colleague(owner, ['view-customer-details', 'update-customer']);
  const { body } = await send('POST', `/merchant/customers/${id}/notes`, { text: 'Calls first' }, colleague);
  const path = `/merchant/customers/notes/${body.data.id}`;
  expect((await send('PATCH', path, { text: 'x' })).status).toBe(403);
  expect((await send('DELETE', path)).status).toBe(403);
  expect((await send('PATCH', path, { text: 'Writes first' }, colleague)).status).toBe(200);
  expect((await timeline(id)).rows).toMatchObject([
    { text: 'Writes first', author: 'Omar Said', is_mine: false, edited_at: '2026-06-15T09:00:00.000Z' },
  ]);
  expect((await timeline(id, {}, colleague)).rows[0]?.is_mine).toBe(true);
  expect((await send('DELETE', path, undefined, colleague)).status).toBe(200);
  expect((await timeline(id)).rows).toEqual([]);
  expect((await send('DELETE', path, undefined, colleague)).status).toBe(404);
  const log = await daftar.database.sql`
    select action, coalesce(before, after)->>'text' as text from audit_log
     where merchant_id = ${owner.merchantId} and action like 'customer.note%' order by id`;
  expect(log).toEqual([
    { action: 'customer.note-add', text: 'Calls first' },
    { action: 'customer.note-edit', text: 'Calls first' },
    { action: 'customer.note-delete', text: 'Writes first' },
  ]);
});

test('tags have one spelling, are found and exported, and are forgotten with the last customer', async () => {
  const id = await customer();
  const other = await customer({ name: 'Omar', email: 'omar@example.com', mobile: '01201234567' });
  const tag = (of: number, tags: string[]) => send('PUT', `/merchant/customers/${of}/tags`, { tags });
  expect((await tag(id, ['VIP', 'جملة'])).body.data.tags).toEqual(['VIP', 'جملة']);
  expect((await tag(other, ['vip', 'جمله', 'Vip'])).body.data.tags).toEqual(['VIP', 'جملة']);
  expect((await tag(id, ['a,b'])).status).toBe(422);
  const list = async (query: Query) =>
    (await get('/merchant/Customer/List', query)).body.data.map((row: { name: string }) => row.name);
  expect(await list({ tag: 'ViP', SortKey: 'name', SortType: 'asc' })).toEqual(['Omar', SARA.name]);
  expect(await list({ tag: 'nobody' })).toEqual([]);
  expect((await get('/merchant/Customer/exportCsv', { tag: 'vip' })).raw).toContain('"VIP, جملة"');
  await tag(id, []);
  expect((await get('/merchant/customers/tags')).body.data).toEqual(['VIP', 'جملة']);
  await tag(other, ['VIP']);
  expect((await get('/merchant/customers/tags')).body.data).toEqual(['VIP']);
  expect(await list({ tag: 'vip' })).toEqual(['Omar']);
});

test('an archived customer is neither listed nor offered, keeps everything, and can be taken back', async () => {
  const id = await customer();
  const names = async (query: Query = {}) =>
    (await get('/merchant/Customer/List', query)).body.data.map((row: { id: number }) => row.id);
  const offered = async (query: Query = {}) =>
    (await get('/merchant/Customer/AllCustomer', query)).body.data.map((row: { id: number }) => row.id);
  for (const _ of [1, 2]) expect((await send('PATCH', `/merchant/customers/archive/${id}`)).status).toBe(200);
  expect([await names(), await names({ archived: '1' })]).toEqual([[], [id]]);
  expect([await offered(), await offered({ keyword: 'sara' }), await offered({ ids: String(id) })]).toEqual([
    [],
    [],
    [id],
  ]);
  await pay(daftar, owner);
  expect(await summary(id)).toMatchObject({ payments: 1 });
  expect((await get('/merchant/Customer', { customerId: String(id) })).body.data.is_archived).toBe(true);
  expect((await send('PATCH', `/merchant/customers/unarchive/${id}`)).status).toBe(200);
  expect(await names()).toEqual([id]);
  const log = await daftar.database.sql`
    select action from audit_log where merchant_id = ${owner.merchantId} and action like 'customer.%archive' order by id`;
  expect(log.map(({ action }) => action)).toEqual(['customer.archive', 'customer.unarchive']);
});

test('the list and one customer’s data are files, with money for those who see payments', async () => {
  const id = await customer();
  const paid = await pay(daftar, owner, { pounds: 100 });
  await send('POST', `/merchant/customers/${id}/notes`, { text: '=HYPERLINK("x")' });
  const all = (await get('/merchant/Customer/exportCsv')).raw;
  expect(all).toContain('Paid (EGP)');
  expect(all).toContain('sara@example.com,01112345678');
  const lister = await daftar.colleague(owner, ['view-customers-list']);
  expect((await get('/merchant/Customer/exportCsv', {}, lister)).raw).not.toContain('Paid (EGP)');
  const one = (await get(`/merchant/customers/${id}/export`)).raw;
  expect(one).toContain(`Payment,2026-06-15 12:00,${paid.reference}`);
  expect(one).toContain('Name,,,,,,سارة أحمد');
  expect(one).toContain(`"'=HYPERLINK(""x"")"`);
  const workbook = await get(`/merchant/customers/${id}/export`, { format: 'xlsx' });
  expect(workbook.status).toBe(200);
});
