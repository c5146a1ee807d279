import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { productOf } from '../../tests/kit/samples-store.ts';
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

const send = (method: 'POST' | 'PUT', path: string, body: unknown) =>
  daftar.call({ method, path: `/merchant/store/categories/${path}`, mode: 'live', as: owner, body });
const create = (category: string, sub_category: string[]) =>
  send('POST', 'create-category', { category, sub_category });
const details = async (id: number) =>
  (
    await daftar.call({
      path: '/merchant/store/categories/details',
      query: { category_id: String(id) },
      mode: 'live',
      as: owner,
    })
  ).body.data;

test('a category keeps its sub-categories in order, each name once', async () => {
  const made = await create('ملابس', ['قمصان', 'Scarves', 'قمصان', ' scarves ']);
  const category = await details(made.body.data.id);
  expect(category.sub_category.map(({ name }: { name: string }) => name)).toEqual(['قمصان', 'Scarves']);
});

test('a category needs a unique name and at least one sub-category', async () => {
  expect((await create('Home', ['Kitchen'])).status).toBe(200);
  expect((await create(' home ', ['Kitchen'])).body.errors).toHaveProperty('category');
  expect((await create('Toys', [])).body.errors).toHaveProperty('sub_category');
  expect((await create('', ['x'])).body.errors).toHaveProperty('category');
});

test('a category keeps its products when edited, and the sub-categories that products are in', async () => {
  const { id } = (await create('Home', ['Kitchen', 'Textiles'])).body.data;
  const [kitchen] = (await details(id)).sub_category;
  await productOf({ daftar, actor: owner, mode: 'live' }, { category_id: id, sub_category_id: kitchen.id });
  const edit = (sub_category: string[]) =>
    send('PUT', 'update-category', { category_id: id, category: 'House', sub_category });
  const refused = await edit(['Textiles']);
  expect(refused.status).toBe(400);
  expect(refused.body.message).toContain('Kitchen');
  expect((await edit(['Garden', 'KITCHEN'])).status).toBe(200);
  const after = await details(id);
  expect(after).toMatchObject({ category: 'House', products_count: 1 });
  expect(after.sub_category[1]).toEqual({ id: kitchen.id, name: 'KITCHEN' });
});

test('a product can be put into any category, however many there are', async () => {
  await daftar.database.sql`
    insert into categories (merchant_id, mode, name, created_by, created_at, updated_at)
    select ${owner.merchantId}, 'live', 'Shelf ' || n, ${owner.userId}, now(), now() from generate_series(1, 1100) n`;
  const { body } = await daftar.call({ path: '/merchant/store/lookup/categories', mode: 'live', as: owner });
  expect(body.data).toHaveLength(1100);
});

test('a category is found by its own name and by its sub-categories', async () => {
  await create('Home', ['Kitchen']);
  await create('ملابس', ['أوشحة']);
  const find = async (keyword: string) =>
    (
      await daftar.call({
        path: '/merchant/store/categories',
        query: { keyword },
        mode: 'live',
        as: owner,
      })
    ).body.data.map(({ category }: { category: string }) => category);
  expect(await find('kitch')).toEqual(['Home']);
  expect(await find('اوشحه')).toEqual(['ملابس']);
});

test('categories are saved as a file, all that match or chosen ones, which can be imported again', async () => {
  await create('Home', ['Kitchen', 'Textiles, fine']);
  const { id } = (await create('=Toys', ['Wood'])).body.data;
  const file = async (query: Record<string, string>, as = owner) => {
    const path = '/merchant/store/categories/exportCsv';
    const headers = { 'accept-language': 'en' };
    const answer = await daftar.call({ path, mode: 'live', as, query, headers });
    expect(answer.status, answer.raw).toBe(200);
    return answer.raw.trim().split('\r\n');
  };
  const [head, ...lines] = await file({ sort_key: 'category', sort_type: 'desc' });
  expect(head).toContain('Category,Sub-categories,Products,Added on');
  expect(lines.map((line) => line.replace(/\d{4}-\d\d-\d\d$/, ''))).toEqual([
    'Home,"Kitchen, ""Textiles, fine""",0,',
    "'=Toys,Wood,0,",
  ]);
  expect(await file({ keyword: 'wood' })).toEqual([head, lines[1]]);
  expect(await file({ keyword: 'kitchen', ids: String(id) })).toEqual([head, lines[1]]);
  expect(await file({}, await daftar.merchant())).toEqual([head]);
});

test.each(['csv', 'xlsx'])(
  'a file of categories in %s is imported by another business as it was, whatever their names contain',
  async (format) => {
    const names = [
      'a,b',
      'a;b',
      'a،b',
      'a؛b',
      'a\nb',
      '"a"',
      '"a',
      'a"b',
      '15" and 17"',
      '"a", b',
      '=1+1',
      "'=q",
      "'5",
      '-5',
    ];
    for (const name of names) {
      const made = await create(name, [name, `x ${name}`, 'two']);
      expect(made.status, made.raw).toBe(200);
    }
    const read = (path: string, as: Actor, query: Record<string, string>) =>
      daftar.server.inject({
        method: 'GET',
        url: `/api/merchant/store/categories${path}`,
        query,
        headers: as.headers,
      });
    const file = (await read('/exportCsv', owner, { format })).rawPayload;
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(file)]), `categories.${format}`);
    const other = await daftar.merchant();
    const path = '/merchant/store/categories/import-category';
    const imported = await daftar.call({ method: 'POST', path, mode: 'live', as: other, body: form });
    expect(imported.body.data, imported.raw).toEqual({ added: names.length, skipped: 0 });
    const listed = async (as: Actor) =>
      (await read('', as, { page_size: '50', sort_key: 'category' }))
        .json()
        .data.map((each: { category: string; sub_category: { name: string }[] }) => [
          each.category,
          each.sub_category.map(({ name }) => name),
        ]);
    expect(await listed(other)).toEqual(await listed(owner));
  },
);
