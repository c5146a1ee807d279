import type { Endpoint, Endpoints } from '@daftar/contract/endpoint';
import { file } from '@daftar/contract/envelope';
import { OPS_VIEW_LISTS, OPS_VIEWS_MAXIMUM } from '@daftar/contract/ops-saved-views';
import { VIEW_LISTS, VIEWS_MAXIMUM } from '@daftar/contract/saved-views';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { allEndpoints } from '../endpoints.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const LATE = { list: 'transactions', name: 'Failed cards', query: { status: '2', payment_method_id: '1' } };
const save = (as: Actor, form: object = LATE) =>
  daftar.call({ method: 'POST', path: '/api/merchant/saved-views/create', as, body: form });
const views = async (as: Actor, list = 'transactions') =>
  (await daftar.call({ path: '/api/merchant/saved-views', as, query: { list } })).body.data;
const names = async (as: Actor, list?: string) =>
  (await views(as, list)).map(({ name }: { name: string }) => name);
const remove = (as: Actor, id: number) =>
  daftar.call({ method: 'DELETE', path: `/api/merchant/saved-views/${id}`, as });
const change = (as: Actor, id: number, body: object) =>
  daftar.call({ method: 'PATCH', path: `/api/merchant/saved-views/${id}`, as, body });
const colleague = (permissions: string[]) =>
  daftar.colleague(owner, ['view-transactions-list', ...permissions] as never);

describe('a saved view', () => {
  test('is its keeper’s alone, of one list, in both modes, until it is removed', async () => {
    const other = await colleague([]);
    const period = 'last7';
    const made = await save(owner, {
      ...LATE,
      query: { ...LATE.query, sort_by: 'id', sort_type: 'desc' },
      period,
    });
    expect(made.status, made.raw).toBe(200);
    expect(await views(owner)).toEqual([
      {
        id: made.body.data.id,
        name: LATE.name,
        query: { ...LATE.query, sort_by: 'id', sort_type: 'desc' },
        period,
        is_shared: false,
        is_mine: true,
        saved_by: expect.stringMatching(/\S/),
      },
    ]);
    expect(await names(owner, 'invoices')).toEqual([]);
    expect(await names(other)).toEqual([]);
    expect((await remove(other, made.body.data.id)).status).toBe(404);
    expect((await remove(await daftar.merchant(), made.body.data.id)).status).toBe(404);
    expect((await remove(owner, made.body.data.id)).status).toBe(200);
    expect(await names(owner)).toEqual([]);
  });

  test('has a name that its keeper has not given before, in any spelling, and that the business shares once', async () => {
    await save(owner);
    const again = await save(owner, { ...LATE, name: ' FAILED cards ' });
    expect(again.status).toBe(422);
    expect(again.body.errors).toHaveProperty('name');
    expect((await save(owner, { ...LATE, list: 'invoices', query: { status: '1' } })).status).toBe(200);
    expect((await save(owner, { ...LATE, is_shared: true })).status).toBe(200);
    expect((await save(owner, { ...LATE, is_shared: true })).status).toBe(422);
  });

  test('gets another name, or other filters with their period, of which the other stays', async () => {
    const { id } = (await save(owner, { ...LATE, period: 'last7' })).body.data;
    await save(owner, { ...LATE, name: 'Taken' });
    expect((await change(owner, id, { name: 'Late' })).status).toBe(200);
    const named = (await views(owner)).find((view: { id: number }) => view.id === id);
    expect(named).toMatchObject({ name: 'Late', query: LATE.query, period: 'last7' });
    const query = { status: '1', sort_by: 'id', sort_type: 'asc' };
    expect((await change(owner, id, { query })).status).toBe(200);
    const other = (await views(owner)).find((view: { id: number }) => view.id === id);
    expect(other).toMatchObject({ name: 'Late', query, period: null });
    expect((await change(owner, id, { name: ' TAKEN ' })).body.errors).toHaveProperty('name');
    expect((await change(owner, id, { name: 'LATE' })).status).toBe(200);
    expect((await change(owner, id, { query: { color: 'red' } })).body.errors).toHaveProperty('query');
    expect((await change(owner, id, { period: 'last7' })).body.errors).toHaveProperty('name');
    expect((await change(await colleague(['users-manage']), id, { name: 'Mine' })).status).toBe(404);
    expect((await change(await daftar.merchant(), id, { name: 'Mine' })).status).toBe(404);
  });

  test.each([
    { color: 'red' },
    { status: '99' },
    { date_from: '2026-02-30' },
    { sort_by: 'secret' },
    { sort_type: 'asc' },
    { page: '3' },
    { reference: 'x'.repeat(65) },
  ])('is refused when its list cannot be asked for %j', async (query) => {
    const refused = await save(owner, { ...LATE, query });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('query');
    expect(await names(owner)).toEqual([]);
  });

  test('is one of at most so many, also of those that are saved at the same moment', async () => {
    const many = Array.from({ length: VIEWS_MAXIMUM + 3 }, (_, n) =>
      save(owner, { ...LATE, name: `View ${n}` }),
    );
    const statuses = (await Promise.all(many)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(VIEWS_MAXIMUM);
    expect(statuses.filter((status) => status === 400)).toHaveLength(3);
    expect((await save(owner, { ...LATE, is_shared: true })).status).toBe(200);
  });
});

describe('the lists that have views', () => {
  /** Lists without views, and why. */
  const WITHOUT: Readonly<Record<string, string>> = {
    'reserve.items': 'has neither filters nor a choice of orders',
    'team.users': 'has one search field on the page of the team, and no filters',
    'payment-links.transactions': 'is a table on the page of one link',
    'invoices.customers': 'is a choice in the form of an invoice',
    'invoices.messages': 'is a table on the page of one invoice',
    'customer-invoices.list': 'is a table on the page of one customer',
    'refunds.list': 'is for keys: the portal shows refunds with their payments',
  };

  test('are all that a merchant reads by filters, but for those that are named', () => {
    const kept = new Set<Endpoint>(Object.values(VIEW_LISTS));
    const all = Object.entries<Endpoints>(allEndpoints).flatMap(([noun, endpoints]) =>
      Object.entries(endpoints).map(([name, endpoint]) => ({ name: `${noun}.${name}`, endpoint })),
    );
    const without = all.flatMap(({ name, endpoint }) => {
      const { query, path, reply } = endpoint;
      const isList = query && 'list' in query && reply !== file && path.startsWith('/merchant/');
      return isList && !kept.has(endpoint) ? [name] : [];
    });
    expect(without.toSorted()).toEqual(Object.keys(WITHOUT).toSorted());
  });

  test.each(Object.keys(VIEW_LISTS) as (keyof typeof VIEW_LISTS)[])(
    '%s can be asked for its filters and orders, by whoever may see it',
    async (list) => {
      const { query, access } = VIEW_LISTS[list];
      const { sorts, filters } = query.list;
      const order = sorts.length > 0 ? { sort_by: sorts[0]!, sort_type: 'desc' } : {};
      const day = filters.find((name) => /_from$|^creation$/.test(name) && !name.startsWith('price'));
      const asked = { ...order, ...(day ? { [day]: '2026-11-01' } : {}) };
      const made = await save(owner, { list, name: 'All', query: asked, is_shared: true });
      expect(made.status, made.raw).toBe(200);
      expect(await views(owner, list)).toMatchObject([{ name: 'All', query: asked }]);
      const without = await colleague([]);
      const seen = await daftar.call({ path: '/api/merchant/saved-views', as: without, query: { list } });
      const isFor = [access].flat() as readonly string[];
      expect(seen.status).toBe(isFor.includes('signed-in') || list === 'transactions' ? 200 : 404);
    },
  );

  test('of movements are for those who may see balances, and of approvals for whoever may decide on some', async () => {
    const settles = await colleague(['view-settlements']);
    const both = await colleague(['view-settlements', 'view-balances', 'payout-request-transactions']);
    const status = async (as: Actor, list: string) =>
      (await daftar.call({ path: '/api/merchant/saved-views', as, query: { list } })).status;
    expect([await status(settles, 'balance'), await status(both, 'balance')]).toEqual([404, 200]);
    expect([await status(settles, 'approvals'), await status(both, 'approvals')]).toEqual([404, 200]);
  });
});

describe('a shared view', () => {
  test('stays when the person who shared it has left, with their name', async () => {
    const manager = await colleague(['users-manage']);
    const left = await colleague(['users-manage']);
    const made = await save(left, { ...LATE, is_shared: true });
    const removed = await daftar.call({
      method: 'DELETE',
      path: `/api/merchant/business-account/merchants/${left.userId}`,
      as: owner,
    });
    expect(removed.status, removed.raw).toBe(200);
    const shared = [{ id: made.body.data.id, is_mine: false, saved_by: expect.stringMatching(/\S/) }];
    expect(await views(manager)).toMatchObject(shared);
    expect((await remove(await daftar.merchant(), made.body.data.id)).status).toBe(404);
    expect((await remove(manager, made.body.data.id)).status).toBe(200);
  });

  test('is for everybody who may see its list, shared and taken away by those who manage the team', async () => {
    const cashier = await colleague([]);
    const manager = await colleague(['users-manage']);
    expect((await save(cashier, { ...LATE, is_shared: true })).status).toBe(403);
    const made = await save(owner, { ...LATE, is_shared: true });
    expect(await views(cashier)).toMatchObject([{ name: LATE.name, is_mine: false, is_shared: true }]);
    expect((await remove(cashier, made.body.data.id)).status).toBe(403);
    expect((await change(cashier, made.body.data.id, { name: 'Mine' })).status).toBe(403);
    expect((await change(manager, made.body.data.id, { name: 'Ours' })).status).toBe(200);
    expect(await names(owner)).toEqual(['Ours']);
    expect((await remove(manager, made.body.data.id)).status).toBe(200);
    expect(await names(owner)).toEqual([]);
    const log = await daftar.database.sql<{ action: string }[]>`
      select action from audit_log where merchant_id = ${owner.merchantId} and subject = ${`saved-view:${made.body.data.id}`}
      order by id`;
    expect(log.map(({ action }) => action)).toEqual([
      'saved-view.share',
      'saved-view.update',
      'saved-view.unshare',
    ]);
  });

  test('is not for those who may not see its list', async () => {
    const form = { list: 'invoices', name: 'Unpaid', query: { status: '1' }, is_shared: true };
    const made = await save(owner, form);
    const cashier = await colleague(['users-manage']);
    const seen = await daftar.call({
      path: '/api/merchant/saved-views',
      as: cashier,
      query: { list: 'invoices' },
    });
    expect(seen.status).toBe(404);
    expect((await save(cashier, { list: 'invoices', name: 'Mine', query: {} })).status).toBe(404);
    expect((await remove(cashier, made.body.data.id)).status).toBe(404);
    expect(await names(owner, 'invoices')).toEqual(['Unpaid']);
  });
});

describe('an operator’s view', () => {
  const path = '/api/ops/saved-views';
  const NILE = {
    list: 'ops-merchants',
    name: 'Nile',
    query: { q: 'nile', sort_by: 'created_at', sort_type: 'desc' },
  };
  const keep = (as: OperatorActor, form: object = NILE) =>
    daftar.call({ method: 'POST', path, as, body: form });
  const kept = async (as: OperatorActor, list = 'ops-merchants') =>
    (await daftar.call({ path, as, query: { list } })).body.data;
  const rename = (as: OperatorActor, id: number, name: string) =>
    daftar.call({ method: 'PATCH', path: `${path}/${id}`, as, body: { name } });
  const drop = (as: OperatorActor, id: number) =>
    daftar.call({ method: 'DELETE', path: `${path}/${id}`, as });

  test('is their own alone, of one list, with its columns, until they remove it', async () => {
    const [mine, other] = [await daftar.operator('viewer'), await daftar.operator('admin')];
    const made = await keep(mine, { ...NILE, period: 'last7', columns: 'name -id' });
    expect(made.status, made.raw).toBe(200);
    const { id } = made.body.data;
    const view = { id, name: 'Nile', query: NILE.query, period: 'last7', columns: 'name -id' };
    expect(await kept(mine)).toEqual([{ ...view, is_shared: false, is_mine: true, saved_by: mine.email }]);
    expect(await kept(mine, 'ops-tickets')).toEqual([]);
    expect(await kept(other)).toEqual([]);
    expect((await rename(other, id, 'Taken')).status).toBe(404);
    expect((await drop(other, id)).status).toBe(404);
    expect((await drop(mine, id)).status).toBe(200);
    expect((await drop(mine, id)).status).toBe(404);
    expect(await kept(mine)).toEqual([]);
  });

  test('has a name that they have given no other view of the list, in any spelling, also after renaming', async () => {
    const mine = await daftar.operator('support');
    const { id } = (await keep(mine)).body.data;
    expect((await keep(mine, { ...NILE, name: ' NILE ' })).body.errors).toHaveProperty('name');
    expect((await keep(mine, { list: 'ops-tickets', name: 'Nile', query: {} })).status).toBe(200);
    expect((await keep(mine, { ...NILE, name: 'Delta' })).status).toBe(200);
    expect((await rename(mine, id, 'delta')).body.errors).toHaveProperty('name');
    expect((await rename(mine, id, 'NILE')).status).toBe(200);
    expect((await kept(mine)).map(({ name }: { name: string }) => name)).toEqual(['Delta', 'NILE']);
  });

  test('is refused when its list cannot be asked for it', async () => {
    const mine = await daftar.operator('finance');
    for (const query of [{ color: 'red' }, { sort_by: 'secret' }, { sort_type: 'asc' }, { page: '3' }]) {
      const refused = await keep(mine, { ...NILE, query });
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toHaveProperty('query');
    }
    expect((await keep(mine, { ...NILE, list: 'transactions' })).body.errors).toHaveProperty('list');
    for (const list of Object.keys(OPS_VIEW_LISTS))
      expect((await keep(mine, { list, name: 'All', query: {} })).status, list).toBe(200);
  });

  test('is one of at most so many, also of those that are saved at the same moment', async () => {
    const mine = await daftar.operator('reviewer');
    const [row] = await daftar.database.sql<
      { id: number }[]
    >`select id from operators where email = ${mine.email}`;
    await daftar.database.sql`
      insert into operator_views (operator_id, list, name, query, created_at)
      select ${row!.id}, 'ops-tickets', 'View ' || n, '{}', now() from generate_series(3, ${OPS_VIEWS_MAXIMUM}) n`;
    const many = await Promise.all([1, 2, 3, 4].map((n) => keep(mine, { ...NILE, name: `Nile ${n}` })));
    expect(many.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
  });
});
