// A payment by card end to end over HTTP, from the payment page to the page that says it is paid: in live mode through
// the stand-in of Mastercard Gateway (start, the processor's page, return, notification), and in test mode in the sandbox.
// No jobs run: the return asks and books, the notification is stored. The stand-in is a process of its own, whose processor time is a column of its own; PostgreSQL's is in none.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, interleaved, median, newMerchant, root, sized, startProduct, table } from './support.mjs';

const CLIENTS = 8;
const PAYMENTS = sized(60, 8);
const ROUNDS = sized(3);
/** Linux counts processor time in hundredths of a second. */
const TICK_MILLISECONDS = 10;

/** The account is added by a process of its own, which needs the same secret. */
process.env.DAFTAR_SECRET ??= 'of one measurement, and of nobody else';

/** Milliseconds of processor time that a process has used. */
function processorTime(pid) {
  const [, fields] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * TICK_MILLISECONDS;
}

async function startStandIn() {
  const child = spawn(process.execPath, ['server/dist/stand-in.js', 'mpgs', '--live'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A failed measurement leaves no process running.
  process.once('exit', () => child.kill('SIGTERM'));
  let said = '';
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.trimEnd().endsWith('\n}')) break;
  }
  return { pid: child.pid, child, account: JSON.parse(said.slice(said.indexOf('{'))) };
}

const product = await startProduct();
const sql = connect(product.databaseUrl);
const merchant = await newMerchant(product, sql);
const standIn = await startStandIn();

const folder = mkdtempSync(join(tmpdir(), 'daftar-bench-account-'));
const ops = async (...args) => {
  const env = { ...process.env, DATABASE_URL: product.databaseUrl, DAFTAR_PUBLIC_URL: product.url };
  const done = await promisify(execFile)(process.execPath, ['server/dist/ops.js', 'processor', ...args], {
    cwd: root,
    env,
  });
  return done.stdout;
};
const file = join(folder, 'account.json');
writeFileSync(file, JSON.stringify(standIn.account));
const [account] = (await ops('add', file)).split(' ');
rmSync(folder, { recursive: true });

/** Asks, and insists on the status. */
async function ask(url, status, form) {
  const body = form && new URLSearchParams(form);
  const reply = await fetch(url, { method: body ? 'POST' : 'GET', body, redirect: 'manual' });
  const text = await reply.text();
  if (reply.status !== status) throw new Error(`${url}: ${reply.status} ${text.slice(0, 500)}`);
  return { text, next: new URL(reply.headers.get('location') ?? '', url).href };
}

async function payInSandbox(link) {
  await ask(link, 200);
  const card = { card_number: '4242424242424242', card_expiry: '12/39', card_cvv: '739', card_name: 'M' };
  const { next } = await ask(link, 303, { method: '1', ...card });
  await ask(next, 200);
}

async function payAtStandIn(link) {
  await ask(link, 200);
  const started = await ask(link, 303, { method: '1' });
  const { text } = await ask(started.next, 200);
  const there = text.match(/http:\/\/127\.0\.0\.1:\d+\/checkout\/pay\/[\w-]+/)?.[0];
  if (!there) throw new Error(`no way to the processor in ${text.slice(0, 2_000)}`);
  const paid = await ask(there, 303, { number: '5123450000000008', expiry: '01/39', code: '100', name: 'M' });
  const back = await ask(paid.next, 303);
  await ask(back.next, 200);
}

async function newLink(base) {
  const reply = await fetch(`${product.url}${base}/merchant/payment_links/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${merchant.token}` },
    body: JSON.stringify({
      invoice_name: 'Bench',
      currency_id: 1,
      amount: 100,
      language: 2,
      due_date: '2099-01-01T00:00:00Z',
      max_payment_count: PAYMENTS,
    }),
  });
  const made = await reply.json();
  if (!reply.ok) throw new Error(JSON.stringify(made));
  return { url: made.data.link, id: made.data.id };
}

/** @returns payments/s, and milliseconds of processor time per payment */
const side = (base, pay) => async () => {
  const link = await newLink(base);
  const before = [product.pid, standIn.pid].map(processorTime);
  const began = performance.now();
  let left = PAYMENTS;
  const client = async () => {
    while (left > 0) {
      left -= 1;
      await pay(link.url);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const seconds = (performance.now() - began) / 1000;
  const used = [product.pid, standIn.pid].map((pid, place) => processorTime(pid) - before[place]);
  const [{ booked }] = await sql`
    select count(*)::int as booked from transactions where source_kind = 'payment-link' and source_id = ${link.id} and status = 1`;
  if (booked !== PAYMENTS) throw new Error(`${booked} of ${PAYMENTS} payments are booked`);
  return { rate: PAYMENTS / seconds, server: used[0] / PAYMENTS, standIn: used[1] / PAYMENTS };
};

const sides = { sandbox: side('/api/sandbox', payInSandbox), live: side('/api', payAtStandIn) };
// Neither side is measured while code is compiled.
for (const run of Object.values(sides)) await run();
const results = await interleaved(ROUNDS, sides);
const middle = (name, what) => median(results[name].map((result) => result[what]));
const row = (name, requests) => ({
  'requests to Daftar': requests,
  'payments/s': middle(name, 'rate').toFixed(1),
  'server, ms of processor': middle(name, 'server').toFixed(1),
  'payments/s of one core': (1000 / middle(name, 'server')).toFixed(0),
  'stand-in, ms of processor': middle(name, 'standIn').toFixed(1),
  'server, ratio': (middle(name, 'server') / middle('sandbox', 'server')).toFixed(2),
});
table(`${PAYMENTS} payments, ${CLIENTS} clients, median of ${ROUNDS} interleaved rounds`, {
  'sandbox, test mode': row('sandbox', 3),
  'Mastercard Gateway, live mode': row('live', '5 and a notification'),
});
await ops('off', account);
standIn.child.kill();
await once(standIn.child, 'exit');
await sql.end();
await product.stop();
