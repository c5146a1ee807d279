/**
 * Everything that is done with money, by many at once, killed again and again. In CI a short run; the long one is
 * `node bench/crash.mjs`. `SEED=` repeats a run's choices.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkLedger } from '../../src/ledger/check.ts';
import { moneyChecks } from '../../src/money-checks.ts';
import { connect, type Sql } from '../../src/platform/db/connect.ts';
import { connectionInfo } from '../../src/platform/db/embedded.ts';
import { randomOf } from '../../src/platform/random.ts';
import { send, signedIn } from './client.ts';
import { ask, newStory, type Shop, type Story, work } from './money-story.ts';
import { type Bundle, buildBundle, type Product, startProduct } from './product.ts';

const OPERATIONS = Number(process.env.OPERATIONS ?? 240);
const KILLS = Number(process.env.KILLS ?? 2);
const SHOPS = 4;
const seed = Number(process.env.SEED ?? 20_261_122);

let bundle: Bundle;
let folder: string;
let product: Product;
beforeAll(async () => {
  bundle = await buildBundle();
  folder = mkdtempSync(join(tmpdir(), 'daftar-kill-money-'));
  // Open to pass through, so that as root the database stays inside.
  execFileSync('chmod', ['755', folder]);
});
afterAll(async () => {
  product?.kill('SIGTERM');
  await product?.ended;
  rmSync(folder, { recursive: true, force: true });
});

const start = () =>
  startProduct(bundle, {
    DAFTAR_DATA_DIR: join(folder, 'data'),
    DAFTAR_REQUESTS_PER_MINUTE: '1000000',
    DAFTAR_LINK_MAILS_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_DAY: '1000',
    // Sixteen clients at one address and a few numbers, on purpose.
    DAFTAR_DECLINES_PER_TEN_MINUTES: '1000',
    DAFTAR_CODES_PER_HOUR: '1000',
    DAFTAR_CODE_GUESSES_PER_HOUR: '1000',
    DAFTAR_OPEN_CASH_ORDERS: '1000',
    DAFTAR_LOG_LEVEL: 'error',
  });
const running = () => connectionInfo(join(folder, 'data'))!;

/** The balances of all merchants together, and every rule of the ledger and of the nouns. */
const differences = (sql: Sql) => checkLedger(sql, { extraChecks: moneyChecks });

/** Asks of the product everything that was acknowledged before it was killed. */
async function expectAllThere(sql: Sql, story: Story): Promise<void> {
  const after = `seed ${seed}`;
  expect(await differences(sql), after).toEqual([]);
  const found = async (query: Promise<{ n: number }[]>) => (await query)[0]!.n;

  // What was acknowledged replays byte for byte; what was not happens exactly once.
  for (const made of story.created)
    expect((await ask(product, made)).raw, `${after} ${made.key}`).toBe(made.raw);
  for (const asked of story.unanswered.splice(0)) {
    const one = await ask(product, asked);
    if (one.status >= 300) continue;
    expect((await ask(product, asked)).raw, `${after} ${asked.key}`).toBe(one.raw);
    story.created.push({ ...asked, raw: one.raw });
  }
  const tables = { link: 'payment_links', refund: 'refunds', payout: 'payouts' } as const;
  for (const [kind, table] of Object.entries(tables)) {
    const acknowledged = story.created.filter((made) => made.kind === kind).length;
    const rows = await found(sql`select count(*)::int as n from ${sql(table)}`);
    expect(rows, `${after} ${table}`).toBe(acknowledged);
  }

  const attempts = await found(sql`
    select count(*)::int as n from payment_attempts
     where token = any (${story.attempts}) and state = 'succeeded' and counted`);
  expect(attempts, after).toBe(story.attempts.length);
  const paid = await found(sql`select count(*)::int as n from payment_attempts where state = 'succeeded'`);
  expect(paid, after).toBeLessThanOrEqual(story.begun.pay);

  const settled = await sql<{ reference: string }[]>`select reference from settlements`;
  const references = settled.map(({ reference }) => reference);
  expect(references, after).toEqual(expect.arrayContaining(story.settlements));
  expect(references.length, after).toBeLessThanOrEqual(story.begun.settle);

  const disputes = await sql<
    { reference: string; status: 0 | 1 | 2 }[]
  >`select reference, status from chargebacks`;
  const statuses = new Map(disputes.map(({ reference, status }) => [reference, status]));
  for (const [reference, status] of story.disputes) {
    // A decision that got no answer may have been taken.
    if (status !== 0) expect(statuses.get(reference), `${after} ${reference}`).toBe(status);
    else expect(statuses.has(reference), `${after} ${reference}`).toBe(true);
  }
  expect(disputes.length, after).toBeLessThanOrEqual(story.begun.dispute);

  for (const token of story.tokens) {
    const headers = { authorization: `Bearer ${token}` };
    const who = await send(product.origin, '/api/sandbox/merchant/available_balance', { headers });
    expect(who.status, after).toBe(200);
  }
}

/** Refunds that were promised go their way, unless their money was disputed meanwhile: then a person decides. And each payment that succeeded has its receipt. */
async function expectPromisesKept(sql: Sql): Promise<void> {
  const owed = () => sql`
    select 'refund' as owed, id from refunds where state = 'pending' and for_operator is distinct from 'disputed'
    union all
    select 'receipt', t.id from transactions t where t.status in (1, 3) and not t.is_payout and not exists (
      select from messages m where m.merchant_id = t.merchant_id and m.dedupe_key = 'receipt:email:' || t.id)
    union all
    select 'message', id from messages where state not in ('sent', 'kept')`;
  await vi.waitFor(async () => expect([...(await owed())], `seed ${seed}`).toEqual([]), {
    timeout: 100_000,
    interval: 100,
  });
  expect(await differences(sql), `seed ${seed}`).toEqual([]);
}

test(`killed ${KILLS} times in ${OPERATIONS} operations, the server loses nothing acknowledged and the ledger balances`, async () => {
  const random = randomOf(seed);
  product = await start();
  const shops: Shop[] = [];
  for (let serial = 1; serial <= SHOPS; serial += 1) {
    shops.push({ ...(await signedIn(product, serial)), links: [], payments: [], disputes: [] });
  }
  const story = newStory(shops);
  const began = performance.now();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { url, pid } = running();
    const operator = connect(url, { max: 4 });
    // Somewhere in the middle of its share, at a moment that the seed chooses.
    const share = Math.floor((OPERATIONS / KILLS) * (0.5 + random()));
    const count = kill === KILLS - 1 ? Math.max(1, OPERATIONS - story.done) : share;
    await work({ origin: product.origin, sql: operator, random }, story, count, () => {
      product.kill('SIGKILL');
      if (kill % 2 === 1) process.kill(pid, 'SIGKILL');
    });
    await product.ended;
    await operator.end({ timeout: 1 }).catch(() => {});
    product = await start();
    const sql = connect(running().url, { max: 2 });
    try {
      await expectAllThere(sql, story);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  const sql = connect(running().url, { max: 2 });
  try {
    await expectPromisesKept(sql);
    const [{ transfers }] = await sql<
      [{ transfers: number }]
    >`select count(*)::int as transfers from ledger_transfers`;
    const kinds = Object.fromEntries(
      (['link', 'refund', 'payout'] as const).map((kind) => [
        kind,
        story.created.filter((made) => made.kind === kind).length,
      ]),
    );
    console.info(
      JSON.stringify({
        seed,
        operations: story.done,
        kills: KILLS,
        seconds: Math.round((performance.now() - began) / 1000),
        ...kinds,
        payments: story.attempts.length,
        settlements: story.settlements.length,
        disputes: story.disputes.size,
        signIns: story.tokens.length,
        refused: story.refused,
        transfers,
      }),
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}, 600_000);
