/** What opens an account is told to one person: a dump of the database, its queue and the log shows none of it to anybody else. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from '../../src/app.ts';
import { AccessTokens } from '../../src/auth/tokens.ts';
import { jobHandlers } from '../../src/jobs.ts';
import { readOutbox } from '../../src/messages/outbox.ts';
import { deriveKey, guestKey } from '../../src/platform/keys.ts';
import { openRootSecret, retireOtherSecrets } from '../../src/platform/root-secret.ts';
import { connectGuardedPool } from '../../src/pools.ts';
import { SIGNATURE_HEADER } from '../../src/processors/sandbox/index.ts';
import { sign } from '../../src/processors/sandbox/signature.ts';
import { keysOf } from '../kit/api-keys.ts';
import { PAYER_MOBILE, pay } from '../kit/money.ts';
import { OPERATOR_PASSWORD, PASSWORD } from '../kit/people.ts';
import { turnOnTwoStep } from '../kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../kit/server.ts';
import { signUpForm } from './client.ts';

let daftar: TestServer;
let owner: Actor;
/** What must be nowhere, by what it is. */
const secrets: Record<string, string> = {};

beforeAll(async () => {
  daftar = await startTestServer({ logLevel: 'trace' });
  daftar.app.log.level = 'trace';
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const post = (path: string, body: unknown, as: Actor | null = owner, headers = {}) =>
  daftar.call({ method: 'POST', path, as, body, headers });

/** Runs the waiting jobs of one name; what one throws is written down as the queue does. */
async function run(name: string, gateway: () => Promise<void> = async () => undefined): Promise<void> {
  const { sql } = daftar.database;
  const jobs = await sql<{ id: number; payload: object }[]>`
    select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = ${name} order by j.id`;
  const handler = jobHandlers({ email: gateway, sms: gateway })[name]!;
  for (const { id, payload } of jobs) {
    const failed = await Promise.resolve(handler(daftar.app, payload as never)).then(
      () => null,
      (error: Error) => error.stack ?? error.message,
    );
    if (failed === null) await sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
    else await sql`update graphile_worker._private_jobs set last_error = ${failed} where id = ${id}`;
  }
}

const newest = async (to: string) => (await readOutbox(daftar.app, { to, limit: 1 }))[0]!;

/** Has each secret made as people have it made, and takes it from where they are told it. */
async function makeSecrets(): Promise<void> {
  const form = signUpForm(4_711);
  expect((await post('/api/merchant/register', form, null)).status).toBe(200);
  await run('send-password-link');
  secrets['link of a sign-up'] = new URL((await newest(form.email)).links[0]!).searchParams.get('token')!;

  const twoStep = await turnOnTwoStep(daftar, owner);
  secrets['authenticator of a person'] = twoStep.secret;
  twoStep.codes.forEach((code, at) => {
    secrets[`recovery code ${at}`] = code;
  });
  await post('/api/merchant/password/reset-password', { email: owner.email }, null);
  await run('send-password-link');
  secrets['link to reset'] = new URL((await newest(owner.email)).links[0]!).pathname.split('/').at(-1)!;

  const [role] = await daftar.database.sql<{ id: number }[]>`
    select id from roles where merchant_id = ${owner.merchantId} limit 1`;
  const colleague = {
    first_name: 'Omar',
    last_name: 'Said',
    email: 'omar@example.com',
    mobile: '01055566677',
  };
  const invited = await post('/api/merchant/business-account/merchants', {
    ...colleague,
    role_id: role!.id,
    current_password: PASSWORD,
  });
  expect(invited.status, invited.raw).toBe(200);
  secrets['invitation of a colleague'] = new URL((await newest(colleague.email)).links[0]!).searchParams.get(
    'token',
  )!;

  const admin = await daftar.operator('admin');
  secrets['session of the console'] = admin.headers.cookie!.split('=')[1]!;
  secrets['authenticator of an operator'] = admin.secret;
  const operator = { email: 'nadia@example.com', role: 'finance', current_password: OPERATOR_PASSWORD };
  const path = '/api/ops/operators';
  const made = await daftar.call({ method: 'POST', path, as: admin, body: operator });
  expect(made.status, made.raw).toBe(200);
  secrets['invitation of an operator'] = (await newest(operator.email)).links[0]!.split('#')[1]!;

  const paid = await pay(daftar, owner, { method: 2 });
  secrets['code of a wallet'] = /\d{6}/.exec((await newest(PAYER_MOBILE)).text)![0];
  const asked = { Mobile: PAYER_MOBILE, transactionReference: paid.reference };
  expect((await post('/api/merchant/hpp/aman-card-refund-inquiry', asked)).status).toBe(200);
  secrets['code of a refund'] = /\d{6}/.exec((await newest(PAYER_MOBILE)).text)![0];

  const keys = keysOf(() => daftar);
  secrets['API key'] = (await keys.create(owner, ['create-pay-link'])).key;
  secrets['rolled key'] = await keys.roll(owner, 'live');
  const sign = await daftar.call({
    path: '/merchant/AccountSettings/WebhookSecret',
    mode: 'live',
    as: owner,
  });
  secrets['signing of webhooks'] = sign.body.data.secret;
  secrets['access token'] = owner.token;
}

/** Every row of every table there is, the queue's too, as text. */
async function dump(): Promise<string> {
  const { sql } = daftar.database;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`;
  const rows = [];
  for (const { name } of tables) rows.push(...(await sql.unsafe(`select t::text as row from ${name} t`)));
  return [...rows.map(({ row }) => String(row)), ...daftar.logged].join('\n');
}

/** As it was told, and as PostgreSQL writes its bytes; six digits not as part of another number. */
const isIn = (text: string, secret: string) =>
  new RegExp(
    `(?<![\\w.+/])(${secret.replace(/\W/g, '\\$&')}|\\w*${Buffer.from(secret).toString('hex')}\\w*)(?![\\w+/])`,
  ).test(text) ||
  (secret.length > 6 && text.includes(secret));

test('secrets in messages are unreadable in the database and the log before sending, after a failed try and afterwards', async () => {
  await makeSecrets();
  const found = async () => {
    const text = await dump();
    expect(text).toContain(PAYER_MOBILE);
    return Object.keys(secrets).filter((name) => isIn(text, secrets[name]!));
  };
  expect(await found()).toEqual([]);
  const refuses = () => Promise.reject(new Error('The gateway is away'));
  await run('deliver-sealed-message', refuses);
  expect(await found()).toEqual([]);
  const { sql } = daftar.database;
  const failed = await sql`select from messages where state = 'failed' and sealed is not null`;
  expect(failed.length).toBeGreaterThanOrEqual(5);

  await run('deliver-sealed-message');
  expect(await found()).toEqual([]);
  expect(
    await sql`select from messages where state <> 'sent' or sealed is not null or body_text <> ''`,
  ).toEqual([]);
});

test('tokens and callbacks signed with a retired DAFTAR_SECRET are refused', async () => {
  const [former, next] = ['the secret of somebody who has left, 1', 'the secret that took its place, 2 2 2'];
  const now = daftar.clock.now();
  // A database of its own age: nobody used it when it was first opened.
  const fresh = await startTestServer();
  const before = await openRootSecret(fresh.database.sql, { current: former, other: null }, now);
  await openRootSecret(fresh.database.sql, { current: next, other: former }, now);
  await retireOtherSecrets(fresh.database.sql, next);
  const root = await openRootSecret(fresh.database.sql, { current: next, other: null }, now);
  expect(root).toEqual(before);

  const { breaker, sql: pool } = connectGuardedPool(fresh.app.config, fresh.database.url, fresh.app.log);
  const config = { ...fresh.app.config, secret: root.secret, signingSalt: root.salt };
  const app = { ...fresh.app, db: pool, pool, config };
  const built = await buildServer({ app, secrets: { root: root.secret, signing: [next] }, breaker });
  const callback = async (key: Buffer) => {
    const payload = JSON.stringify({
      order: '1.aaaaaaaaaaaaaaaaaaaaaaaa',
      state: 'succeeded',
      payment: 'P',
      amount_piastres: 1,
    });
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(key, payload) };
    const reply = await built.server.inject({
      method: 'POST',
      url: '/pay/callbacks/sandbox',
      headers,
      payload,
    });
    return reply.statusCode;
  };
  const purpose = 'sandbox callback';
  const derivable = [Buffer.from(former), deriveKey(former, purpose), deriveKey(former, `${purpose}\n`)];
  for (const key of derivable) expect(await callback(key)).toBe(401);
  expect(await callback(guestKey(app, purpose))).toBe(404);

  const person = await fresh.merchant();
  const signedBy = async (secret: string) => {
    const token = await new AccessTokens([secret]).sign(person, now);
    const url = '/api/merchant/authenticated-merchant';
    return (await built.server.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
  };
  expect(await signedBy(former)).toBe(401);
  expect(await signedBy(deriveKey(former, 'access token').toString('base64url'))).toBe(401);
  expect(await signedBy(next)).toBe(200);
  await built.server.close();
  breaker.stop();
  await pool.end({ timeout: 1 });
  await fresh.close();
});
