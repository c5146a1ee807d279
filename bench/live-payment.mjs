// A payment by card end to end over HTTP, from the payment page to the page that says it is paid: in live mode through
// the stand-in of Mastercard Gateway (start, the processor's page, return, notification); the same requests, rows and
// calls without any rule (`bare-server.mjs`); and in test mode in the sandbox. Then what adapters add to the bytes that
// they exchange (`adapter-calls.mjs`), of the processor time of that payment.
// No jobs run: the return asks and books, the notification is stored. The stand-in is a process of its own, whose
// processor time is a column of its own; PostgreSQL's is in none.
import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import {
  connect,
  interleaved,
  median,
  newMerchant,
  processorTime,
  root,
  sized,
  startProduct,
  table,
} from './support.mjs';

const CLIENTS = sized(8, 2);
const PAYMENTS = sized(60, 2);
const ROUNDS = sized(3);
/** Payments of a turn in which an adapter is called alone. */
const CALLS = sized(400, 4);
const CALL_ROUNDS = sized(5);

/** The account is added by a process of its own, which needs the same secret. */
process.env.DAFTAR_SECRET ??= 'of one measurement, and of nobody else';

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

const CARD = { number: '5123450000000008', expiry: '01/39', code: '100', name: 'M' };
const STAND_IN_PAGE = /http:\/\/127\.0\.0\.1:\d+\/checkout\/pay\/[\w-]+/;

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
  const there = text.match(STAND_IN_PAGE)?.[0];
  if (!there) throw new Error(`no way to the processor in ${text.slice(0, 2_000)}`);
  const paid = await ask(there, 303, CARD);
  const back = await ask(paid.next, 303);
  await ask(back.next, 200);
}

/** The pages of a live payment, for the server without rules to show. */
async function pagesOf(url) {
  const { text: link } = await ask(url, 200);
  const started = await ask(url, 303, { method: '1' });
  const { text: attempt } = await ask(started.next, 200);
  const there = attempt.match(STAND_IN_PAGE)[0];
  const paid = await ask(there, 303, CARD);
  const back = await ask(paid.next, 303);
  const { text: receipt } = await ask(back.next, 200);
  return { there, pages: { link, attempt, receipt } };
}

async function newLink(base, of = merchant) {
  const reply = await fetch(`${product.url}${base}/merchant/payment_links/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${of.token}` },
    body: JSON.stringify({
      invoice_name: 'Bench',
      currency_id: 1,
      amount: 100,
      language: 2,
      due_date: '2099-01-01T00:00:00Z',
      // The rows without rules close no link.
      max_payment_count: PAYMENTS + 1,
    }),
  });
  const made = await reply.json();
  if (!reply.ok) throw new Error(JSON.stringify(made));
  return { url: made.data.link, id: made.data.id };
}

/**
 * @param place where the link is paid: its merchant, the API that makes it, and the server that answers, if not ours
 * @returns payments/s, and milliseconds of processor time per payment
 */
const side =
  (pay, base, { of = merchant, pid = product.pid, addressOf = ({ url }) => url } = {}) =>
  async () => {
    const link = await newLink(base, of);
    const before = [pid, standIn.pid].map((each) => processorTime(each));
    const began = performance.now();
    let left = PAYMENTS;
    const client = async () => {
      while (left > 0) {
        left -= 1;
        await pay(addressOf(link));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const seconds = (performance.now() - began) / 1000;
    const used = [pid, standIn.pid].map((each, place) => processorTime(each) - before[place]);
    const [{ booked }] = await sql`
    select count(*)::int as booked from transactions
     where merchant_id = ${of.id} and source_kind = 'payment-link' and source_id = ${link.id} and status = 1`;
    if (booked !== PAYMENTS) throw new Error(`${booked} of ${PAYMENTS} payments are booked`);
    return { rate: PAYMENTS / seconds, server: used[0] / PAYMENTS, standIn: used[1] / PAYMENTS };
  };

/** Starts the server without rules, whose rows are of a merchant of its own. */
async function startBare() {
  const of = await newMerchant(product, sql, 2);
  const child = fork(join(root, 'bench/bare-server.mjs'));
  process.once('exit', () => child.kill('SIGTERM'));
  const made = await newLink('/api');
  const shown = { ...(await pagesOf(made.url)), account: standIn.account, accountId: Number(account) };
  child.send({ databaseUrl: product.databaseUrl, merchantId: of.id, ...shown });
  const [origin] = await once(child, 'message');
  return { child, of, pid: child.pid, addressOf: ({ id }) => `${origin}/pay/${id}` };
}

/** What adapters add, measured in a process of its own. @returns by adapter, milliseconds of each round */
async function callsOfAdapters() {
  const outDir = join(root, 'server/dist/bench-calls');
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(root, 'server'),
    ssr: { noExternal: ['@daftar/contract'], target: 'node' },
    build: {
      ssr: join(root, 'bench/adapter-calls.mjs'),
      outDir,
      emptyOutDir: true,
      target: 'node20',
      // Files called `.js` in `server/dist` are CommonJS.
      rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
  const child = fork(join(outDir, 'adapter-calls.mjs'), [CALLS, CALL_ROUNDS].map(String));
  process.once('exit', () => child.kill('SIGTERM'));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the calls of adapters ended with ${code}`);
  });
  const [compared] = await Promise.race([once(child, 'message'), ended]);
  child.disconnect();
  await ended.catch(() => {});
  return compared;
}

const bare = await startBare();
const sides = {
  sandbox: side(payInSandbox, '/api/sandbox'),
  live: side(payAtStandIn, '/api'),
  bare: side(payAtStandIn, '/api', bare),
};
// No side is measured while code is compiled.
for (const run of sized(Object.values(sides), [])) await run();
const results = await interleaved(ROUNDS, sides);
const compared = await callsOfAdapters();
const middle = (name, what) => median(results[name].map((result) => result[what]));
const row = (name, requests) => ({
  requests,
  'payments/s': middle(name, 'rate').toFixed(1),
  'server, ms of processor': middle(name, 'server').toFixed(1),
  'payments/s of one core': (1000 / middle(name, 'server')).toFixed(0),
  'stand-in, ms of processor': middle(name, 'standIn').toFixed(1),
  'server, ratio': (middle(name, 'server') / middle('live', 'server')).toFixed(2),
});
table(`${PAYMENTS} payments, ${CLIENTS} clients, median of ${ROUNDS} interleaved rounds`, {
  'Mastercard Gateway, live mode': row('live', '5 and a notification'),
  'the same, no rules': row('bare', '5 and a notification'),
  'sandbox, test mode': row('sandbox', 3),
});
table(
  `calls of one payment, ms of processor time, ${CALLS} payments a turn, median of ${CALL_ROUNDS} rounds`,
  Object.fromEntries(
    compared.map(({ name, calls, adapter, fetched }) => {
      const [whole, bytes] = [median(adapter), median(fetched)];
      const added = whole - bytes;
      return [
        name,
        {
          calls,
          'through the adapter': whole.toFixed(2),
          'the same bytes by fetch': bytes.toFixed(2),
          'the adapter adds': added.toFixed(2),
          'of the live payment': `${((100 * added) / middle('live', 'server')).toFixed(1)} %`,
        },
      ];
    }),
  ),
);
await ops('off', account);
bare.child.kill();
standIn.child.kill();
await Promise.all([bare.child, standIn.child].map((child) => once(child, 'exit')));
await sql.end();
await product.stop();
