/** Keys and allowed addresses over two processes of the built product: what one is told, the other obeys. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';
import { CREATE_LINK, linkForm, PASSWORD, send, signedIn } from './client.ts';
import { type Bundle, buildBundle, type Product, startProduct } from './product.ts';

const SETTINGS = '/api/sandbox/merchant/AccountSettings';
const LINKS = '/api/sandbox/merchant/payment_links';

let database: TestDatabase;
let bundle: Bundle;
let one: Product;
let other: Product;
let owner: { authorization: string };

beforeAll(async () => {
  [database, bundle] = await Promise.all([createTestDatabase(), buildBundle()]);
  const env = { DATABASE_URL: database.url, DAFTAR_SECRET: 's'.repeat(40), DAFTAR_LOG_LEVEL: 'trace' };
  one = await startProduct(bundle, env);
  other = await startProduct(bundle, env);
  const { authorization } = await signedIn(one, 1);
  owner = { authorization };
});
afterAll(async () => {
  for (const product of [one, other]) product?.kill('SIGKILL');
  await Promise.all([one?.ended, other?.ended]);
  await database?.drop();
});

async function roll(graceHours = 0): Promise<{ authorization: string; key: string }> {
  const body = { key: 'secret', grace_hours: graceHours, current_password: PASSWORD };
  const answer = await send(one.origin, `${SETTINGS}/KeysInfo/roll`, { body, headers: owner });
  const { key } = answer.body.data;
  return { authorization: `Bearer ${key}`, key };
}

/** Less than a process trusts a key without asking: only a notice can be quicker. */
const NOTICE = { timeout: 100_000 };

/** How a process answers a key. The notice that a transaction sends arrives a moment after its answer. */
const statusAt = async (product: Product, authorization: string) =>
  (await send(product.origin, LINKS, { headers: { authorization } })).status;

test('after one process rolls a key, both reject the old one and accept the new one', async () => {
  const first = await roll();
  expect([await statusAt(one, first.authorization), await statusAt(other, first.authorization)]).toEqual([
    200, 200,
  ]);
  const second = await roll();
  expect(await statusAt(one, first.authorization)).toBe(401);
  await vi.waitUntil(async () => (await statusAt(other, first.authorization)) === 401, NOTICE);
  expect([await statusAt(one, second.authorization), await statusAt(other, second.authorization)]).toEqual([
    200, 200,
  ]);
});

test('allowed addresses saved in one process apply in both', async () => {
  const { authorization } = await roll();
  expect(await statusAt(other, authorization)).toBe(200);
  const save = (ips: string[]) =>
    send(one.origin, `${SETTINGS}/IpWhiteListing`, {
      body: { ips, current_password: PASSWORD },
      headers: owner,
    });
  expect((await save(['203.0.113.0/24'])).status).toBe(200);
  expect(await statusAt(one, authorization)).toBe(403);
  await vi.waitUntil(async () => (await statusAt(other, authorization)) === 403, NOTICE);
  expect((await save([])).status).toBe(200);
  await vi.waitUntil(async () => (await statusAt(other, authorization)) === 200, NOTICE);
});

test('concurrent creates with one idempotency key, sent to both processes, make one object', async () => {
  const { authorization } = await roll();
  const headers = { authorization, 'idempotency-key': 'over two processes' };
  const body = linkForm('by key', 1);
  const answers = await Promise.all(
    [one, other, one, other].map(({ origin }) => send(origin, CREATE_LINK, { body, headers })),
  );
  expect(new Set(answers.map(({ raw }) => raw)).size).toBe(1);
  const [row] =
    await database.sql`select count(*)::int as n from payment_links where invoice_name = 'by key'`;
  expect(row?.n).toBe(1);
});

test('no key is in a table or in a log at any level', async () => {
  const { authorization, key } = await roll();
  await statusAt(one, authorization);
  await statusAt(other, `Bearer ${key}x`);
  const rest = key.slice(10);
  expect(one.output() + other.output()).not.toContain(rest);
  const tables = await database.sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`;
  for (const { name } of tables) {
    const rows = await database.sql.unsafe(`select 1 from ${name} t where t::text like '%${rest}%' limit 1`);
    expect(rows.length, name).toBe(0);
  }
});
