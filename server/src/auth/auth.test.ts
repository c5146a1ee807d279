import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { loadConfig } from '../config.ts';
import { sendPasswordLink } from './links.ts';

let daftar: TestServer;
beforeAll(async () => {
  const { limits } = loadConfig({});
  // Everybody signs up from one address here.
  daftar = await startTestServer({ limits: { ...limits, linkMailsPerHour: 1_000 } });
});
afterAll(() => daftar.close());

const PASSWORD = 'Secret1$x';
let serial = 0;

function signUp(overrides: Record<string, unknown> = {}) {
  serial += 1;
  const body = {
    firstName: 'منى',
    lastName: 'Adel',
    email: `Owner${serial}@Example.com`,
    mobileNumber: `+20 10${String(99_000_000 + serial)}`,
    businessName: 'Nour Store',
    tAndC: true,
    ...overrides,
  };
  return daftar
    .call({ method: 'POST', path: '/api/merchant/register', body })
    .then((answer) => ({ answer, body }));
}

async function lastLink(to: string): Promise<URL> {
  const answer = await daftar.call({
    path: '/dev/outbox',
    query: { to },
    headers: { accept: 'application/json' },
  });
  return new URL(answer.body[0].links[0]);
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  daftar.call({ method: 'POST', path: `/api/merchant/${path}`, body, headers });

/** Runs the queue's jobs; the queue itself has its own tests. */
async function runLinkJobs(): Promise<void> {
  const jobs = await daftar.database.sql<{ id: number; payload: Parameters<typeof sendPasswordLink>[1] }[]>`
    select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = 'send-password-link'`;
  for (const { id, payload } of jobs) {
    await sendPasswordLink(daftar.app, payload);
    await daftar.database.sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
  }
}

async function newAccount() {
  const { body } = await signUp();
  const email = body.email.toLowerCase();
  const link = await lastLink(email);
  const token = link.searchParams.get('token');
  await post('password/create', { email, token, password: PASSWORD, password_confirmation: PASSWORD });
  return { email, token };
}

/** Creates the password of an account whose first link has expired, and signs in. */
async function joinLate(email: string) {
  await post('password/resend-password-create', { email });
  await runLinkJobs();
  const token = (await lastLink(email)).searchParams.get('token');
  const form = { email, token, password: PASSWORD, password_confirmation: PASSWORD };
  expect((await post('password/create', form)).status).toBe(200);
  return (await post('login', { email, password: PASSWORD })).body.data as { access_token: string };
}

const cookieOf = (answer: { headers: Record<string, unknown> }) => {
  const raw = String(answer.headers['set-cookie']);
  return raw.slice(0, raw.indexOf(';'));
};

describe('sign-up', () => {
  test('creates a merchant in test mode, whose owner sets a password by the mailed link and signs in', async () => {
    const { answer, body } = await signUp();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ statusCode: 200, data: null });
    const email = body.email.toLowerCase();
    const link = await lastLink(email);
    expect(link.pathname).toBe('/create-password');
    expect(link.searchParams.get('email')).toBe(email);
    const token = link.searchParams.get('token');
    const created = await post('password/create', {
      email,
      token,
      password: PASSWORD,
      password_confirmation: PASSWORD,
    });
    expect(created.status).toBe(200);
    const signedIn = await post('login', { email: body.email, password: PASSWORD, remember_me: true });
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.data).toMatchObject({ status: 0, first_name: 'منى', expires_in: 900, email });
    expect(signedIn.body.data.permissions.length).toBeGreaterThan(50);
    expect(String(signedIn.headers['set-cookie'])).toMatch(
      /^refresh=.*Max-Age=864000; Path=\/api\/merchant; HttpOnly; SameSite=Strict/,
    );
    const me = await daftar.call({
      path: '/api/merchant/authenticated-merchant',
      headers: { authorization: `Bearer ${signedIn.body.data.access_token}` },
    });
    expect(me.body.data).toMatchObject({
      business_name: 'Nour Store',
      status: 0,
      mobile_number: expect.stringMatching(/^01099/),
    });
  });

  test('says whether e-mail or mobile is taken, with the keys of the wire format', async () => {
    const { body } = await signUp();
    const again = await signUp({ email: body.email, mobileNumber: body.mobileNumber });
    expect(again.answer.status).toBe(422);
    expect(again.answer.body.errors).toEqual({ email: ['EmailTaken'], mobileNumber: ['MobileTaken'] });
    expect(again.answer.body.errorMessages).toEqual(again.answer.body.errors);
  });

  test('keeps a number from others for 24 hours, and longer only once a password is created', async () => {
    const { body: stranger } = await signUp();
    const own = { mobileNumber: stranger.mobileNumber };
    const refused = { mobileNumber: ['MobileTaken'] };
    daftar.clock.advance({ hours: 23 });
    expect((await signUp(own)).answer.body.errors).toEqual(refused);
    daftar.clock.advance({ hours: 2 });
    const owner = await signUp(own);
    expect(owner.answer.status).toBe(200);
    expect((await signUp(own)).answer.body.errors).toEqual(refused);
    const email = owner.body.email.toLowerCase();
    const token = (await lastLink(email)).searchParams.get('token');
    const form = { password: PASSWORD, password_confirmation: PASSWORD };
    expect((await post('password/create', { ...form, email, token })).status).toBe(200);
    daftar.clock.advance({ hours: 48 });
    expect((await signUp(own)).answer.body.errors).toEqual(refused);
    // The first account may still be joined, by its original address: it must use another number.
    const late = stranger.email.toLowerCase();
    const { access_token } = await joinLate(late);
    const me = {
      path: '/api/merchant/authenticated-merchant',
      headers: { authorization: `Bearer ${access_token}` },
    };
    const { data: seen } = (await daftar.call(me)).body;
    const profile = { first_name: 'Mona', last_name: 'Adel', email: late, mobile: seen.mobile_number };
    const saved = await daftar.call({ ...me, method: 'PUT', body: profile });
    expect([saved.status, Object.keys(saved.body.errors)]).toEqual([422, ['mobile']]);
    const other = { ...profile, mobile: '01099990001' };
    expect((await daftar.call({ ...me, method: 'PUT', body: other })).status).toBe(201);
  });

  test('that is confirmed late takes its number back if nobody has it', async () => {
    const { body: late } = await signUp();
    const { body: other } = await signUp();
    daftar.clock.advance({ hours: 25 });
    await joinLate(late.email.toLowerCase());
    expect((await signUp({ mobileNumber: late.mobileNumber })).answer.body.errors).toEqual({
      mobileNumber: ['MobileTaken'],
    });
    // Another one asked for it, but never had it.
    expect((await signUp({ mobileNumber: other.mobileNumber, email: late.email })).answer.status).toBe(422);
    await joinLate(other.email.toLowerCase());
    expect((await signUp({ mobileNumber: other.mobileNumber })).answer.body.errors).toEqual({
      mobileNumber: ['MobileTaken'],
    });
  });

  test('twenty at once with one number that was given up make one account', async () => {
    const { body } = await signUp();
    daftar.clock.advance({ hours: 25 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp({ mobileNumber: body.mobileNumber })),
    );
    expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([200, ...Array(19).fill(422)]);
  });
  test('twenty times at once with one address creates one account', async () => {
    const email = 'crowd@example.com';
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp({ email }).then((each) => each.answer)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(19);
  });

  test('names every missing field in the reader’s language', async () => {
    const answer = await post('register', { tAndC: false }, { 'accept-language': 'ar-EG' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject({ firstName: ['هذا الحقل مطلوب'], tAndC: ['هذا الحقل مطلوب'] });
  });
});

describe('links sent by e-mail', () => {
  test('work once, only for their own address, and only until they expire', async () => {
    const { body } = await signUp();
    const email = body.email.toLowerCase();
    const token = (await lastLink(email)).searchParams.get('token');
    const form = { email, token, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await post('password/create', { ...form, email: 'other@example.com' })).status).toBe(400);
    daftar.clock.advance({ hours: 25 });
    expect((await post('password/create', form)).status).toBe(400);
    await post('password/resend-password-create', { email });
    await runLinkJobs();
    const fresh = (await lastLink(email)).searchParams.get('token');
    expect(fresh).not.toBe(token);
    expect((await post('password/create', form)).status).toBe(400);
    expect((await post('password/create', { ...form, token: fresh })).status).toBe(200);
    expect((await post('password/create', { ...form, token: fresh })).body.message).toBe(
      'This link has expired or was already used',
    );
  });

  test('a reset answers the same for unknown addresses, and a new password ends every session', async () => {
    const { email } = await newAccount();
    const signedIn = await post('login', { email, password: PASSWORD });
    const known = await post('password/reset-password', { email });
    const unknown = await post('password/reset-password', { email: 'nobody@example.com' });
    expect(known.status).toBe(200);
    expect(unknown.raw).toBe(known.raw);
    await runLinkJobs();
    const token = (await lastLink(email)).pathname.split('/').pop();
    const next = 'Fr3sh&Pass';
    const reset = await post('password/reset', { token, password: next, password_confirmation: next });
    expect(reset.status).toBe(200);
    const old = { authorization: `Bearer ${signedIn.body.data.access_token}` };
    expect((await daftar.call({ path: '/api/merchant/authenticated-merchant', headers: old })).status).toBe(
      401,
    );
    expect((await post('login', { email, password: PASSWORD })).status).toBe(400);
    expect((await post('login', { email, password: next })).status).toBe(200);
  });
});

describe('passwords', () => {
  test('a wrong e-mail and a wrong password have the same reply', async () => {
    const { email } = await newAccount();
    const wrong = await post('login', { email, password: 'wrong' });
    const unknown = await post('login', { email: 'nobody@example.com', password: 'wrong' });
    expect(wrong.status).toBe(400);
    expect(unknown.raw).toBe(wrong.raw);
  });

  test('ten wrong ones lock the account for a while, and a reset unlocks it', async () => {
    const { email } = await newAccount();
    for (let tries = 0; tries < 10; tries += 1) await post('login', { email, password: 'wrong' });
    const locked = await post('login', { email, password: PASSWORD });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(60);
    await post('password/reset-password', { email });
    await runLinkJobs();
    const token = (await lastLink(email)).pathname.split('/').pop();
    await post('password/reset', { token, password: 'Fr3sh&Pass', password_confirmation: 'Fr3sh&Pass' });
    // The address has failed ten times too, which is fewer than it may.
    expect((await post('login', { email, password: 'Fr3sh&Pass' })).status).toBe(200);
  });

  test.each(['short1$', 'nouppercase1$', 'NOLOWERCASE1$', 'NoDigits$$', 'NoSymbol11', 'Bad space1$'])(
    '%s is refused',
    async (password) => {
      const answer = await post('password/create', {
        email: 'a@example.com',
        token: 'x',
        password,
        password_confirmation: password,
      });
      expect(answer.status).toBe(422);
      expect(answer.body.errors.password).toHaveLength(1);
    },
  );
});

describe('sessions', () => {
  test('a refresh token is exchanged once; two tabs at once get the same successor; a stolen copy ends the session', async () => {
    const { email } = await newAccount();
    const first = cookieOf(await post('login', { email, password: PASSWORD }));
    const refresh = (cookie: string) => post('refresh-token', undefined, { cookie });
    const [one, two] = await Promise.all([refresh(first), refresh(first)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(cookieOf(one)).toBe(cookieOf(two));
    daftar.clock.advance({ seconds: 31 });
    expect((await refresh(first)).status).toBe(401);
    expect((await refresh(cookieOf(one))).status).toBe(401);
    const headers = { authorization: `Bearer ${one.body.data.access_token}` };
    expect((await daftar.call({ path: '/api/merchant/authenticated-merchant', headers })).status).toBe(401);
  });

  test('signing out ends the session on the server; a session ends after a day, or ten with remember-me', async () => {
    const { email } = await newAccount();
    const signedIn = await post('login', { email, password: PASSWORD });
    const headers = { authorization: `Bearer ${signedIn.body.data.access_token}` };
    expect((await daftar.call({ method: 'DELETE', path: '/api/merchant/logout', headers })).status).toBe(200);
    expect((await daftar.call({ path: '/api/merchant/authenticated-merchant', headers })).status).toBe(401);
    const short = cookieOf(await post('login', { email, password: PASSWORD }));
    const long = cookieOf(await post('login', { email, password: PASSWORD, remember_me: true }));
    daftar.clock.advance({ days: 2 });
    expect((await post('refresh-token', undefined, { cookie: short })).status).toBe(401);
    expect((await post('refresh-token', undefined, { cookie: long })).status).toBe(200);
  });

  test('a session without remember-me ends after two hours unused; one that is used or remembered does not', async () => {
    const { email } = await newAccount();
    let used = cookieOf(await post('login', { email, password: PASSWORD }));
    const left = cookieOf(await post('login', { email, password: PASSWORD }));
    const remembered = cookieOf(await post('login', { email, password: PASSWORD, remember_me: true }));
    for (let passed = 0; passed < 3; passed += 1) {
      daftar.clock.advance({ minutes: 50 });
      const answer = await post('refresh-token', undefined, { cookie: used });
      expect(answer.status).toBe(200);
      used = cookieOf(answer);
    }
    expect((await post('refresh-token', undefined, { cookie: left })).status).toBe(401);
    const resumed = await post('refresh-token', undefined, { cookie: remembered });
    expect(resumed.status).toBe(200);
    const headers = { authorization: `Bearer ${resumed.body.data.access_token}` };
    const sessions = await daftar.call({ path: '/api/merchant/profile/sessions', headers });
    expect(sessions.body.data).toHaveLength(2);
  });

  test('forged, edited and expired tokens, and tokens in the query, are refused', async () => {
    const owner = await daftar.merchant();
    const path = '/api/merchant/authenticated-merchant';
    const asToken = (token: string) => daftar.call({ path, headers: { authorization: `Bearer ${token}` } });
    expect((await asToken(owner.token)).status).toBe(200);
    const [head, claims, signature] = owner.token.split('.') as [string, string, string];
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await asToken(`${none}.${claims}.`)).status).toBe(401);
    const edited = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), mid: 1 }),
    ).toString('base64url');
    expect((await asToken(`${head}.${edited}.${signature}`)).status).toBe(401);
    expect(
      (await daftar.call({ path, query: { token: owner.token, access_token: owner.token } })).status,
    ).toBe(401);
    daftar.clock.advance({ minutes: 16 });
    expect((await asToken(owner.token)).status).toBe(401);
  });

  test('another site’s page cannot use the cookie', async () => {
    const { email } = await newAccount();
    const cookie = cookieOf(await post('login', { email, password: PASSWORD }));
    expect((await post('refresh-token', undefined, { cookie, origin: 'https://evil.example' })).status).toBe(
      403,
    );
    expect((await post('refresh-token', undefined, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(
      403,
    );
  });
});
