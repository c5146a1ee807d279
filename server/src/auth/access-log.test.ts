/** Sign-ins in the merchant's audit log: person, method and address, including failed ones. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPasskey, codeOf, Device, PASSWORD, resetWaysIn, turnOnTwoStep } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { type FailedSignIn, noteFailedSignIn } from './access-log.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.advance({ hours: 1 });
  owner = await daftar.merchant();
  await resetWaysIn(daftar, owner);
});

const post = (path: string, body: unknown) =>
  daftar.call({ method: 'POST', path: `/api/merchant/${path}`, body });
const login = (password = PASSWORD, email = owner.email) => post('login', { email, password });

/** Runs queued jobs, as the worker would. @returns how many */
async function writeFailures(): Promise<number> {
  const { sql } = daftar.database;
  const jobs = await sql<{ payload: FailedSignIn }[]>`
    select j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'note-failed-sign-in' order by j.id`;
  for (const { payload } of jobs) await noteFailedSignIn(daftar.app, payload);
  await sql`
    delete from graphile_worker._private_jobs
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'note-failed-sign-in')`;
  return jobs.length;
}

/** Reads the owner's log of sign-ins, newest first. */
async function log(query: Record<string, string> = {}) {
  const { body } = await daftar.call({ path: '/api/merchant/audit-log', as: owner, query });
  return (body.data as { action: string; changes: { after: string }[] }[])
    .filter(({ action }) => /^(?:sign-in|password)\./.test(action))
    .map(({ action, changes }) => [action, ...changes.map(({ after }) => after)].join(' '));
}

test('a sign-in by password and a failed one are logged with user, address and wording, and found by filter', async () => {
  await login('wrong');
  await login();
  await writeFailures();
  expect((await log()).toSorted()).toEqual(['sign-in.failed password', 'sign-in.password false']);
  expect(await log({ action: 'sign-in.failed' })).toEqual(['sign-in.failed password']);
  const { body } = await daftar.call({
    path: '/api/merchant/audit-log',
    as: owner,
    query: { action: 'sign-in.failed' },
    headers: { 'accept-language': 'ar' },
  });
  expect(body.data[0]).toMatchObject({
    actor: owner.email,
    address: '127.0.0.1',
    mode: null,
    action_name: 'محاولة دخول فاشلة',
    subject: `user:${owner.userId}`,
  });
  const choices = await daftar.call({ path: '/api/merchant/audit-log/choices', as: owner });
  const offered = choices.body.data.actions.map(({ action }: { action: string }) => action);
  expect(offered).toEqual(expect.arrayContaining(['sign-in.failed', 'sign-in.password']));
});

test('a right and a wrong two-step code are logged as different actions', async () => {
  const { secret } = await turnOnTwoStep(daftar, owner);
  daftar.clock.advance({ minutes: 2 });
  const { token } = (await login()).body.data.second_step;
  const right = codeOf(secret, daftar.clock.now());
  const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
  expect((await post('login/second-step', { token, code: wrong })).status).toBe(422);
  expect((await post('login/second-step', { token, code: right })).status).toBe(200);
  await writeFailures();
  expect((await log()).toSorted()).toEqual(['sign-in.failed second-step', 'sign-in.second-step false']);
});

test('a valid and an invalid passkey are logged', async () => {
  const device = new Device(daftar.app.config.publicUrl);
  await addPasskey(daftar, owner, device);
  const ask = async () => (await post('login/passkey/begin', undefined)).body.data;
  const first = await ask();
  const remembered = { token: first.token, answer: device.sign(first.challenge), remember_me: true };
  expect((await post('login/passkey', remembered)).status).toBe(200);
  const second = await ask();
  const elsewhere = device.sign(second.challenge, { origin: 'https://elsewhere.example' });
  expect((await post('login/passkey', { token: second.token, answer: elsewhere })).status).toBe(400);
  await writeFailures();
  expect((await log()).toSorted()).toEqual(['sign-in.failed passkey', 'sign-in.passkey true']);
});

test('a deactivated user and an address that is not allowed are refused, and the log says why', async () => {
  const colleague = await daftar.colleague(owner, []);
  await resetWaysIn(daftar, colleague);
  const { sql } = daftar.database;
  await sql`update users set is_active = false where merchant_id = ${owner.merchantId} and id = ${colleague.userId}`;
  expect((await login(PASSWORD, colleague.email)).status).toBe(400);
  await sql`update users set is_active = true where merchant_id = ${owner.merchantId} and id = ${colleague.userId}`;
  await sql`
    update merchants set allowed_ips = '{203.0.113.9}', portal_restricted = true where id = ${owner.merchantId}`;
  expect((await login(PASSWORD, colleague.email)).status).toBe(403);
  await sql`update merchants set portal_restricted = false where id = ${owner.merchantId}`;
  expect(await log()).toEqual(['sign-in.refused address', 'sign-in.refused inactive']);
});

test('an unknown e-mail address queues the same job and is in no merchant’s log', async () => {
  await login('wrong', 'nobody@example.com');
  const before = await daftar.database.sql`select 1 from audit_log`;
  expect(await writeFailures()).toBe(1);
  expect(await daftar.database.sql`select 1 from audit_log`).toHaveLength(before.length);
});
