/** Killed in the middle of everything: what was acknowledged is there, what was not is whole or absent. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { checkLedger } from '../../src/ledger/check.ts';
import { moneyChecks } from '../../src/money-checks.ts';
import { connect, type Sql } from '../../src/platform/db/connect.ts';
import { connectionInfo } from '../../src/platform/db/embedded.ts';
import { randomOf } from '../../src/platform/random.ts';
import { CREATE_LINK, cardPost, linkForm, send, signedIn, signUpForm } from './client.ts';
import { type Bundle, buildBundle, type Product, startProduct } from './product.ts';

let bundle: Bundle;
let folder: string;
let product: Product;

beforeAll(async () => {
  bundle = await buildBundle();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-kill-'));
  // Open to pass through, so that as root the database stays inside.
  execFileSync('chmod', ['755', folder]);
});
afterEach(async () => {
  product.kill('SIGTERM');
  await product.ended;
  rmSync(folder, { recursive: true, force: true });
});

const start = () =>
  startProduct(bundle, {
    DAFTAR_DATA_DIR: join(folder, 'data'),
    DAFTAR_REQUESTS_PER_MINUTE: '1000000',
    DAFTAR_LINK_MAILS_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_HOUR: '1000',
    DAFTAR_TRIAL_MESSAGES_PER_DAY: '1000',
    DAFTAR_LOG_LEVEL: 'error',
  });

/** What clients were told, and what they asked for without being told. */
interface Story {
  signUps: string[];
  links: { key: string; name: string; raw: string }[];
  payments: { email: string; attempt: string }[];
  unanswered: { key: string; name: string }[];
}

/** Mixed writes by many until the product is killed, at an acknowledgement that the seed chooses. */
async function writeUntilKilled(authorization: string, random: () => number): Promise<Story> {
  const story: Story = { signUps: [], links: [], payments: [], unanswered: [] };
  const killAt = 20 + Math.floor(random() * 60);
  let acknowledged = 0;
  let serial = 100;
  let killed = false;
  const acknowledge = () => {
    acknowledged += 1;
    if (acknowledged !== killAt) return;
    killed = true;
    product.kill('SIGKILL');
  };
  const signUp = async () => {
    const form = signUpForm(++serial);
    const reply = await send(product.origin, '/api/merchant/register', { body: form });
    if (reply.status !== 200) throw new Error(`register: ${reply.raw}`);
    story.signUps.push(form.email);
    acknowledge();
  };
  const createAndPay = async () => {
    const id = ++serial;
    const asked = { key: `key-${id}`, name: `Link ${id}` };
    story.unanswered.push(asked);
    const made = await create(authorization, asked);
    if (made.status !== 200) throw new Error(`create: ${made.raw}`);
    story.unanswered.splice(story.unanswered.indexOf(asked), 1);
    story.links.push({ ...asked, raw: made.raw });
    acknowledge();
    const email = `payer${id}@example.com`;
    const path = new URL(made.body.data.link).pathname;
    const paid = await send(product.origin, path, { body: cardPost({ email }) });
    if (paid.status !== 303) throw new Error(`pay: ${paid.status}`);
    story.payments.push({ email, attempt: paid.headers.get('location')!.split('/').at(-1)! });
    acknowledge();
  };
  const client = async () => {
    while (!killed) {
      const write = random() < 0.2 ? signUp : createAndPay;
      await write().catch((error: Error) => {
        // A cut connection is what we came for; an answer that is no success is not.
        if (!killed) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: 6 }, client));
  await product.ended;
  return story;
}

const create = (authorization: string, { key, name }: { key: string; name: string }) =>
  send(product.origin, CREATE_LINK, {
    body: { ...linkForm(name, 3), due_date: '2039-01-01T00:00:00Z' },
    headers: { authorization, 'idempotency-key': key },
  });

/** Objects of which a part is missing. */
const halves = (sql: Sql) => sql`
  select 'merchant' as half, m.id from merchants m
   where not exists (select from roles where merchant_id = m.id and is_first)
      or not exists (select from users u join people p on p.id = u.person_id where u.merchant_id = m.id)
      or (select count(*) from merchant_settings where merchant_id = m.id) <> 2
      or not exists (select from email_tokens where merchant_id = m.id)
      or not exists (select from messages where merchant_id = m.id)
  union all
  select 'link', p.id from payment_links p
   where not exists (select from pay_tokens t where t.kind = 'payment-link' and t.payable_id = p.id and t.token = p.token)
      or not exists (select from audit_log where merchant_id = p.merchant_id and subject = 'payment-link:' || p.id)
  union all
  select 'token', payable_id from pay_tokens t where not exists (select from payment_links p where p.token = t.token)
  union all
  select 'attempt', a.id from payment_attempts a
   where not exists (select from transactions t where t.merchant_id = a.merchant_id and t.id = a.transaction_id)
  union all
  select 'idempotency key', 0 from idempotency_keys where body is null`;

// About ten seconds on two idle cores; a busy machine takes longer.
test('kill -9 during mixed writes loses nothing acknowledged and leaves nothing half-written', {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env.SEED ?? 20_261_122);
  const random = randomOf(seed);
  product = await start();
  const { authorization } = await signedIn(product, 1);
  const story = await writeUntilKilled(authorization, random);
  const after = `seed ${seed}`;

  product = await start();
  const { url } = connectionInfo(join(folder, 'data'))!;
  const sql = connect(url, { max: 2 });
  try {
    expect(await checkLedger(sql, { extraChecks: moneyChecks }), after).toEqual([]);
    expect([...(await halves(sql))], after).toEqual([]);
    const people = await sql<{ email: string }[]>`select email from people`;
    expect(
      people.map(({ email }) => email),
      after,
    ).toEqual(expect.arrayContaining(story.signUps));
    const attempts = story.payments.map(({ attempt }) => attempt);
    const paid = await sql`
      select from payment_attempts where token = any (${attempts}) and state = 'succeeded' and counted`;
    expect(paid.length, after).toBe(attempts.length);

    // The same key again: the same reply for what was acknowledged, exactly one for what was not.
    for (const asked of story.links) expect((await create(authorization, asked)).raw, after).toBe(asked.raw);
    for (const asked of story.unanswered) {
      const [one, two] = [await create(authorization, asked), await create(authorization, asked)];
      expect(one.status, after).toBe(200);
      expect(two.raw, after).toBe(one.raw);
    }
    const names = await sql<{ name: string; n: number }[]>`
      select invoice_name as name, count(*)::int as n from payment_links group by 1`;
    expect(
      names.filter(({ n }) => n !== 1),
      after,
    ).toEqual([]);
    expect(names.map(({ name }) => name).sort(), after).toEqual(
      [...story.links, ...story.unanswered].map(({ name }) => name).sort(),
    );

    // Every promise is kept: each payment that succeeded has its receipt, and each message has gone its way.
    const owed = () => sql`
      select t.id from transactions t where t.status = 1 and not exists (
        select from messages m where m.merchant_id = t.merchant_id and m.dedupe_key = 'receipt:email:' || t.id)
      union all select id from messages where state not in ('sent', 'kept')`;
    await vi.waitUntil(async () => (await owed()).length === 0, { timeout: 100_000, interval: 100 });
    const twice = await sql`
      select recipient from messages where dedupe_key like 'receipt:%' group by recipient having count(*) > 1`;
    expect([...twice], after).toEqual([]);
    expect(await checkLedger(sql, { extraChecks: moneyChecks }), after).toEqual([]);
  } finally {
    await sql.end({ timeout: 1 });
  }
});
