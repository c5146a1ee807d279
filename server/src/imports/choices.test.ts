import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { by, keysOf } from '../../tests/kit/api-keys.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
const keys = keysOf(() => daftar);
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

type Columns = Record<string, string | null> | string;

function send(
  path: string,
  content: string,
  { columns, as = owner }: { columns?: Columns; as?: Actor } = {},
) {
  const body = new FormData();
  if (columns !== undefined) {
    body.append('columns', typeof columns === 'string' ? columns : JSON.stringify(columns));
  }
  body.append('file', new Blob([content]), 'sheet.csv');
  return daftar.call({ method: 'POST', path, mode: 'live', as, body });
}
const CUSTOMERS = '/merchant/Customer/Import';
const preview = (content: string, options?: Parameters<typeof send>[2]) =>
  send(`${CUSTOMERS}/Preview`, content, options);
const upload = (content: string, options?: Parameters<typeof send>[2]) => send(CUSTOMERS, content, options);

const fieldsOf = (answer: Awaited<ReturnType<typeof send>>) =>
  Object.fromEntries(
    answer.body.data.columns.map(({ key, field }: { key: string; field: string | null }) => [key, field]),
  );
const stored = () => daftar.database.sql`
  select name, email, mobile, description from customers where merchant_id = ${owner.merchantId} order by id`;

const UNKNOWN = [
  'Buyer,E-mail,Reach at,Balance',
  'Mona Adel,m@example.com,01001234567,12',
  'Omar Said,o@example.com,01112345678,',
].join('\n');

test('a preview says how each column is read, and names required fields without one', async () => {
  const answer = await preview(UNKNOWN, { columns: {} });
  expect(answer.status, answer.raw).toBe(200);
  expect(answer.body.data).toMatchObject({
    total: 0,
    rows: [],
    missing: ['name', 'mobile'],
    columns: [
      { key: 'buyer', heading: 'Buyer', field: null, samples: ['Mona Adel', 'Omar Said'] },
      { key: 'email', heading: 'E-mail', field: 'email', samples: ['m@example.com', 'o@example.com'] },
      { key: 'reachat', heading: 'Reach at', field: null, samples: ['01001234567', '01112345678'] },
      { key: 'balance', heading: 'Balance', field: null, samples: ['12'] },
    ],
  });
  const without = await preview(UNKNOWN);
  expect(without.status).toBe(422);
  expect(Object.keys(without.body.errors)).toEqual(['row 1 · name', 'row 1 · mobile']);
});

test('columns assigned by hand are imported, and the next file with these headings is read alike', async () => {
  const columns = { Buyer: 'name', reachat: 'mobile' };
  const seen = await preview(UNKNOWN, { columns });
  expect(seen.body.data).toMatchObject({ total: 2, valid: 2, missing: [] });
  // A preview remembers nothing.
  expect((await preview(UNKNOWN, { columns: {} })).body.data.missing).toEqual(['name', 'mobile']);
  const answer = await upload(UNKNOWN, { columns });
  expect(answer.status, answer.raw).toBe(200);
  expect(await stored()).toMatchObject([
    { name: 'Mona Adel', email: 'm@example.com', mobile: '01001234567' },
    { name: 'Omar Said', email: 'o@example.com', mobile: '01112345678' },
  ]);

  const next = 'Balance,REACH-AT,E-mail,buyer\n1,01223456789,n@example.com,Nour\n';
  expect(fieldsOf(await preview(next, { columns: {} }))).toEqual({
    balance: null,
    reachat: 'mobile',
    email: 'email',
    buyer: 'name',
  });
  const again = await upload(next);
  expect(again.status, again.raw).toBe(200);
  expect(await stored()).toHaveLength(3);

  const other = await daftar.merchant();
  const theirs = await preview(next, { columns: {}, as: other });
  expect(theirs.body.data.missing).toEqual(['name', 'mobile']);
});

test('a remembered heading helps in other files, and a later choice replaces it', async () => {
  await upload(UNKNOWN, { columns: { Buyer: 'name', 'Reach at': 'mobile', Balance: 'description' } });
  const other = 'Mobile,Buyer,Balance,E-mail\n01223456789,Nour,7,n@example.com\n';
  expect(fieldsOf(await preview(other, { columns: {} }))).toMatchObject({
    buyer: 'name',
    balance: 'description',
  });
  const answer = await upload(other, { columns: { Balance: null } });
  expect(answer.status, answer.raw).toBe(200);
  expect((await stored()).at(-1)).toMatchObject({ name: 'Nour', description: '' });
  expect(fieldsOf(await preview(UNKNOWN, { columns: {} }))).toMatchObject({ balance: null });
});

test('a file that is refused leaves no choice behind', async () => {
  const columns = { Buyer: 'name', 'Reach at': 'mobile' };
  const answer = await upload(UNKNOWN.replace('01001234567', 'x'), { columns });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['row 2 · mobile']);
  expect((await preview(UNKNOWN, { columns: {} })).body.data.missing).toEqual(['name', 'mobile']);
});

test('API keys that send no columns read files by their headings alone', async () => {
  await upload(UNKNOWN, { columns: { Buyer: 'name', 'Reach at': 'mobile' } });
  const { key } = await keys.create(owner, ['add-customer'], 'live');
  const answer = await upload(UNKNOWN, { as: by(owner, key) });
  expect(answer.status, answer.raw).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['row 1 · name', 'row 1 · mobile']);
});

test('columns of one name are joined in the order of the file; of other fields the first with a value counts', async () => {
  const content = [
    'Mobile,Nick,Family,Mail,Second line,First line,,Nick',
    'x,Mona,Adel,m@example.com,01001234567,,Note,Dr',
  ].join('\n');
  const columns = {
    Mobile: null,
    Nick: 'name',
    Family: 'name',
    'First line': 'mobile',
    'Second line': 'mobile',
    '#7': 'description',
    'nick#2': null,
  };
  const answer = await upload(content, { columns });
  expect(answer.status, answer.raw).toBe(200);
  expect(await stored()).toMatchObject([{ name: 'Mona Adel', mobile: '01001234567', description: 'Note' }]);
  expect(fieldsOf(await preview(content, { columns: {} }))).toEqual({
    mobile: null,
    nick: 'name',
    family: 'name',
    mail: 'email',
    secondline: 'mobile',
    firstline: 'mobile',
    '#7': null,
    'nick#2': null,
  });
});

test('products and categories are assigned alike, each kind with choices of its own', async () => {
  const store = '/merchant/store';
  const categories = 'Group,Inside\nClothes,Shirts\n';
  const made = await send(`${store}/categories/import-category`, categories, {
    columns: { Group: 'category', Inside: 'sub_category' },
  });
  expect(made.status, made.raw).toBe(200);
  const content = 'Ref,Label,About,Asking,Left,Group,Inside\nA1,Shirt,White,10,1,Clothes,Shirts\n';
  const path = `${store}/products/import-product`;
  const first = await send(`${path}/preview`, content, { columns: {} });
  expect(first.body.data.missing).toContain('category');
  const columns = {
    Ref: 'product_code',
    Label: 'product_name',
    About: 'description',
    Asking: 'price',
    Left: 'in_stock',
    Group: 'category',
    Inside: 'sub_category',
  };
  const answer = await send(path, content, { columns });
  expect(answer.body.data, answer.raw).toEqual({ added: 1, skipped: 0 });
  expect((await send(`${path}/preview`, content)).body.data).toMatchObject({ duplicates: 1, missing: [] });
});

test.each<[string, Columns]>([
  ['no JSON', 'name'],
  ['a list', '["name"]'],
  ['null', 'null'],
  ['an unknown field', { Buyer: 'password' }],
  ['a number', '{"Buyer": 1}'],
  ['an empty heading', { ' ': 'name' }],
  ['a heading that the file does not have', { Purchaser: 'name' }],
  ['too many columns', Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`c${n}`, null]))],
  ['an overlong heading', { ['x'.repeat(301)]: null }],
])('columns with %s are refused on `columns`, and nothing is imported', async (_what, columns) => {
  for (const answer of [await preview(UNKNOWN, { columns }), await upload(UNKNOWN, { columns })]) {
    expect(answer.status, answer.raw).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['columns']);
  }
  expect(await stored()).toEqual([]);
});

test('a merchant’s choices are bounded: the oldest give way', async () => {
  for (let file = 0; file < 4; file += 1) {
    daftar.clock.advance({ seconds: 1 });
    const names = Array.from({ length: 60 }, (_, n) => `extra ${file} ${n}`);
    const content = `name,email,mobile,${names.join(',')}\nC,c${file}@example.com,0100123456${file}\n`;
    const columns = Object.fromEntries(names.map((name) => [name, null]));
    const answer = await upload(content, { columns });
    expect(answer.status, answer.raw).toBe(200);
  }
  const [kept] = await daftar.database.sql`
    select count(*)::int as n, count(*) filter (where heading_key like 'extra3%')::int as newest
      from import_columns where merchant_id = ${owner.merchantId}`;
  expect(kept).toEqual({ n: 200, newest: 60 });
});
