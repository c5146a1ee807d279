import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { projectRoot } from '../platform/paths.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set(new Date('2026-06-01T09:00:00Z'));
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const read = (path: string) => readFileSync(join(projectRoot, path));

function send(path: string, content: string | Buffer) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(Buffer.from(content))]), 'sheet.csv');
  return daftar.call({ method: 'POST', path: `/merchant/store${path}`, mode: 'live', as: owner, body });
}
const categories = (content: string | Buffer, preview = '') =>
  send(`/categories/import-category${preview}`, content);
const products = (content: string | Buffer, preview = '') =>
  send(`/products/import-product${preview}`, content);

describe.each(['en', 'ar'])('the example files in %s', (locale) => {
  test.each(['xlsx', 'csv'])('%s import unchanged', async (kind) => {
    const sheet = (noun: string) => read(`web/portal/store/examples/${locale}/${noun}.${kind}`);
    const made = await categories(sheet('categories'));
    expect(made.status, made.raw).toBe(200);
    expect(made.body.data).toEqual({ added: 2, skipped: 0 });
    const seen = await products(sheet('products'), '/preview');
    expect(seen.body.data).toMatchObject({ total: 3, valid: 3, duplicates: 0, invalid: 0 });
    const answer = await products(sheet('products'));
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.body.data).toEqual({ added: 3, skipped: 0 });
  });
});

test('the file of the list is one that can be imported: what was tried in test mode goes live', async () => {
  const sheet = (noun: string) => read(`web/portal/store/examples/ar/${noun}.csv`);
  await categories(sheet('categories'));
  await products(sheet('products'));
  const ask = (query: Record<string, string>) =>
    daftar.call({ path: '/merchant/store/products/exportCsv', mode: 'live', as: owner, query });
  const { raw } = await ask({ sort_key: 'product_code', sort_type: 'asc' });
  const [, first, second] = raw.split('\r\n');
  expect(first).toMatch(/,0,http/);
  expect((await products(raw, '/preview')).body.data).toMatchObject({ total: 3, duplicates: 3, invalid: 0 });
  const [code = ''] = second!.split(',');
  expect((await ask({ product_code: code })).raw.split('\r\n').slice(1)).toEqual([second, '']);
  await daftar.database.sql`delete from products where merchant_id = ${owner.merchantId}`;
  expect((await products(raw)).body.data).toEqual({ added: 3, skipped: 0 });
  expect((await ask({ sort_key: 'product_code', sort_type: 'asc' })).raw.replace(/\/\d+\r/g, '')).toBe(
    raw.replace(/\/\d+\r/g, ''),
  );
});

test('workbooks of other programs are read: shared strings, real dates, numbers, Arabic headings', async () => {
  const made = await categories(read('server/src/categories/fixtures/calc-categories.xlsx'));
  expect(made.body.data, made.raw).toEqual({ added: 2, skipped: 1 });
  const sheet = read('server/src/products/fixtures/calc-products.xlsx');
  expect((await products(sheet, '/preview')).body.data).toMatchObject({ total: 3, valid: 2, duplicates: 1 });
  const answer = await products(sheet);
  expect(answer.status, answer.raw).toBe(200);
  expect(answer.body.data).toEqual({ added: 2, skipped: 1 });
  expect(answer.body.message).toContain('1');
  const rows = await daftar.database.sql`
    select name, code, price_piastres, weight_grams, in_stock, created_at from products
    where merchant_id = ${owner.merchantId} order by id`;
  expect([...rows]).toMatchObject([
    {
      name: 'قميص قطن',
      code: 'ق-١',
      price_piastres: 45050,
      weight_grams: 300,
      in_stock: 20,
      created_at: new Date('2026-01-14T22:00:00Z'),
    },
    { name: 'وشاح', price_piastres: 27500, weight_grams: null, created_at: new Date('2026-01-19T22:00:00Z') },
  ]);
  expect((await products(sheet)).body.data).toEqual({ added: 0, skipped: 3 });
});

test('any invalid row refuses the file, and each is named by its row and column', async () => {
  await categories('category,sub_category\nClothes,"Shirts, Scarves"\n');
  const head = 'product_code,product_name,description,price,in_stock,category,sub_category,created_at';
  const sheet = [
    head,
    'A1,Shirt,White,10,1,Clothes,Shirts,2026-01-15',
    'A2,Shirt,White,ten,1,Clothes,Shirts,',
    'A3,Shirt,White,10,1,Toys,Shirts,',
    'A4,Shirt,White,10,1,Clothes,Hats,',
    'A5,Shirt,White,10,1,Clothes,Shirts,15/01/2026',
    'A6,Shirt,White,10,1,Clothes,Shirts,2027-01-01',
    ',Shirt,White,10,1,Clothes,Shirts,',
  ].join('\n');
  const answer = await products(sheet);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([
    'row 3 · price',
    'row 4 · category',
    'row 5 · sub_category',
    'row 6 · created_at',
    'row 7 · created_at',
    'row 8 · product_code',
  ]);
  const [count] = await daftar.database.sql`
    select count(*)::int as n from products where merchant_id = ${owner.merchantId}`;
  expect(count).toEqual({ n: 0 });
  const seen = await products(sheet, '/preview');
  expect(seen.body.data).toMatchObject({ total: 7, valid: 1, invalid: 6 });
});

test('a file without a required column is refused with the column’s name', async () => {
  const answer = await categories('category\nClothes\n');
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['row 1 · sub_category']);
});
