/** Merging two customers preserves their sums, whatever happens at the same time. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takenBack } from '../../tests/kit/changes.ts';
import { callerOf, PAYER_MOBILE, pay, refund } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { linkCustomers } from './link.ts';
import { lookUp } from './service.ts';

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

const get = (path: string, query: Record<string, string> = {}) =>
  daftar.call({ path, mode: 'live', as: owner, query });
const send = (method: 'POST' | 'PATCH' | 'PUT', path: string, body: Record<string, unknown>) =>
  daftar.call({ method, path, mode: 'live', as: owner, body });

let serial = 0;
async function customer(fields: Record<string, unknown> = {}): Promise<number> {
  serial += 1;
  const digits = String(serial).padStart(8, '0');
  const body = { name: `C${serial}`, email: `c${serial}@example.com`, mobile: `010${digits}`, ...fields };
  const answer = await send('POST', '/merchant/Customer/Create', body);
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.id;
}

const KEEP = { name: 'this', email: 'this', mobile: 'this', nationalId: 'this', description: 'this' };
const merge = (id: number, other: number, keep: object = {}, headers: Record<string, string> = {}) =>
  daftar.call({
    method: 'POST',
    path: `/merchant/customers/${id}/merge`,
    mode: 'live',
    as: owner,
    headers,
    body: { other, keep: { ...KEEP, ...keep }, confirmed: true },
  });
const details = async (id: number) => (await get('/merchant/Customer', { customerId: String(id) })).body.data;
const summary = async (id: number) => (await get(`/merchant/customers/${id}/summary`)).body.data;
const kinds = async (id: number) =>
  (await get(`/merchant/customers/${id}/timeline`)).body.data.rows.map((row: { kind: string }) => row.kind);
const invoice = (customers: number[]) =>
  send('POST', '/merchant/invoices/create', {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: 100,
    due_date: '2026-07-01T10:00:00Z',
    language: 1,
    customers,
  });
const payer = { name: 'Sara', email: 'sara@example.com', mobile: PAYER_MOBILE };

describe('after a merge', () => {
  test('the survivor has the chosen values, everything that both did, and the number of the other leads there', async () => {
    const id = await customer({ description: 'Wholesale' });
    const other = await customer({ ...payer, nationalId: '29001010112345' });
    const paid = await pay(daftar, owner, { pounds: 80 });
    await refund(daftar, owner, paid.id, { amount: 30 });
    await send('POST', `/merchant/customers/${other}/notes`, { text: 'Of the other' });
    await send('PUT', `/merchant/customers/${id}/tags`, { tags: ['Shop'] });
    await send('PUT', `/merchant/customers/${other}/tags`, { tags: ['VIP'] });
    const both = (await invoice([id, other])).body.data.id;
    await invoice([other]);
    const answer = await merge(id, other, { name: 'other', mobile: 'other', description: 'other' });
    expect(answer.status, answer.raw).toBe(200);
    const survivor = await details(id);
    expect(survivor).toMatchObject({
      name: 'Sara',
      mobile: PAYER_MOBILE,
      // Values of only one of the two are kept.
      nationalId: '29001010112345',
      description: 'Wholesale',
      tags: ['Shop', 'VIP'],
    });
    expect(survivor.email).not.toBe(payer.email);
    expect(await details(other)).toEqual(survivor);
    expect(await summary(other)).toMatchObject({ lifetime_value: 50, payments: 1, owed: 300, merged: 1 });
    const found = (await kinds(id)).filter((kind: string) => kind !== 'message');
    expect(found.sort()).toEqual(['invoice', 'invoice', 'invoice', 'note', 'payment', 'refund']);
    const statistics = await get(`/merchant/customers/${other}/statistics`);
    expect(statistics.body.data).toMatchObject({ total_invoices: 3, unpaid_invoices: 3 });
    const invoices = await get('/merchant/customers/invoices', { customer_id: String(id) });
    expect(invoices.body.data).toHaveLength(2);
    // Each address that was sent stays payable, and an edit keeps both shares.
    const shares = (await get(`/merchant/invoices/${both}/customers`)).body.data;
    expect(shares.map((share: { id: number }) => share.id).sort()).toEqual([id, other].sort());
    const chosen = await lookUp(daftar.app, callerOf(owner), { ids: [other] });
    expect(chosen).toEqual([{ id: other, name: 'Sara', email: survivor.email, mobile: PAYER_MOBILE }]);
  });

  test('only the survivor is listed, offered, found and counted as having its e-mail and mobile', async () => {
    const id = await customer();
    const other = await customer(payer);
    await merge(id, other);
    const list = (await get('/merchant/Customer/List')).body.data;
    expect(list.map((row: { id: number }) => row.id)).toEqual([id]);
    expect((await get('/merchant/Customer/List', { archived: '1' })).body.data).toEqual([]);
    expect((await get('/merchant/Customer/AllCustomer')).body.data).toHaveLength(1);
    expect((await get('/merchant/search', { q: 'sara@example.com' })).raw).not.toContain(`"id":${other}`);
    // A contact that was given up is free again, and while no other customer has it, its payments belong to the
    // survivor.
    await pay(daftar, owner, { pounds: 10 });
    expect(await summary(id)).toMatchObject({ payments: 1 });
    const third = await customer(payer);
    await pay(daftar, owner, { pounds: 10 });
    expect([(await summary(id)).payments, (await summary(third)).payments]).toEqual([1, 1]);
  });

  test.each(['this', 'other'])(
    'what either did before it was added is found, also when that had not been looked for yet: contacts of %s',
    async (side) => {
      await pay(daftar, owner, { pounds: 10 });
      const id = await customer();
      const other = await customer(payer);
      const [survivor, gone] = side === 'this' ? [id, other] : [other, id];
      await merge(survivor, gone, { email: 'this', mobile: 'this' });
      const last = await customer();
      await merge(last, survivor);
      await linkCustomers(daftar.app);
      expect(await summary(last)).toMatchObject({ payments: 1, merged: 2, is_linking: false });
    },
  );

  test('what was given up and is somebody else’s now is looked for as theirs alone', async () => {
    await pay(daftar, owner, { pounds: 10 });
    const id = await customer();
    await merge(id, await customer(payer));
    const third = await customer(payer);
    await linkCustomers(daftar.app);
    expect([(await summary(id)).payments, (await summary(third)).payments]).toEqual([0, 1]);
  });

  test('the merged customer cannot be changed any more, and the audit log names both', async () => {
    const id = await customer();
    const other = await customer(payer);
    await merge(id, other);
    const update = { customerId: other, name: 'X', email: 'x@example.com', mobile: '01555555555' };
    expect((await send('POST', '/merchant/Customer/Update', update)).status).toBe(409);
    expect((await send('PUT', `/merchant/customers/${other}/tags`, { tags: [] })).status).toBe(409);
    expect((await send('PATCH', `/merchant/customers/archive/${other}`, {})).status).toBe(409);
    const [entry] = await daftar.database.sql`
      select subject, before from audit_log where merchant_id = ${owner.merchantId} and action = 'customer.merge'`;
    expect(entry).toMatchObject({ subject: `customer:${id}`, before: { merged: { id: other, ...payer } } });
  });
});

describe('a merge is refused', () => {
  test('without a confirmation, with itself, and of a customer of another merchant', async () => {
    const id = await customer();
    const unconfirmed = { other: await customer(), keep: KEEP };
    expect((await send('POST', `/merchant/customers/${id}/merge`, unconfirmed)).status).toBe(422);
    expect((await merge(id, id)).status).toBe(422);
    const mine = owner;
    owner = await daftar.merchant();
    const foreign = await customer();
    owner = mine;
    expect((await merge(id, foreign)).status).toBe(404);
    expect((await merge(foreign, id)).status).toBe(404);
  });

  test('with more tags than a customer can have, until some are removed', async () => {
    const [a, b] = [await customer(), await customer()];
    const tags = (id: number, names: string[]) =>
      send('PUT', `/merchant/customers/${id}/tags`, { tags: names });
    const names = (letter: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${letter}${index}`);
    await tags(a, names('a', 15));
    await tags(b, names('b', 6));
    const refused = await merge(a, b);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['other']]);
    await tags(b, names('b', 5));
    expect((await merge(a, b)).status).toBe(200);
    expect((await details(a)).tags).toHaveLength(20);
  });

  test('once one of the two is another customer; the same merge again changes nothing', async () => {
    const [a, b, c] = [await customer(), await customer(), await customer()];
    expect((await merge(a, b)).status).toBe(200);
    expect((await merge(a, b)).body.data).toEqual({ id: a });
    expect((await merge(c, b)).status).toBe(409);
    expect((await merge(b, c)).status).toBe(409);
    expect((await merge(c, a)).status).toBe(200);
    // Customers merged earlier follow.
    expect([(await details(a)).id, (await details(b)).id]).toEqual([c, c]);
  });
});

test('of merges at once each customer becomes one other at most, and nobody is lost', async () => {
  const [a, b, c] = [await customer(), await customer(payer), await customer()];
  await pay(daftar, owner, { pounds: 20 });
  const answers = await Promise.all([merge(a, b), merge(b, a), merge(c, b), merge(b, c), merge(a, c)]);
  for (const { status } of answers) expect([200, 409]).toContain(status);
  const survivors = new Set(await Promise.all([a, b, c].map(async (id) => (await details(id)).id)));
  const active = (await get('/merchant/Customer/List')).body.data.map((row: { id: number }) => row.id);
  expect([...survivors].sort()).toEqual(active.sort());
  const values = await Promise.all([...survivors].map(async (id) => (await summary(id)).lifetime_value));
  expect(values.reduce((sum, value) => sum + value, 0)).toBe(20);
});

test('payments and invoices during a merge are the survivor’s', async () => {
  const id = await customer();
  const other = await customer(payer);
  const [merged, , , made] = await Promise.all([
    merge(id, other),
    pay(daftar, owner, { pounds: 10 }),
    pay(daftar, owner, { pounds: 5 }),
    invoice([other]),
  ]);
  expect([merged.status, made.status]).toEqual([200, 200]);
  expect(await summary(id)).toMatchObject({ lifetime_value: 15, payments: 2, open_invoices: 1 });
  expect((await summary(other)).lifetime_value).toBe(15);
});

test('whatever is paid, refunded and merged in whatever order, each payment is counted once', async () => {
  const ids = [await customer(), await customer(), await customer(), await customer()];
  const { sql } = daftar.database;
  const paid = await Promise.all(ids.map(() => pay(daftar, owner)));
  const step = fc.oneof(
    fc.record({ what: fc.constant('take' as const), of: fc.nat(3), payment: fc.nat(3) }),
    fc.record({ what: fc.constant('refund' as const), of: fc.nat(3), payment: fc.nat(3) }),
    fc.record({ what: fc.constant('merge' as const), of: fc.nat(3), payment: fc.nat(3) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await takenBack(sql, async (tx) => {
        const { merchantId } = owner;
        for (const { what, of, payment } of steps) {
          const transaction = paid[payment]!.id;
          if (what === 'take') {
            await tx`select customer_take_payment(${merchantId}, ${ids[of]!}, ${transaction})`;
          } else if (what === 'refund') {
            await tx`
              update transactions set refunded_piastres = refunded_piastres + 100, updated_at = updated_at
               where merchant_id = ${merchantId} and id = ${transaction}`;
          } else if (of !== payment) {
            await tx`
              with target as (
                select coalesce((select into_id from customer_merges m where m.merchant_id = ${merchantId}
                                  and m.customer_id = ${ids[of]!}), ${ids[of]!}) as id
              )
              insert into customer_merges (merchant_id, mode, customer_id, into_id, former_email, former_mobile, merged_by, merged_at)
              select ${merchantId}, 'live', ${ids[payment]!}, id, '', '', ${owner.userId}, now() from target
               where id <> ${ids[payment]!} and not exists (
                 select from customer_merges m where m.merchant_id = ${merchantId} and m.into_id = ${ids[payment]!})
              on conflict do nothing`;
          }
        }
        const [sums] = await tx<{ kept: number; real: number }[]>`
          select (select coalesce(sum(paid_piastres - refunded_piastres), 0) from customer_figures
                   where merchant_id = ${merchantId})::bigint as kept,
                 (select coalesce(sum(t.value_piastres - t.refunded_piastres), 0) from customer_events e
                    join transactions t on t.merchant_id = e.merchant_id and t.id = e.row_id
                   where e.merchant_id = ${merchantId} and e.kind = 'payment')::bigint as real`;
        expect(sums!.kept).toBe(sums!.real);
      });
    }),
    { numRuns: 20 },
  );
});
