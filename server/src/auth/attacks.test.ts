/** Signing in under attack: guessing, replaying links, and asking who has an account. */

import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { sendPasswordLink } from './links.ts';
import { hashPassword } from './secrets.ts';

// The real one, counted.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const PASSWORD = 'Secret1$x';
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  daftar.call({ method: 'POST', path: `/api/merchant/${path}`, body, headers });
const signIn = (email: string, password = PASSWORD) => post('login', { email, password });

/** Creates an account with a password. */
async function account(): Promise<string> {
  const { email } = await daftar.merchant();
  await daftar.database.sql`
    update users set password_hash = ${await hashPassword(PASSWORD)} where email = ${email}`;
  return email;
}

/** Asks for a link to reset the password, and takes it out of the mail. */
async function resetToken(email: string): Promise<string> {
  await sendPasswordLink(daftar.app, { email, purpose: 'reset-password', locale: 'en' });
  const [mail] = await readOutbox(daftar.app, { to: email });
  return new URL(mail!.links[0]!).pathname.split('/').at(-1)!;
}
const reset = (token: string, password = 'Fr3sh&Pass') =>
  post('password/reset', { token, password, password_confirmation: password });
const isExpired = (answer: Answer) =>
  expect([answer.status, answer.body.message]).toEqual([400, 'This link has expired or was already used']);

describe('guessing passwords', () => {
  test('of a hundred at once on one account ten are checked; then the right one is refused too, until a reset', async () => {
    const email = await account();
    vi.mocked(verify).mockClear();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => signIn(email, `wrong ${at}`)));
    expect(vi.mocked(verify).mock.calls.length).toBeLessThanOrEqual(10);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400, 429]));
    for (const { headers } of answers.filter(({ status }) => status === 429)) {
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    while ((await signIn(email, 'wrong')).status !== 429);
    expect((await signIn(email)).status).toBe(429);
    expect((await reset(await resetToken(email))).status).toBe(200);
    expect((await signIn(email, 'Fr3sh&Pass')).status).toBe(200);
  });

  test('by strangers who know the e-mail address does not lock its owner out of a browser where they were signed in', async () => {
    daftar.clock.advance({ hours: 1 });
    const email = await account();
    const welcome = await signIn(email);
    const knownOf = ({ headers }: Answer) => String([headers['set-cookie']].flat().at(-1));
    const cookie = knownOf(welcome);
    expect(cookie).toMatch(
      /^known=[\w-]{16}\.[\w-]{32}; Max-Age=15552000; Path=\/api\/merchant\/login; HttpOnly; SameSite=Strict$/,
    );
    const known = cookie.split(';')[0]!;
    const from = (value: string, password = PASSWORD, whose = email) =>
      post('login', { email: whose, password }, { cookie: value });
    while ((await signIn(email, 'wrong')).status !== 429);
    // Neither without it, nor with one that was made up, nor with another account's.
    const other = knownOf(await signIn(await account())).split(';')[0]!;
    for (const value of ['', known.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')), 'known=x', other])
      expect((await from(value)).status, value).toBe(429);
    expect((await from(known)).status).toBe(200);
    // Strangers get no new attempts by that, and the browser no more than ten.
    expect((await signIn(email)).status).toBe(429);
    const wrong = [];
    for (let tries = 0; tries < 11; tries += 1) wrong.push((await from(known, 'wrong')).status);
    expect(wrong).toEqual([...Array(10).fill(400), 429]);
    expect((await from(known)).status).toBe(429);
    // A reset lets the owner in here, too.
    expect((await reset(await resetToken(email))).status).toBe(200);
    expect((await from(known, 'Fr3sh&Pass')).status).toBe(200);
  });

  test('a refused attempt does not prolong the lockout: after the window the owner can sign in', async () => {
    daftar.clock.advance({ hours: 1 });
    const email = await account();
    for (let tries = 0; tries < 10; tries += 1) await signIn(email, 'wrong');
    daftar.clock.advance({ minutes: 10 });
    for (let tries = 0; tries < 20; tries += 1) expect((await signIn(email, 'wrong')).status).toBe(429);
    daftar.clock.advance({ minutes: 6 });
    expect((await signIn(email)).status).toBe(200);
  });

  test('spread over many accounts, the network address is stopped after fifty; successful sign-ins are not counted', async () => {
    daftar.clock.advance({ hours: 1 });
    const email = await account();
    for (let tries = 0; tries < 45; tries += 1) await signIn(`nobody${tries}@example.com`, 'wrong');
    for (let tries = 0; tries < 8; tries += 1) expect((await signIn(email)).status).toBe(200);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await signIn(`somebody${tries}@example.com`, 'wrong')).status).toBe(400);
    }
    expect((await signIn('anybody@example.com', 'wrong')).status).toBe(429);
    daftar.clock.advance({ minutes: 16 });
    expect((await signIn(email)).status).toBe(200);
  });
});

describe('whether an e-mail address has an account cannot be found out', () => {
  test('at sign-in: the same reply, the same password comparison, the same limit', async () => {
    daftar.clock.advance({ hours: 1 });
    const known = await account();
    const { email: withoutPassword } = await daftar.merchant();
    await daftar.database.sql`update users set password_hash = null where email = ${withoutPassword}`;
    const subjects = [known, withoutPassword, 'unknown@example.com'];
    const stories = [];
    for (const email of subjects) {
      vi.mocked(verify).mockClear();
      const answers = [];
      for (let tries = 0; tries < 12; tries += 1) answers.push(await signIn(email, 'wrong'));
      const costs = vi
        .mocked(verify)
        .mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$'));
      const headers = answers.map((answer) => [answer.headers['retry-after'], answer.headers['set-cookie']]);
      stories.push({ said: answers.map(({ status, raw }) => `${status} ${raw}`), costs, headers });
    }
    expect(stories[0]!.said.filter((each) => each.startsWith('400'))).toHaveLength(10);
    // Ten comparisons each, of hashes that cost the same to compare with.
    expect(stories[0]!.costs).toHaveLength(10);
    expect(stories[1]).toEqual(stories[0]);
    expect(stories[2]).toEqual(stories[0]);
  });

  test.each(['password/reset-password', 'password/resend-password-create'])(
    'at %s: the same reply, and one job queued before it either way',
    async (path) => {
      const known = await account();
      const seen = [];
      for (const email of [known, 'unknown@example.com']) {
        const jobs = () => daftar.database.sql<{ payload: { email: string; purpose: string } }[]>`
          select p.payload from graphile_worker._private_jobs p order by id`;
        const mails = () => daftar.database.sql`select from messages`;
        const [jobsBefore, mailsBefore] = [await jobs(), await mails()];
        const answer = await post(path, { email });
        const made = (await jobs())
          .slice(jobsBefore.length)
          .map(({ payload }) => ({ ...payload, email: '' }));
        seen.push({
          said: `${answer.status} ${answer.raw}`,
          made,
          mails: (await mails()).length - mailsBefore.length,
        });
      }
      expect(seen[0]).toMatchObject({ said: expect.stringMatching(/^200 /), mails: 0 });
      expect(seen[0]!.made).toHaveLength(1);
      expect(seen[1]).toEqual(seen[0]);
    },
  );
});

describe('links to reset a password', () => {
  test('work once, also when used ten times at once', async () => {
    daftar.clock.advance({ hours: 1 });
    const token = await resetToken(await account());
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => reset(token, `Fr${at}sh&Pass`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    answers.filter(({ status }) => status !== 200).forEach(isExpired);
    isExpired(await reset(token));
  });

  test('expire after an hour or with the next one, and cannot create a password', async () => {
    const email = await account();
    const superseded = await resetToken(email);
    const token = await resetToken(email);
    isExpired(await reset(superseded));
    const form = { email, token, password: PASSWORD, password_confirmation: PASSWORD };
    isExpired(await post('password/create', form));
    daftar.clock.advance({ minutes: 61 });
    isExpired(await reset(token));
    isExpired(await reset('x'.repeat(43)));
  });

  test('are at most five an hour to one address, whoever requests them', async () => {
    daftar.clock.advance({ hours: 2 });
    const email = await account();
    for (let asked = 0; asked < 8; asked += 1) {
      await sendPasswordLink(daftar.app, { email, purpose: 'reset-password', locale: 'en' });
    }
    const [sent] = await daftar.database
      .sql`select count(*)::int as n from messages where recipient = ${email}`;
    expect(sent!.n).toBe(5);
  });
});

test('a deactivated user gets no link and no session, and is told why only with the right password', async () => {
  daftar.clock.advance({ hours: 2 });
  const email = await account();
  await daftar.database.sql`update users set is_active = false where email = ${email}`;
  const wrong = await signIn(email, 'wrong');
  expect(wrong.raw).toBe((await signIn('unknown@example.com', 'wrong')).raw);
  const right = await signIn(email);
  expect([right.status, right.headers['set-cookie']]).toEqual([400, undefined]);
  expect(right.body.message).not.toBe(wrong.body.message);
  await sendPasswordLink(daftar.app, { email, purpose: 'reset-password', locale: 'en' });
  expect(await daftar.database.sql`select from messages where recipient = ${email}`).toHaveLength(0);
});

test.each(['P@ssw0rd', 'Mona@1234'])(
  'a password that keeps the rule is accepted, however common it is: %s',
  async (password) => {
    const email = await account();
    expect((await reset(await resetToken(email), password)).status).toBe(200);
    expect((await signIn(email, password)).status).toBe(200);
  },
);
