import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../tests/kit/server.ts';
import { jobHandlers } from './jobs.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The retention of each table. */
const KEPT = {
  limit_uses: 0,
  idempotency_keys: 25 * HOUR,
  email_tokens: DAY,
  proofs_awaited: HOUR,
  sessions: 30 * DAY,
  operator_sessions: 30 * DAY,
  webhook_events: 30 * DAY,
  sandbox_payments: 365 * DAY,
};

/** Inserts a row of this name and age into each table. */
async function leave(name: string, ago: (kept: number) => number) {
  const { merchantId, userId } = await daftar.merchant();
  const { email } = await daftar.operator();
  const now = daftar.clock.now();
  const at = (table: keyof typeof KEPT) => new Date(now.getTime() - ago(KEPT[table]));
  const hash = Buffer.from(name);
  const { db } = daftar.app;
  await db`
    insert into limit_uses (merchant_id, subject, uses, expires_at)
    values (${merchantId}, rpad(${name}, 43), array[${now}]::timestamptz[], ${at('limit_uses')})`;
  await db`
    insert into idempotency_keys (merchant_id, mode, key, request_hash, created_at)
    values (${merchantId}, 'live', ${name}, ${hash}, ${at('idempotency_keys')})`;
  await db`
    insert into email_tokens (token_hash, merchant_id, user_id, purpose, expires_at)
    values (${hash}, ${merchantId}, ${userId}, 'reset-password', ${at('email_tokens')})`;
  await db`
    insert into proofs_awaited (token_hash, purpose, merchant_id, user_id, created_at, expires_at)
    values (${hash}, 'second-step', ${merchantId}, ${userId}, ${now}, ${at('proofs_awaited')})`;
  await db`
    insert into sessions (merchant_id, id, user_id, refresh_hash, remember_me, user_agent, expires_at)
    values (${merchantId}, gen_random_uuid(), ${userId}, ${hash}, true, ${name}, ${at('sessions')})`;
  await db`
    insert into operator_sessions (token_hash, operator_id, address, user_agent, created_at, last_seen_at, expires_at)
    select ${hash}, id, '', ${name}, ${now}, ${now}, ${at('operator_sessions')} from operators where email = ${email}`;
  await db`
    insert into webhook_events (merchant_id, mode, message_id, type, payload, created_at)
    values (${merchantId}, 'live', ${name}, 'test', '{}', ${at('webhook_events')})`;
  await db`
    with paid as (
      insert into sandbox_payments (merchant_id, order_id, payment_method, state, amount_piastres, reference,
        refunded_piastres, created_at, updated_at)
      values (${merchantId}, ${name}, 1, 'succeeded', 100, '', 100, ${at('sandbox_payments')}, ${now})
      returning merchant_id, order_id)
    insert into sandbox_refunds (merchant_id, order_id, refund_key, amount_piastres, created_at)
    select merchant_id, order_id, 'key', 100, ${now} from paid`;
}

/** Lists the tables that still have the row of this name. */
async function left(name: string): Promise<string[]> {
  const hash = Buffer.from(name);
  const rows = await daftar.app.db<{ table: string }[]>`
    select 'limit_uses' as table from limit_uses where subject = rpad(${name}, 43)
    union all select 'idempotency_keys' from idempotency_keys where key = ${name}
    union all select 'email_tokens' from email_tokens where token_hash = ${hash}
    union all select 'proofs_awaited' from proofs_awaited where token_hash = ${hash}
    union all select 'sessions' from sessions where user_agent = ${name}
    union all select 'operator_sessions' from operator_sessions where user_agent = ${name}
    union all select 'webhook_events' from webhook_events where message_id = ${name}
    union all select 'sandbox_payments' from sandbox_payments where order_id = ${name}`;
  return rows.map(({ table }) => table).sort();
}

test('expired rows are deleted, and no row before it expires', async () => {
  await leave('a second too old', (kept) => kept + 1_000);
  await leave('just young enough', (kept) => kept - 1_000);
  await jobHandlers({ email: null, sms: null })['forget-old-rows']!(daftar.app, {});
  expect(await left('a second too old')).toEqual([]);
  expect(await left('just young enough')).toEqual(Object.keys(KEPT).sort());
});

test('a backlog of any size is deleted in statements of at most two thousand rows', async () => {
  const { merchantId, userId } = await daftar.merchant();
  const { email } = await daftar.operator();
  const { db, clock } = daftar.app;
  const old = new Date(clock.now().getTime() - 40 * DAY);
  const rows = 4_100;
  const hash = db`decode(lpad(to_hex(n), 64, '0'), 'hex')`;
  const from = db`from generate_series(1, ${rows}) n`;
  await db`
    insert into limit_uses (merchant_id, subject, uses, expires_at)
    select 0, lpad(n::text, 43, '0'), '{}', ${old} ${from}`;
  await db`
    insert into idempotency_keys (merchant_id, mode, key, request_hash, created_at)
    select ${merchantId}, 'live', n::text, '', ${old} ${from}`;
  await db`
    insert into email_tokens (token_hash, merchant_id, user_id, purpose, expires_at)
    select ${hash}, ${merchantId}, ${userId}, 'reset-password', ${old} ${from}`;
  await db`
    insert into proofs_awaited (token_hash, purpose, merchant_id, user_id, created_at, expires_at)
    select ${hash}, 'second-step', ${merchantId}, ${userId}, ${old}, ${old} ${from}`;
  await db`
    insert into sessions (merchant_id, id, user_id, refresh_hash, remember_me, expires_at)
    select ${merchantId}, gen_random_uuid(), ${userId}, '', true, ${old} ${from}`;
  await db`
    insert into operator_sessions (token_hash, operator_id, address, user_agent, created_at, last_seen_at, expires_at)
    select ${hash}, id, '', '', ${old}, ${old}, ${old} from operators, generate_series(1, ${rows}) n where email = ${email}`;
  await db`
    insert into webhook_events (merchant_id, mode, message_id, type, payload, created_at)
    select ${merchantId}, 'live', 'backlog ' || n, 'test', '{}', ${old} ${from}`;
  await db`
    insert into sandbox_payments (merchant_id, order_id, payment_method, state, amount_piastres, reference, created_at,
      updated_at)
    select ${merchantId}, n::text, 1, 'failed', 100, '', ${old}::timestamptz - interval '1 year', ${old} ${from}`;
  await db`create table taken (name text, rows integer)`;
  await db.unsafe(`
    create function count_taken() returns trigger language plpgsql as $$
    begin insert into taken select tg_table_name, count(*) from gone; return null; end $$`);
  for (const table of Object.keys(KEPT)) {
    await db.unsafe(`
      create trigger count_taken after delete on ${table} referencing old table as gone
      for each statement execute function count_taken()`);
  }
  await jobHandlers({ email: null, sms: null })['forget-old-rows']!(daftar.app, {});
  const taken = await db<{ name: string; most: number; all: number }[]>`
    select name, max(rows) as most, sum(rows)::int as all from taken group by name order by name`;
  expect(taken.map(({ name }) => name)).toEqual(Object.keys(KEPT).sort());
  for (const { name, most, all } of taken) {
    expect(most, name).toBeLessThanOrEqual(2_000);
    expect(all, name).toBeGreaterThanOrEqual(rows);
  }
});
