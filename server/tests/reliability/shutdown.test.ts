/** Ending: whatever is under way finishes, nothing is lost, and another process takes over unnoticed. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';
import { CREATE_LINK, cardPost, linkForm, send, signedIn } from './client.ts';
import { type Bundle, buildBundle, type Product, startProduct } from './product.ts';

let database: TestDatabase;
let bundle: Bundle;
const started: Product[] = [];

beforeAll(async () => {
  [database, bundle] = await Promise.all([createTestDatabase(), buildBundle()]);
});
afterEach(async () => {
  for (const product of started) product.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
});
afterAll(async () => {
  await database?.drop();
});

async function start(): Promise<Product> {
  const env = { DATABASE_URL: database.url, DAFTAR_SECRET: 's'.repeat(40), DAFTAR_LOG_LEVEL: 'error' };
  const product = await startProduct(bundle, env);
  started.push(product);
  return product;
}

interface Sent {
  status: number;
  location: string | undefined;
  body: string;
}

/**
 * Sends to one server after the other, as a load balancer does: to those that say they are ready. A request is never
 * sent twice; the next server is tried only when no connection was made.
 */
function loadBalancer(servers: Product[], agent: Agent) {
  let turn = 0;
  let ready = servers;
  const look = async () => {
    const answers = await Promise.all(
      servers.map(({ origin }) =>
        send(origin, '/readyz').then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    );
    ready = servers.filter((_, at) => answers[at]);
  };
  const looking = setInterval(() => void look(), 100);
  const once = (
    origin: string,
    path: string,
    method: string,
    headers: Record<string, string>,
    body: string,
  ) =>
    new Promise<Sent>((resolve, reject) => {
      const sending = request(`${origin}${path}`, { method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (part) => {
          text += part;
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, body: text }),
        );
      });
      sending.on('error', reject);
      sending.end(body);
    });
  const ask = async (path: string, headers: Record<string, string> = {}, body = ''): Promise<Sent> => {
    const first = turn++;
    for (let tries = 0; ; tries += 1) {
      const { origin } = ready[(first + tries) % ready.length]!;
      try {
        return await once(origin, path, body === '' ? 'GET' : 'POST', headers, body);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).syscall !== 'connect' || tries >= servers.length) throw error;
      }
    }
  };
  return { ask, stop: () => clearInterval(looking) };
}

test('SIGTERM under load: the process exits with 0, the other takes over, and no request fails', async () => {
  const [first, second] = [await start(), await start()];
  const { authorization } = await signedIn(first, 1);
  const agent = new Agent({ keepAlive: true });
  const { ask, stop } = loadBalancer([first, second], agent);
  const json = { authorization, 'content-type': 'application/json' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const links: number[] = [];
  const payments: string[] = [];
  const failed: unknown[] = [];
  let serial = 0;
  let over = false;
  const client = async () => {
    while (!over) {
      try {
        const made = await ask(CREATE_LINK, json, JSON.stringify(linkForm(`Link ${++serial}`, 5)));
        if (made.status !== 200) throw new Error(`creating: ${made.status} ${made.body.slice(0, 200)}`);
        const { id, link } = JSON.parse(made.body).data;
        links.push(id);
        const path = new URL(link).pathname;
        const paid = await ask(path, form, cardPost({ email: 'payer@example.com' }));
        if (paid.status !== 303) throw new Error(`paying: ${paid.status} ${paid.body.slice(0, 200)}`);
        payments.push(paid.location!.split('/').at(-1)!);
        const listed = await ask('/api/sandbox/merchant/payment_links', json);
        if (listed.status !== 200) throw new Error(`listing: ${listed.status} ${listed.body.slice(0, 200)}`);
      } catch (error) {
        failed.push(error);
      }
    }
  };
  const clients = Array.from({ length: 8 }, client);
  await vi.waitUntil(() => payments.length > 20, { timeout: 100_000 });
  first.kill('SIGTERM');
  expect(await first.ended).toEqual({ code: 0, signal: null });
  const atEnd = payments.length;
  await vi.waitUntil(() => payments.length > atEnd + 20, { timeout: 100_000 });
  over = true;
  await Promise.all(clients);
  stop();
  agent.destroy();
  expect(failed).toEqual([]);
  const kept = await database.sql<{ id: number }[]>`select id from payment_links`;
  expect(kept.map(({ id }) => id).sort()).toEqual(links.sort());
  const states = await database.sql`
    select state, count(*)::int as n from payment_attempts where token = any (${payments}) group by state`;
  expect([...states]).toEqual([{ state: 'succeeded', n: payments.length }]);
});

test('a request in flight at SIGTERM is answered with Connection: close, and new connections are refused', async () => {
  const product = await start();
  const { authorization } = await signedIn(product, 2);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let locked = () => {};
  const holding = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const held = database.sql.begin(async (tx) => {
    await tx`lock table payment_links in access exclusive mode`;
    locked();
    await released;
  });
  await holding;
  const making = send(product.origin, CREATE_LINK, {
    body: linkForm('In time', 1),
    headers: { authorization },
  });
  const waiting = () =>
    database.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitUntil(async () => (await waiting()).length > 0);
  product.kill('SIGTERM');
  // It says that it is ending before it stops listening; then it does.
  await vi.waitUntil(async () => (await send(product.origin, '/readyz')).body.status === 'ending');
  const refused = async () =>
    send(product.origin, '/healthz').then(
      () => false,
      () => true,
    );
  await vi.waitUntil(refused, { timeout: 100_000 });
  release();
  await held;
  const made = await making;
  expect(made.status, made.raw).toBe(200);
  expect(made.headers.get('connection')).toBe('close');
  expect(await product.ended).toEqual({ code: 0, signal: null });
});

test('clients that hold a connection open, idle or in the middle of a request, do not delay the shutdown', async () => {
  const product = await start();
  const port = Number(new URL(product.origin).port);
  const parts = [
    '',
    'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /api/merchant/login HTTP/1.1\r\nHost: x\r\nContent-Le',
  ];
  const sockets = parts.map((part) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    if (part) socket.write(part);
    return socket;
  });
  await vi.waitUntil(() => sockets.every((socket) => socket.readyState === 'open'));
  await vi.waitUntil(() => sockets[1]!.bytesRead > 0);
  product.kill('SIGTERM');
  expect(await product.ended).toEqual({ code: 0, signal: null });
  for (const socket of sockets) socket.destroy();
});

test('a third SIGTERM ends the process at once; the second may be the first again, passed on by npm', async () => {
  const product = await start();
  product.kill('SIGTERM');
  await vi.waitUntil(async () => (await send(product.origin, '/readyz')).body.status === 'ending');
  // Signals that wait together arrive as one.
  product.kill('SIGINT');
  await vi.waitUntil(async () => (await send(product.origin, '/readyz')).body.status === 'ending');
  product.kill('SIGTERM');
  expect((await product.ended).code).toBe(1);
});
