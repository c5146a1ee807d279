// Shared by the benchmarks: the built product on a database of its own, bulk-inserted rows, and medians.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * How much to measure: rows, rounds, seconds. With `BENCH_SHORT=1` the short amount, which only shows that a script
 * works.
 */
export const sized = (full, short = 1) => (process.env.BENCH_SHORT === '1' ? short : full);

/** A setting of products that take turns, as they do unless told otherwise. */
export const TAKING_TURNS = { DAFTAR_LONGEST_WAIT_SECONDS: '2' };

/** A running product that several scripts share, one after another: `{ url, pid, databaseUrl, dataDir }` as JSON. */
const shared = process.env.BENCH_PRODUCT ? JSON.parse(process.env.BENCH_PRODUCT) : null;

export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}

/**
 * Creates a folder for the product's data, which root makes accessible to PostgreSQL's user. Short runs copy one that has
 * the tables already: to make them takes two thirds of a start's processor time.
 */
export function newDataDir() {
  const folder = mkdtempSync(join(tmpdir(), 'daftar-bench-'));
  chmodSync(folder, 0o711);
  const { BENCH_TABLES } = process.env;
  if (BENCH_TABLES) execFileSync('cp', ['-a', `${BENCH_TABLES}/.`, folder]);
  return folder;
}

/**
 * Starts the built product on an embedded database: a temporary empty one, or that of `dataDir`, which is kept. Without
 * `dataDir`, uses a shared product if there is one.
 * @param beside a product whose database it uses; both then need `DAFTAR_SECRET`.
 * @param settings further settings of it.
 * @returns its URL, its database's, its process, its data folder and how to stop it.
 */
export async function startProduct({ dataDir, role = 'server', beside = null, settings = {} } = {}) {
  if (shared && dataDir === undefined && !beside) return { ...shared, stop: async () => {} };
  const kept = dataDir === undefined && !beside ? process.env.BENCH_DATA_DIR : dataDir;
  const folder = kept ?? newDataDir();
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    DAFTAR_DATA_DIR: folder,
    DAFTAR_DEMO: 'no',
    // Without jobs that would disturb the measurement, by default.
    DAFTAR_ROLE: role,
    DAFTAR_LOG_LEVEL: 'silent',
    DAFTAR_REQUESTS_PER_MINUTE: '1000000',
    // One merchant asks for much at once, on purpose: what taking turns costs and gains is measured where it says so.
    DAFTAR_LONGEST_WAIT_SECONDS: '0',
    DAFTAR_LINK_MAILS_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_DAY: '1000',
    // The load comes from one address, and uses few numbers, on purpose.
    DAFTAR_DECLINES_PER_TEN_MINUTES: '1000',
    DAFTAR_CODES_PER_HOUR: '1000',
    DAFTAR_CODE_GUESSES_PER_HOUR: '1000',
    DAFTAR_OPEN_CASH_ORDERS: '1000',
    DAFTAR_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...(beside ? { DATABASE_URL: beside.databaseUrl } : {}),
    ...settings,
  };
  const product = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A failed measurement leaves no process running.
  process.once('exit', () => product.kill('SIGTERM'));
  await new Promise((resolve, reject) => {
    let said = '';
    product.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Daftar is running')) resolve();
    });
    product.once('exit', () => reject(new Error(`The product did not start: ${said}`)));
  });
  const running = beside ? null : JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'));
  return {
    url: env.DAFTAR_PUBLIC_URL,
    pid: product.pid,
    dataDir: folder,
    databaseUrl: running
      ? `postgres://daftar:${running.password}@127.0.0.1:${running.port}/daftar`
      : beside.databaseUrl,
    async stop() {
      product.kill('SIGTERM');
      if (product.exitCode === null) await once(product, 'exit');
      if (!kept) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates an approved merchant, signed in over HTTP; each `serial` of a script is one.
 * @returns its id, a bearer token, and its owner's credentials.
 */
export async function newMerchant(product, sql, serial = 1) {
  // Scripts that share a product are separate processes with separate merchants.
  const person = shared ? process.pid * 10 + serial : serial;
  const email = `bench${person}@example.com`;
  const password = 'M3asured&Pass1';
  const post = (path, body) =>
    fetch(`${product.url}/api/merchant/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((reply) => reply.json());
  const mobileNumber = `010${String(person).padStart(8, '0')}`;
  await post('register', {
    firstName: 'B',
    lastName: 'B',
    email,
    mobileNumber,
    businessName: 'Bench',
    tAndC: true,
  });
  const outbox = `${product.url}/dev/outbox?to=${encodeURIComponent(email)}`;
  const [mail] = await (await fetch(outbox, { headers: { accept: 'application/json' } })).json();
  const link = mail.links[0];
  const token = new URL(link).searchParams.get('token');
  await post('password/create', { email, token, password, password_confirmation: password });
  await sql`update merchants set status = 3 where email = ${email}`;
  // As approving does.
  await sql`select issue_keys(id, 'live', now()) from merchants where email = ${email}`;
  const signedIn = await post('login', { email, password });
  const [{ id }] = await sql`select merchant_id as id from users where email = ${email}`;
  return { id, token: signedIn.data.access_token, email, password };
}

/** Creates a link for 100 EGP that asks for all payer data. @returns its URL */
export async function newLink(product, merchant) {
  const made = await fetch(`${product.url}/api/sandbox/merchant/payment_links/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${merchant.token}` },
    body: JSON.stringify({
      invoice_name: 'Bench',
      currency_id: 1,
      amount: 100,
      language: 1,
      due_date: '2099-01-01T00:00:00Z',
      require_name: true,
      require_email: true,
      require_phone: true,
      require_address: true,
    }),
  }).then((reply) => reply.json());
  return made.data.link;
}

/** Launch options of the browser. */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};

export const connect = (url, max = 4) =>
  postgres(url, { max, types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } } });

/** Measures requests per second to one URL, in a short run by a few requests. */
export async function requestsPerSecond(url, headers = {}, { connections = 16, seconds = 4 } = {}) {
  // Twice the time of all else to load, and most scripts and their processes do without.
  const { default: autocannon } = await import('autocannon');
  const result = await autocannon({
    url,
    headers,
    connections,
    ...sized({ duration: seconds }, { amount: 2 * connections }),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  const count = result.requests.total;
  return { rate: count / result.duration, count, latency: result.latency.p50 };
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MILLISECONDS = 10;

/** Milliseconds of processor time that a process, or its ended children too, have used. */
export function processorTime(pid, withChildren = false) {
  const [, fields] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const times = fields
    .split(' ')
    .slice(11, withChildren ? 15 : 13)
    .map(Number);
  return times.reduce((sum, each) => sum + each, 0) * TICK_MILLISECONDS;
}

/** PostgreSQL's: that of the postmaster, of what it has started, and of what of that has ended. */
export async function databaseTime(sql) {
  const [{ pid }] = await sql`select pg_backend_pid() as pid`;
  const postmaster = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  const ofChild = (child) => {
    try {
      return processorTime(child);
    } catch {
      // It has ended since.
      return 0;
    }
  };
  return children.reduce((sum, each) => sum + ofChild(each), processorTime(postmaster, true));
}

/** The resident memory of a process in MiB, as Linux reports it. */
export function residentMegabytes(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(kilobytes) / 1024);
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/**
 * Runs the sides alternately, so that disturbances affect them alike; every other round in reverse order, because the
 * second may find warm caches.
 */
export async function interleaved(rounds, sides) {
  const results = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const turns = Object.entries(sides);
    if (round % 2 === 1) turns.reverse();
    for (const [name, run] of turns) results[name].push(await run());
  }
  return results;
}

export function table(title, rows) {
  console.log(`\n${title}`);
  console.table(rows);
}
