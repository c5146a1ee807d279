/**
 * Every list of the console that is saved as a file, from the table of endpoints. Files about one thing, as of a cut-off
 * report, are tested with it.
 */
import { readFileSync } from 'node:fs';
import type { Endpoint } from '@daftar/contract/endpoint';
import { OPS_TABS, type OpsTabList } from '@daftar/contract/ops-list-counts';
import { OPERATOR_ROLES, readsOf } from '@daftar/contract/ops-roles';
import { OPS_VIEW_LISTS } from '@daftar/contract/ops-saved-views';
import type { ListQuerySchema } from '@daftar/contract/paging';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deskOf } from '../../tests/kit/ops.ts';
import { type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { allEndpoints } from '../endpoints.ts';

const saved = Object.values(allEndpoints)
  .flatMap((noun) => Object.values(noun) as Endpoint[])
  .filter(
    ({ path, access }) =>
      path.startsWith('/ops/') && /^[^:]*\/export$/.test(path) && String(access).startsWith('ops:'),
  );

const namesOfLists = (language: 'en' | 'ar') =>
  JSON.parse(
    readFileSync(new URL(`../../../web/locales/${language}/audit.json`, import.meta.url), 'utf8'),
  ) as Record<string, string>;

let daftar: TestServer;
let admin: OperatorActor;
const { ask, lastAudit, tell } = deskOf(() => daftar);

beforeAll(async () => {
  daftar = await startTestServer();
  admin = await daftar.operator('admin');
});
afterAll(() => daftar.close());

test('there are such lists', () => expect(saved.length).toBeGreaterThan(15));

test('every list of the console is searched and sorted, and saved as a file', () => {
  const gets = Object.values(allEndpoints)
    .flatMap((noun) => Object.values(noun) as (Endpoint & { query?: ListQuerySchema })[])
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/ops/'));
  const lists = gets.filter(({ reply }) => reply.kind === 'list');
  const without = lists.filter(({ path, query }) => {
    // A report's file is its own: all that it lists.
    const file = gets.find(
      (each) => each.path === `${path.replace(/cut-offs\/:id\/lines$/, 'cut-offs/:id')}/export`,
    );
    const { filters, sorts } = query!.list;
    return file?.reply.kind !== 'file' || sorts.length === 0 || !filters.includes('q');
  });
  expect(lists.length).toBeGreaterThan(30);
  expect(without.map(({ path }) => path)).toEqual([]);
});

test.each(saved.map(({ path }) => path))(
  '%s is saved with headings, and the log names the list',
  async (path) => {
    const { raw, status } = await ask(admin, path.replace('/ops', ''), { q: 'TRX-7K3M9Q2D' });
    expect(status).toBe(200);
    const [headings] = String(raw).split('\n');
    expect(headings).toContain(',');
    expect(headings).not.toContain('file.');
    const { action, subject, actor } = await lastAudit();
    expect({ action, actor }).toEqual({ action: 'list.export', actor: admin.email });
    for (const language of ['en', 'ar'] as const)
      expect(namesOfLists(language)).toHaveProperty([`subject.${subject.replace(':', '.')}`]);
  },
);

test('merchants are found by their number in Arabic digits too, here and in lists of theirs', async () => {
  const { merchantId } = await daftar.merchant();
  const typed = String(merchantId).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!);
  const found = (await ask(admin, '/merchants', { q: typed })).body.data;
  expect(found.map(({ id }: { id: number }) => id)).toContain(merchantId);
  await daftar.database.sql`
    insert into document_expiries (merchant_id, kind, expires_on, set_at, set_by)
    values (${merchantId}, 'tax_card', '2027-01-01', now(), 'x')`;
  expect((await ask(admin, '/documents', { q: typed })).body.data).toHaveLength(1);
});

test.each(saved.map(({ path }) => path))('%s finds by any text without failing', async (path) => {
  const list = path.replace('/ops', '').replace(/\/export$/, '');
  for (const q of ['TRX-', '1,234.50', '01012345678', 'نور', "%_\\'", 'TKT-7K3M', '٧٧'])
    expect((await ask(admin, list, { q })).status, q).toBe(200);
});

test('whoever may read a list sees how many rows its tabs have, and nobody else', async () => {
  const { merchantId } = await daftar.merchant();
  for (const role of OPERATOR_ROLES) {
    const operator = await daftar.operator(role);
    for (const [list, { values }] of Object.entries(OPS_TABS)) {
      const { status, body } = await ask(operator, '/list-counts', { list });
      const mayRead = readsOf(role).includes(OPS_VIEW_LISTS[list as OpsTabList].access);
      expect(status, `${role} ${list}`).toBe(mayRead ? 200 : 403);
      if (mayRead)
        expect(body.data.map((count: { status: string }) => count.status)).toEqual(values.map(String));
    }
  }
  const [registered] = (await ask(admin, '/list-counts', { list: 'ops-merchants' })).body.data;
  expect(registered.total).toBe((await ask(admin, '/merchants', { status: '0' })).body.meta.total);
  // A filter that the list does not have is refused, not ignored.
  const refused = await ask(admin, '/list-counts', {
    list: 'ops-merchants',
    merchant_id: String(merchantId),
  });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toHaveProperty('merchant_id');
});

test('a view that is shared is for every operator who may see its list, and changed by who manages operators', async () => {
  const sharer = await daftar.operator('admin');
  const [finance, support] = [await daftar.operator('finance'), await daftar.operator('support')];
  const view = { list: 'ops-payouts', name: 'Urgent ones', query: {}, is_shared: true };
  expect((await tell(finance, '/saved-views', view)).status).toBe(403);
  const { id } = (await tell(sharer, '/saved-views', view)).body.data;
  expect(await lastAudit()).toMatchObject({ action: 'saved-view.share', subject: `saved-view:${id}` });
  const viewsOf = async (as: OperatorActor) =>
    (await ask(as, '/saved-views', { list: 'ops-payouts' })).body.data.filter(
      (each: { id: number }) => each.id === id,
    );
  const shown = { name: 'Urgent ones', is_shared: true, saved_by: sharer.email };
  expect(await viewsOf(finance)).toMatchObject([{ ...shown, is_mine: false }]);
  expect(await viewsOf(sharer)).toMatchObject([{ ...shown, is_mine: true }]);
  // One's own may have the same name.
  expect((await tell(finance, '/saved-views', { ...view, is_shared: false })).status).toBe(200);
  expect((await tell(admin, '/saved-views', view)).status).toBe(422);
  const rename = (as: OperatorActor) =>
    daftar.call({ method: 'PATCH', path: `/api/ops/saved-views/${id}`, as, body: { name: 'Today' } });
  const remove = (as: OperatorActor) => tell(as, `/saved-views/${id}`, undefined, 'DELETE');
  expect([(await rename(finance)).status, (await remove(finance)).status]).toEqual([403, 403]);
  // Operators who may not see the list get neither its views nor their names.
  expect(readsOf('support')).not.toContain(OPS_VIEW_LISTS['ops-payouts'].access);
  expect(await viewsOf(support)).toEqual([]);
  expect([(await rename(support)).status, (await remove(support)).status]).toEqual([404, 404]);
  expect((await rename(admin)).status).toBe(200);
  expect(await viewsOf(finance)).toMatchObject([{ name: 'Today' }]);
  expect((await remove(admin)).status).toBe(200);
  expect(await lastAudit()).toMatchObject({ action: 'saved-view.unshare', before: { name: 'Today' } });
  expect(await viewsOf(sharer)).toEqual([]);
});
