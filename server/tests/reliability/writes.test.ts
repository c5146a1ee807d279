/** A database that answers and commits nothing: what people are told, what goes on, and that it ends by itself. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect, type Sql } from '../../src/platform/db/connect.ts';
import { Scene } from '../../src/platform/db/embedded-scene.ts';
import { CREATE_LINK, cardPost, linkForm, type Reply, send, signedIn } from './client.ts';
import { type Bundle, buildBundle, freePort, type Product, startProduct } from './product.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** A cluster of its own, because what it waits for to commit is set for the whole of it. */
const scene = new Scene();
let sql: Sql;
let bundle: Bundle;
let product: Product;
let health: string;
let authorization: string;

beforeAll(async () => {
  const [{ url }, built] = await Promise.all([scene.start(), buildBundle()]);
  bundle = built;
  sql = connect(url, { max: 3 });
  const port = String(await freePort());
  product = await startProduct(bundle, {
    DATABASE_URL: url,
    DAFTAR_SECRET: 's'.repeat(40),
    DAFTAR_DATABASE_POOL: '4',
    // Every write has a connection: those that wait for their turn are not what is asked here.
    DAFTAR_LONGEST_WAIT_SECONDS: '0',
    DAFTAR_METRICS_PORT: port,
  });
  health = `http://127.0.0.1:${port}`;
  ({ authorization } = await signedIn(product, 1));
});
afterAll(async () => {
  await commits();
  product?.kill('SIGKILL');
  await product?.ended;
  await sql?.end({ timeout: 1 });
  await scene.end();
});

/** From now on every commit waits for a standby that does not exist. */
async function commitsNothing(): Promise<void> {
  await sql`alter system set synchronous_standby_names = 'a_standby_that_is_silent'`;
  await sql`select pg_reload_conf()`;
}
async function commits(): Promise<void> {
  await sql`alter system reset synchronous_standby_names`;
  await sql`select pg_reload_conf()`;
}

const links = () =>
  send(product.origin, '/api/sandbox/merchant/payment_links', { headers: { authorization } });
const form = linkForm('', 100);
const create = (name: string, key: string): Promise<Reply> =>
  send(product.origin, CREATE_LINK, {
    body: { ...form, invoice_name: name },
    headers: { authorization, 'idempotency-key': key },
  });
const readyIs = (status: number) =>
  vi.waitUntil(async () => (await send(product.origin, '/readyz')).status === status, { timeout: 100_000 });

test('while the standby is silent, writes get 503 soon, then at once, reads go on, and writes resume by themselves afterwards', async () => {
  const made = await create('before', 'before');
  expect(made.status, made.raw).toBe(200);
  const payPath = new URL(made.body.data.link).pathname;

  await commitsNothing();
  // As many as have a connection, and more: each is answered, though what it wrote waits.
  const under = await Promise.all(
    Array.from({ length: 9 }, (_, at) => create(`under way ${at}`, `under-${at}`)),
  );
  for (const reply of under) expect(reply.status, reply.raw).toBe(503);
  await readyIs(503);
  const ready = await send(product.origin, '/readyz');
  expect(ready.body).toMatchObject({ status: 'unavailable', database: true, writes: false });
  expect((await send(health, '/metrics')).raw).toMatch(/^daftar_database_writes 0$/m);
  expect((await send(health, '/metrics')).raw).toMatch(/^daftar_database_up 1$/m);
  for (let again = 0; again < 20; again += 1) {
    const list = await links();
    expect(list.status, list.raw).toBe(200);
    expect((await send(product.origin, payPath)).status).toBe(200);
    const refused = await create('refused', 'refused');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // One probe waits, and one at a time asks whether it is only that one: nothing piles up behind it.
  const probes = await sql`select from pg_stat_activity where application_name = 'daftar write probe'`;
  expect(probes.length).toBeGreaterThan(0);
  expect(probes.length).toBeLessThanOrEqual(2);
  const inCommit = await sql`select from pg_stat_activity where application_name = 'daftar write probe'
    and wait_event = 'SyncRep'`;
  expect(inCommit.length).toBe(1);

  await commits();
  await readyIs(200);
  // What was answered 503 may have happened: the same key tells, and makes one in all.
  for (const at of under.keys()) expect((await create(`under way ${at}`, `under-${at}`)).status).toBe(200);
  const names = (await links()).body.data.map((link: { invoice_name: string }) => link.invoice_name);
  expect(names.toSorted()).toEqual(['before', ...under.map((_, at) => `under way ${at}`)].toSorted());
  const paid = await send(product.origin, payPath, { body: cardPost({ email: 'payer@example.com' }) });
  expect(paid.status, paid.raw.slice(0, 300)).toBe(303);
  const receipt = () => sql`select from messages where recipient = 'payer@example.com' and state = 'kept'`;
  await vi.waitUntil(async () => (await receipt()).length === 1, { timeout: 100_000 });
});
