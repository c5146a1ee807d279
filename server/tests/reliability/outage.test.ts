/** The database is gone, frozen or slow: what people are told meanwhile, and that everything comes back by itself. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';
import { CREATE_LINK, cardPost, linkForm, mailedLink, type Reply, send, signedIn } from './client.ts';
import { type Bundle, buildBundle, type Product, startProduct } from './product.ts';
import { startWire, type Wire } from './wire.ts';

// Seconds on an idle machine; each wait below ends with its condition.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let database: TestDatabase;
let wire: Wire;
let bundle: Bundle;
let product: Product;
let authorization: string;
let payPath: string;
let serial = 0;

beforeAll(async () => {
  [database, bundle] = await Promise.all([createTestDatabase(), buildBundle()]);
  wire = await startWire(database.url);
  product = await startProduct(bundle, { DATABASE_URL: wire.url, DAFTAR_SECRET: 's'.repeat(40) });
  ({ authorization } = await signedIn(product, 1));
  payPath = await newLink('first');
});
afterAll(async () => {
  product?.kill('SIGKILL');
  await product?.ended;
  await wire?.close();
  await database?.drop();
});
beforeEach(async () => {
  await wire.heal();
  await readyIs(200);
});

const get = (path: string, headers: Record<string, string> = {}) => send(product.origin, path, { headers });
const links = (language = 'en') =>
  get('/api/sandbox/merchant/payment_links', { authorization, 'accept-language': language });

/** Waits until `/readyz` says so; the product is not helped in any way. */
const readyIs = (status: number) =>
  vi.waitUntil(async () => (await get('/readyz')).status === status, { timeout: 100_000 });

async function newLink(name: string): Promise<string> {
  const made = await send(product.origin, CREATE_LINK, {
    body: linkForm(name, 100),
    headers: { authorization },
  });
  expect(made.status, made.raw).toBe(200);
  return new URL(made.body.data.link).pathname;
}

function expectUnavailable(reply: Reply): void {
  expect(reply.status, reply.raw.slice(0, 300)).toBe(503);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
}

/** Reading, writing, paying and running jobs, as if nothing had happened. */
async function expectAllWorks(): Promise<void> {
  expect((await links()).status).toBe(200);
  const path = await newLink(`after ${++serial}`);
  const paid = await send(product.origin, path, { body: cardPost({ email: `payer${serial}@example.com` }) });
  expect(paid.status, paid.raw.slice(0, 300)).toBe(303);
  // By two jobs, one after the other: the payment's announcement, and the delivery of the receipt.
  const states = () =>
    database.sql`select state from messages where recipient = ${`payer${serial}@example.com`}`;
  await vi.waitUntil(async () => (await states())[0]?.state === 'kept', { timeout: 100_000, interval: 100 });
}

describe.each([
  ['frozen', () => wire.stall()],
  ['gone', () => wire.refuse()],
  ['answering in five seconds', () => wire.delay(5_000)],
])('a database that is %s', (_how, break_) => {
  test('leads to a quick 503 in the caller’s language, also from /readyz, until it is back', async () => {
    await break_();
    // What is under way when it happens is answered as well, however many.
    const under = await Promise.all(Array.from({ length: 150 }, () => links()));
    for (const reply of under) expectUnavailable(reply);
    await readyIs(503);
    expect((await get('/healthz')).status).toBe(200);
    const arabic = await links('ar');
    expectUnavailable(arabic);
    expect(arabic.body.message).toBe('الخدمة مشغولة حاليًا. حاول مرة أخرى بعد لحظات');
    const page = await get(payPath);
    expectUnavailable(page);
    expect(page.headers.get('content-type')).toContain('text/html');
    expectUnavailable(await send(product.origin, payPath, { body: cardPost({ email: 'a@example.com' }) }));
    expectUnavailable(
      await send(product.origin, '/api/merchant/login', { body: { email: 'a@b.example', password: 'x' } }),
    );
    // The portal itself is files: it opens and can say what is wrong.
    expect((await get('/login')).status).toBe(200);

    await wire.heal();
    await readyIs(200);
    await expectAllWorks();
  });
});

test('after a firewall drops all connections at once, writes are accepted again and stay accepted', async () => {
  const probed = async () => (await database.sql<{ at: Date }[]>`select at from write_probe`)[0]!.at;
  wire.freeze();
  await readyIs(503);
  // Long enough for the probe of writes to have noticed whatever it would: it has written twice since.
  for (let again = 0; again < 2; again += 1) {
    const before = await probed();
    await vi.waitUntil(async () => (await probed()) > before, { timeout: 100_000 });
  }
  await readyIs(200);
  await expectAllWorks();
});

test('writes whose connections are cut repeatedly get 200 or 503, and the server recovers', async () => {
  let stopped = false;
  const answers: number[] = [];
  const writer = async () => {
    while (!stopped) {
      const body = linkForm(`cut ${++serial}`, 2);
      const reply = await send(product.origin, CREATE_LINK, { body, headers: { authorization } }).catch(
        () => null,
      );
      answers.push(reply?.status ?? 0);
    }
  };
  const writers = Array.from({ length: 12 }, writer);
  for (let round = 0; round < 25; round += 1) {
    const before = answers.length;
    await vi.waitUntil(() => answers.length > before + 3, { timeout: 100_000, interval: 5 });
    // As when a database is restarted, or an administrator ends its sessions.
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`;
  }
  stopped = true;
  await Promise.all(writers);
  expect(product.child.exitCode, product.output()).toBeNull();
  expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  await readyIs(200);
  await expectAllWorks();
});

test('connections do not pile up during an outage, and are no more than before afterwards', async () => {
  await Promise.all(Array.from({ length: 60 }, () => links()));

  wire.stall();
  await readyIs(503);
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 100 }, () => links()));
  // The probe's, whatever has just been cut, and the three queues', which go on trying with what they may hold.
  await vi.waitUntil(() => wire.connections() <= 2 + 7 + 6 + 8, { timeout: 100_000 });
  await wire.heal();
  await readyIs(200);
  await Promise.all(Array.from({ length: 60 }, () => links()));
  // The pool's, those of the queues, the listener's and the probe's; those that were cut may be on their way out.
  await vi.waitUntil(() => wire.connections() <= 20 + 7 + 6 + 8 + 1 + 1, { timeout: 100_000 });
});

test('a change made by another process during an outage applies at once afterwards', async () => {
  const other = await signedIn(product, 2);
  const me = () => get('/api/merchant/authenticated-merchant', { authorization: other.authorization });
  expect((await me()).status).toBe(200);
  await wire.refuse();
  await readyIs(503);
  await wire.heal();
  await readyIs(200);
  expect((await me()).status).toBe(200);
  // By another process, which tells everybody by the database's notice alone. All channels share one connection, and
  // whoever listens anew forgets what it knew.
  await vi.waitUntil(async () => {
    const [row] = await database.sql`select count(*)::int as n from pg_stat_activity
        where query ilike 'listen %' and datname = current_database()`;
    return row!.n >= 1;
  });
  await database.sql.begin(async (tx) => {
    const [session] = await tx<{ merchantId: number; id: string }[]>`
      update sessions set ended_at = now() where user_id = (select id from users where email = ${other.email})
      returning merchant_id as "merchantId", id`;
    await tx`select pg_notify('daftar_principals', ${JSON.stringify({ merchantId: session!.merchantId, sessionId: session!.id })})`;
  });
  await vi.waitUntil(async () => (await me()).status === 401, { timeout: 100_000 });
});

test('a reset link requested just before an outage is mailed afterwards', async () => {
  const { email } = await signedIn(product, 3);
  const before = await mailedLink(product.origin, email);
  const asked = await send(product.origin, '/api/merchant/password/reset-password', { body: { email } });
  await wire.refuse();
  expect(asked.status).toBe(200);
  await readyIs(503);
  await wire.heal();
  await readyIs(200);
  const newest = async () => (await mailedLink(product.origin, email))?.href;
  await vi.waitUntil(async () => (await newest()) !== before?.href, { timeout: 100_000, interval: 200 });
});
