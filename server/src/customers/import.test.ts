import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { xlsxOf } from '../../tests/kit/platform/sheets.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { projectRoot } from '../platform/paths.ts';
import { importCustomers } from './import.ts';
import { customerJobs } from './jobs.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const send = (
  path: string,
  content: string | Buffer,
  options: { headers?: Record<string, string>; as?: Actor; field?: string } = {},
) => {
  const body = new FormData();
  body.append(
    options.field ?? 'file',
    new Blob([new Uint8Array(Buffer.from(content as string))]),
    'sheet.csv',
  );
  const { headers = {}, as = owner } = options;
  return daftar.call({
    method: 'POST',
    path: `/merchant/Customer/Import${path}`,
    mode: 'live',
    as,
    headers,
    body,
  });
};
const upload = (content: string | Buffer, headers?: Record<string, string>) =>
  send('', content, headers ? { headers } : {});
const again = (content: string, as = owner) => send('?existing=true', content, { as });
const preview = (content: string | Buffer) => send('/Preview', content);

async function stored(): Promise<Record<string, unknown>[]> {
  return daftar.database.sql`
    select name, email, mobile, national_id, description from customers
    where merchant_id = ${owner.merchantId} and mode = 'live' order by id`;
}

const HEAD = 'name,email,mobile,nationalId,description';
const line = (n: number) => `Customer ${n},c${n}@example.com,012${String(n).padStart(8, '0')},,`;
const sheet = (...lines: string[]) => [HEAD, ...lines].join('\n');

describe.each(['en', 'ar'])('the example files in %s', (locale) => {
  test.each(['xlsx', 'csv'])('%s imports unchanged', async (kind) => {
    const path = `web/portal/customers/examples/${locale}/customers.${kind}`;
    const content = readFileSync(join(projectRoot, path));
    const seen = await preview(content);
    expect(seen.status, seen.raw).toBe(200);
    expect(seen.body.data).toMatchObject({ total: 3, valid: 3, duplicates: 0, invalid: 0 });
    const answer = await upload(content);
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.body.data).toHaveLength(3);
    expect((await stored()).map(({ mobile }) => mobile)).toEqual([
      '01001234567',
      '01112345678',
      '01223456789',
    ]);
  });
});

test('a file is imported in its order with normalized values, and the log has their number', async () => {
  const answer = await upload(
    xlsxOf([
      ['الإيميل', 'Mobile Number', 'الاسم', 'الرقم القومي', 'Colour'],
      ['MONA@Example.com', 1001234567, 'منى', 29001010112345, 'red'],
      [],
      ['omar@example.com', '‎+20 ١١٠ 123 4567', '=1+1 & <b>', '', ''],
    ]),
  );
  expect(answer.status, answer.raw).toBe(200);
  expect(answer.body.message).toBe('2 customers were added');
  expect(answer.body.data.map((row: { name: string }) => row.name)).toEqual(['منى', '=1+1 & <b>']);
  expect(await stored()).toEqual([
    {
      name: 'منى',
      email: 'mona@example.com',
      mobile: '01001234567',
      national_id: '29001010112345',
      description: '',
    },
    {
      name: '=1+1 & <b>',
      email: 'omar@example.com',
      mobile: '01101234567',
      national_id: '',
      description: '',
    },
  ]);
  const [entry] = await daftar.database.sql`
    select after from audit_log where merchant_id = ${owner.merchantId} and action = 'customer.import'`;
  expect(entry?.after).toMatchObject({ added: 2, skipped: 0 });
});

test('any invalid row refuses the whole file, named by the file’s own row numbers in the caller’s language', async () => {
  const content = sheet(line(1), '', 'X,not an address,0300,12,', '=cmd(),y@example.com,01012345678,,');
  const answer = await upload(content);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({
    'row 4 · email': ['Enter a valid e-mail address'],
    'row 4 · mobile': ['Enter an Egyptian mobile number such as 01001234567'],
    'row 4 · nationalId': ['A national ID has 14 digits and begins with 2 or 3'],
    'row 5 · name': ['This cell contains a formula. Put its value here instead'],
  });
  expect(answer.body.error_places['row 4 · nationalId']).toEqual({ row: 4, field: 'nationalId' });
  expect(Object.keys(answer.body.error_places)).toEqual(Object.keys(answer.body.errors));
  const arabic = await upload(content, { 'accept-language': 'ar-EG' });
  expect(arabic.body.errors['row 4 · email']).toEqual(['أدخل بريدًا إلكترونيًا صحيحًا']);
  expect(await stored()).toEqual([]);
});

test('an invalid row far below rolls back the rows written before it, and every invalid row is named', async () => {
  const lines = Array.from({ length: 2_000 }, (_, n) => line(n));
  lines[700] = 'X,not an address,01012345678,,';
  lines[1_999] = 'X,y@example.com,0300,,';
  const answer = await upload(sheet(...lines));
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['row 702 · email', 'row 2001 · mobile']);
  expect(await stored()).toEqual([]);
  const taken = await daftar.database.sql`select from audit_log
    where merchant_id = ${owner.merchantId} and action = 'customer.import'`;
  expect(taken).toHaveLength(0);
});

test.each([300, 2_700])('an existing customer %i rows below is still skipped', async (place) => {
  await upload(sheet(line(place)));
  const answer = await upload(sheet(...Array.from({ length: 3_000 }, (_, n) => line(n))));
  expect(answer.status, answer.raw.slice(0, 300)).toBe(200);
  const names = answer.body.data.map((row: { name: string }) => row.name);
  expect(names).toEqual(
    Array.from({ length: 3_000 }, (_, n) => `Customer ${n}`).filter((name) => name !== `Customer ${place}`),
  );
  expect((await stored()).length).toBe(3_000);
});

test('an existing customer, or one earlier in the file, is skipped and counted', async () => {
  await upload(sheet(line(1), 'National,n@example.com,01000000001,29001010112345,'));
  const content = sheet(
    line(2),
    'Same mail,C1@example.com,01000000002,,',
    'Same mobile,new@example.com,+201200000001,,',
    'Same id,new2@example.com,01000000003,29001010112345,',
    // Its mobile was only in a row that was skipped: free.
    'Free,new3@example.com,01000000002,,',
    line(2),
  );
  const seen = (await preview(content)).body.data;
  expect(seen).toMatchObject({ total: 6, valid: 2, duplicates: 4, invalid: 0 });
  expect(seen.rows.map((row: { is_duplicate: boolean }) => row.is_duplicate)).toEqual([
    false,
    true,
    true,
    true,
    false,
    true,
  ]);
  const answer = await upload(content);
  expect(answer.status, answer.raw).toBe(200);
  expect(answer.body.data.map((row: { name: string }) => row.name)).toEqual(['Customer 2', 'Free']);
  expect(answer.body.message).toBe(
    '2 customers were added. Rows skipped because the customer already exists: 4',
  );
  const again = await upload(content);
  expect(again.body.data).toEqual([]);
  expect(again.body.message).toContain(': 6');
});

test('repeating an import returns its customers, to callers who may see them', async () => {
  await upload(sheet(line(1), line(2)));
  const names = (answer: Awaited<ReturnType<typeof again>>) =>
    answer.body.data.map((row: { name: string }) => row.name);
  const all = await again(sheet(line(1), line(2), line(3)));
  expect(names(all)).toEqual([1, 2, 3].map((n) => `Customer ${n}`));
  expect(all.body.message).toBe('3 customers from the file are selected');
  const clerk = await daftar.colleague(owner, ['add-customer']);
  expect(names(await again(sheet(line(1), line(4)), clerk))).toEqual(['Customer 4']);
});

test('a preview writes nothing and shows the errors first', async () => {
  const lines = Array.from({ length: 300 }, (_, n) => line(n));
  lines[298] = 'Bad,,,,';
  const { data } = (await preview(sheet(...lines))).body;
  expect(data).toMatchObject({ total: 300, valid: 299, duplicates: 0, invalid: 1 });
  expect(data.rows).toHaveLength(200);
  expect(data.rows[0]).toMatchObject({
    row: 300,
    name: 'Bad',
    errors: { email: ['This field is required'], mobile: ['This field is required'] },
  });
  expect(await stored()).toEqual([]);
});

test('a file without the required headings is refused with the missing ones', async () => {
  const content = 'Buyer;e-mail\nMona;m@example.com\n';
  const arabic = await upload(content, { 'accept-language': 'ar-EG' });
  expect(arabic.body.errors['row 1 · name']).toEqual(['لا يوجد في الصف الأول عنوان «الاسم»']);
  const answer = await upload(content);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual({
    'row 1 · name': ['The first row has no heading “Name”'],
    'row 1 · mobile': ['The first row has no heading “Mobile”'],
  });
});

const caseOf = (name: string) => readFileSync(join(projectRoot, 'server/src/customers/cases', name));

test.each([
  ['customers-mixed-eol-notes.csv', ['Amal Example', 'Basma Example', 'Camelia Example'], '01001234567'],
  ['customers-sep-line.csv', ['Amal Example'], '01001234567'],
  ['customers-semicolon-1256.csv', ['أمل مثال'], '01001234567'],
])('%s imports each customer', async (name, names, mobile) => {
  const answer = await upload(caseOf(name));
  expect(answer.status, answer.raw).toBe(200);
  const rows = await stored();
  expect(rows.map((row) => row.name)).toEqual(names);
  expect(rows[0]!.mobile).toBe(mobile);
});

test('shopify-customers.csv is read by its own headings: names are joined, and a row without a phone is named', async () => {
  const seen = await preview(caseOf('shopify-customers.csv'));
  expect(seen.status, seen.raw).toBe(200);
  expect(seen.body.data).toMatchObject({ total: 2, valid: 1, invalid: 1 });
  const [bad, good] = seen.body.data.rows;
  expect(good).toMatchObject({ name: 'Amal Example', email: 'amal@example.com', mobile: '01001234567' });
  expect(bad).toMatchObject({ row: 3, name: 'Nameless', errors: { mobile: ['This field is required'] } });
});

test.each([
  [
    'Google contacts',
    'Given Name,Family Name,E-mail 1 - Value,Phone 1 - Value',
    "Mona,Adel,m@example.com,'0100 123 4567",
  ],
  ['Square', 'First Name,Last Name,Email Address,Phone Number', "Mona,Adel,m@example.com,'+201001234567"],
  [
    'WooCommerce',
    'billing_first_name,billing_last_name,billing_email,billing_phone',
    'Mona,Adel,m@example.com,1001234567.0',
  ],
  ['Odoo', 'Display Name,Email,Phone,Mobile', 'Mona Adel,m@example.com,,1.001234567E+09'],
  ['a spreadsheet', 'الاسم بالكامل,البريد,الجوال', 'Mona Adel,m@example.com,٠١٠٠١٢٣٤٥٦٧'],
  [
    'titles above',
    'Customers of Nile Foods\nJune 2026\n\nName,E-mail,Phone',
    'Mona Adel,m@example.com,01001234567',
  ],
])('customers as %s exports them are found', async (_what, headings, row) => {
  const answer = await upload(`${headings}\n${row}\n`);
  expect(answer.status, answer.raw).toBe(200);
  expect(await stored()).toMatchObject([
    { name: 'Mona Adel', email: 'm@example.com', mobile: '01001234567' },
  ]);
});

test('a mobile that lost digits in a spreadsheet is refused, not guessed', async () => {
  const answer = await upload('Name,E-mail,Phone\nMona,m@example.com,1.00123E+09\n');
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(['row 2 · mobile']);
});

test.each([
  ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n\u0000', 'latin1'), 'Choose an .xlsx or .csv file'],
  ['nothing', '', 'The first sheet has no rows below its headings'],
  [
    'too many rows',
    sheet(...Array.from({ length: 10_001 }, (_, n) => line(n))),
    'Use at most 10,000 rows in one file',
  ],
  ['too many bytes', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'Choose a file of at most 5 MB'],
])('%s is refused on the file', async (_what, content, sentence) => {
  for (const answer of [await upload(content), await preview(content)]) {
    expect(answer.status, answer.raw).toBe(422);
    expect(answer.body.errors).toEqual({ file: [sentence] });
  }
});

test('ten thousand customers are one import, and all of them are found', async () => {
  const answer = await upload(sheet(...Array.from({ length: 10_000 }, (_, n) => line(n))));
  expect(answer.status, answer.raw.slice(0, 300)).toBe(200);
  expect(answer.body.data).toHaveLength(10_000);
  expect(answer.body.message).toBe('10,000 customers were added');
});

test('an import queues its customers for the search index, and they are indexed', async () => {
  const { sql } = daftar.database;
  const waiting = () => sql`select from graphile_worker.jobs where task_identifier = 'index-customers'`;
  await sql`select graphile_worker.remove_job('index-customers')`;
  await upload(sheet('Bad,,,,'));
  expect(await waiting()).toHaveLength(0);
  await upload(sheet(...Array.from({ length: 500 }, (_, n) => line(n))));
  expect(await waiting()).toHaveLength(1);
  await customerJobs['index-customers']!(daftar.app, {});
  // Pages that were still waiting, by the index or its parts.
  const [left] = await sql`
    select sum(gin_clean_pending_list(c.oid))::int as pages from pg_class c join pg_index i on i.indexrelid = c.oid
     where c.relkind = 'i' and c.relam = (select oid from pg_am where amname = 'gin')
       and (i.indrelid = 'customers'::regclass
            or i.indrelid in (select inhrelid from pg_inherits where inhparent = 'customers'::regclass))`;
  expect(left).toEqual({ pages: 0 });
});

test('the errors of a file with every row invalid fit into a reply', async () => {
  const answer = await upload(sheet(...Array.from({ length: 10_000 }, () => 'x,y,z,1,')));
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toHaveLength(1000);
});

test('two concurrent imports of one file add each customer once', async () => {
  const content = sheet(...Array.from({ length: 2_500 }, (_, n) => line(n)));
  const [first, second] = await Promise.all([upload(content), upload(content)]);
  expect(first.status, first.raw.slice(0, 300)).toBe(200);
  expect(second.status, second.raw.slice(0, 300)).toBe(200);
  expect(first.body.data.length + second.body.data.length).toBe(2_500);
});

test('a caller who disconnects rolls the whole import back', async () => {
  const content = Buffer.from(sheet(...Array.from({ length: 1_500 }, (_, n) => line(n))));
  const caller = {
    ...owner,
    mode: 'live' as const,
    locale: 'en' as const,
    permissions: new Set<never>(),
    merchantStatus: 3,
    address: '127.0.0.1',
  };
  const file = { field: 'file', name: 'a.csv', claimedType: 'text/csv', content };
  await expect(importCustomers(daftar.app, caller, file, () => true)).rejects.toThrow('importGivenUp');
  expect(await stored()).toEqual([]);
});
