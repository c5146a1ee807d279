/**
 * Payments and refunds at a processor's stand-in while the product is killed: in the end both books agree to the piastre.
 * The stand-in survives, as a bank would. `SEED=` repeats a run's choices.
 */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkLedger } from '../../src/ledger/check.ts';
import { moneyChecks } from '../../src/money-checks.ts';
import { connect, type Sql } from '../../src/platform/db/connect.ts';
import { connectionInfo } from '../../src/platform/db/embedded.ts';
import { randomOf } from '../../src/platform/random.ts';
import { startStandIn } from '../../src/processors/mpgs/stand-in.ts';
import type { PayerAct, StandIn } from '../../src/processors/stand-in.ts';
import { linkForm, PASSWORD, send, signedIn } from './client.ts';
import { type Bundle, buildBundle, freePort, type Product, startProduct } from './product.ts';

const PAYMENTS = Number(process.env.PAYMENTS ?? 20);
/** Where the kills fall: when the processor has done its part, and the product does not know it yet. */
const AIMS: readonly RegExp[] = [
  /^POST session, after/,
  /^the payer's pay/,
  /^GET order.*, after/,
  /^PUT order.*, after/,
];
const CLIENTS = 5;
const seed = Number(process.env.SEED ?? 20_261_123);
const random = randomOf(seed);

/** One payer's intentions, and how far they came; what a kill interrupted is done again. */
interface Payment {
  acts: PayerAct[];
  /** In piastres, each under an idempotency key of its own. */
  refunds: { key: string; piastres: number }[];
  page?: { path: string; ref: string };
  isBack?: boolean;
}

let folder: string;
let bundle: Bundle;
let env: Record<string, string>;
let product: Product;
let sql: Sql;
let standIn: StandIn;
let line: Server;
let authorization: string;
let linkPath: string;

/** The next kill falls on such a point, once so many have been passed; null: not now. */
let next: { aim: RegExp; pointsLeft: number } | null = null;
let isKilled = false;
/** Where each kill fell, for the record. */
const killedAt: string[] = [];

/** A point at which the product may be killed. */
function point(name: string): void {
  if (!next) return;
  next.pointsLeft -= 1;
  if (next.pointsLeft > 0 || !next.aim.test(name)) return;
  next = null;
  isKilled = true;
  killedAt.push(name);
  product.kill('SIGKILL');
}

/** Passes calls on to the stand-in: the product may be killed before one, or between its effect and its answer. */
async function startLine(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { method = 'GET', url, headers } = request;
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const what = `${method} ${url!
      .split('/')
      .slice(7)
      .join('/')
      .replaceAll(/[\w-]{16,}/g, '…')}`;
    point(`${what}, before`);
    const reply = await fetch(`${standIn.url}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body }),
    });
    const answer = await reply.text();
    point(`${what}, after`);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function start(): Promise<void> {
  product = await startProduct(bundle, env);
  sql = connect(connectionInfo(env.DAFTAR_DATA_DIR!)!.url, { max: 2 });
}

beforeAll(async () => {
  bundle = await buildBundle();
  folder = mkdtempSync(join(tmpdir(), 'daftar-kill-live-'));
  // Open to pass through, so that as root the database stays inside.
  execFileSync('chmod', ['755', folder]);
  const port = String(await freePort());
  env = {
    PORT: port,
    // The stand-in sends notifications to the same address after each kill.
    DAFTAR_PUBLIC_URL: `http://127.0.0.1:${port}`,
    DAFTAR_DATA_DIR: join(folder, 'data'),
    DAFTAR_REQUESTS_PER_MINUTE: '1000000',
    // All payers come from one address.
    DAFTAR_DECLINES_PER_TEN_MINUTES: '1000',
    DAFTAR_LOG_LEVEL: 'error',
  };
  standIn = await startStandIn({ mode: 'live', retryMilliseconds: 100 });
  standIn.notifications = 'sent';
  line = await startLine();
  await start();

  const { email } = await signedIn(product, 1);
  await sql`update merchants set status = 3 where email = ${email}`;
  const login = await send(product.origin, '/api/merchant/login', { body: { email, password: PASSWORD } });
  authorization = `Bearer ${login.body.data.access_token}`;
  const { methods, currencies, credentials, notificationSecret } = standIn.settings;
  const file = join(folder, 'account.json');
  writeFileSync(
    file,
    JSON.stringify({
      ...{ adapter: 'mpgs', mode: 'live', scope: 'provider', methods, currencies, credentials },
      base_url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
      notification_secret: notificationSecret,
    }),
  );
  const ops = join(dirname(bundle.main), 'ops.js');
  await promisify(execFile)(process.execPath, [ops, 'processor', 'add', file], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DAFTAR_DEMO: 'no', ...env } as never,
  });
  const made = await send(product.origin, '/api/merchant/payment_links/create', {
    body: { ...linkForm('Rent', 1_000), require_email: false },
    headers: { authorization },
  });
  expect(made.status, made.raw).toBeLessThan(300);
  linkPath = new URL(made.body.data.link).pathname;
}, 300_000);
afterAll(async () => {
  product?.kill('SIGTERM');
  await product?.ended;
  await sql?.end({ timeout: 1 });
  await standIn?.close();
  line?.closeAllConnections();
  line?.close();
  rmSync(folder, { recursive: true, force: true });
});

function newPayment(serial: number): Payment {
  const acts: PayerAct[] = random() < 0.2 ? ['decline', 'pay'] : random() < 0.1 ? ['leave'] : ['pay'];
  const part = () => 1 + Math.floor(random() * 7_000);
  const refunds = [() => [], () => [15_025], () => [part()], () => [part(), part()]];
  const amounts: number[] = acts.includes('leave') ? [] : refunds[Math.floor(random() * refunds.length)]!();
  return {
    acts,
    refunds: amounts.map((piastres, place) => ({ key: `refund-${serial}-${place}`, piastres })),
  };
}

/**
 * Waits until a payment is booked: after a kill the way back may not ask a second time, and the notification that the
 * processor repeats brings it. @returns the transaction's id @throws Error when the product was killed meanwhile
 */
async function bookedId(ref: string): Promise<number> {
  const find = async () => {
    if (isKilled) return -1;
    const [booked] = await sql<{ id: number }[]>`
      select t.id from transactions t
        join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
       where a.external_ref = ${ref} and t.status in (1, 3)`;
    return booked?.id;
  };
  const id = (await vi.waitUntil(find, { timeout: 100_000, interval: 50 }))!;
  if (id < 0) throw new Error('the product was killed');
  return id;
}

/** Goes on with a payment where it was interrupted. */
async function goOn(payment: Payment): Promise<void> {
  const { origin } = product;
  if (!payment.page) {
    point('start');
    const started = await send(origin, linkPath, { body: 'method=1' });
    expect(started.status, started.raw).toBe(303);
    const path = started.headers.get('location')!.split('?')[0]!;
    const [row] = await sql<{ ref: string }[]>`
      select external_ref as ref from payment_attempts where token = ${path.split('/').at(-1)!}`;
    payment.page = { path, ref: row!.ref };
  }
  const { path, ref } = payment.page;
  // The payer is at the bank, which does not notice that we were killed.
  for (let act = payment.acts.shift(); act; act = payment.acts.shift()) {
    await standIn.act(ref, act);
    point(`the payer's ${act}`);
  }
  if (!payment.isBack) {
    const back = await send(origin, path.replace('/pay/', '/pay/return/'));
    expect(back.status, back.raw).toBe(303);
    point('return');
    payment.isBack = true;
  }
  for (let refund = payment.refunds[0]; refund; refund = payment.refunds[0]) {
    const id = await bookedId(ref);
    const reply = await send(origin, `/api/merchant/transactions/${id}/refunds`, {
      body: { amount: refund.piastres / 100, reason: 'Came broken' },
      headers: { authorization, 'idempotency-key': refund.key },
    });
    expect(reply.status, reply.raw).toBeLessThan(300);
    point('refund');
    payment.refunds.shift();
  }
}

/** Lets the clients work until all is done, or the product is killed. @returns whether all is done */
async function work(waiting: Payment[]): Promise<boolean> {
  const open = new Set<Payment>();
  const client = async () => {
    while (!isKilled) {
      const payment = waiting.shift();
      if (!payment) return;
      open.add(payment);
      try {
        await goOn(payment);
        open.delete(payment);
      } catch (error) {
        // A cut connection is expected after a kill; any failure before it is one.
        if (!isKilled) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  waiting.unshift(...open);
  return waiting.length === 0;
}

const byRef = (one: { externalRef: string }, other: { externalRef: string }) =>
  one.externalRef < other.externalRef ? -1 : 1;
const theirs = () => standIn.books().sort(byRef);
/** What we say that each payment brought and gave back. */
const ours = async () =>
  (
    await sql<{ externalRef: string; receivedPiastres: number; refundedPiastres: number }[]>`
      select a.external_ref as "externalRef", t.charged_piastres as "receivedPiastres",
             t.refunded_piastres as "refundedPiastres"
        from transactions t join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
       where t.mode = 'live' and t.status in (1, 3)`
  )
    .map((row) => ({ ...row }))
    .sort(byRef);

/** Lets the running product ask about everything that is still open, as if its time had come. */
async function askAboutAll(): Promise<void> {
  await sql`update payment_attempts set next_ask_at = now() - interval '1 minute' where next_ask_at is not null`;
  await sql`update refunds set created_at = created_at - interval '1 hour', tried_at = tried_at - interval '1 hour'
             where state = 'pending'`;
  await sql`select graphile_worker.add_job(name, '{}'::json)
              from unnest(array['expire-attempts', 'follow-up-refunds']) as name`;
}

/** Whether no refund is pending, and the running product has asked about every payment. */
async function isAllAnswered(): Promise<boolean> {
  const [{ open }] = await sql<[{ open: number }]>`
    select (select count(*) from refunds where state = 'pending')
         + (select count(*) from graphile_worker.jobs
             where task_identifier in ('expire-attempts', 'follow-up-refunds'))
         + (select count(*) from processor_notifications where state = 'received') as open`;
  return open === 0;
}

test(`killed ${AIMS.length} times in ${PAYMENTS} live payments, the product's books agree with the processor's`, async () => {
  const waiting = Array.from({ length: PAYMENTS }, (_, serial) => newPayment(serial));
  const wanted = waiting.filter(({ acts }) => acts.includes('pay')).length;
  const refundsAsked = waiting.flatMap(({ refunds }) => refunds.map(({ piastres }) => piastres));
  const record = () => `seed ${seed}, killed at: ${killedAt.join('; ')}`;
  for (const aim of AIMS) {
    next = { aim, pointsLeft: 5 + Math.floor(random() * 25) };
    expect(await work(waiting), 'the payments were done before a kill').toBe(false);
    await product.ended;
    await sql.end({ timeout: 1 });
    isKilled = false;
    await start();
    expect(await checkLedger(sql, { extraChecks: moneyChecks }), record()).toEqual([]);
  }
  expect(await work(waiting), record()).toBe(true);

  // Payers whose page never came from us pay all the same, where the processor knows the order.
  const unanswered = await sql<{ ref: string }[]>`
    select external_ref as ref from payment_attempts where mode = 'live' and state = 'pending'`;
  let lost = 0;
  for (const { ref } of unanswered) {
    await standIn.act(ref, 'pay').then(
      () => (lost += 1),
      () => undefined,
    );
  }

  await askAboutAll();
  await vi.waitUntil(isAllAnswered, { timeout: 100_000, interval: 100 });
  expect(await ours(), record()).toEqual(theirs());
  const sum = (piastres: readonly number[]) => piastres.reduce((total, each) => total + each, 0);
  const booked = theirs();
  expect(booked.length, record()).toBeGreaterThanOrEqual(wanted);
  expect(sum(booked.map(({ refundedPiastres }) => refundedPiastres)), record()).toBe(sum(refundsAsked));
  expect(await checkLedger(sql, { extraChecks: moneyChecks }), record()).toEqual([]);
  console.info(
    JSON.stringify({ seed, killedAt, payments: booked.length, lost, refunds: refundsAsked.length }),
  );
}, 600_000);
