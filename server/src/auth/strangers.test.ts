/** Limits of people without an account on e-mails to others, and on work of the service. */
import { createHash } from 'node:crypto';
import { CHALLENGE_HEADER, CHALLENGE_MAX, PROOF_HEADER } from '@daftar/contract/challenge';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { transaction } from '../platform/db/transaction.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { mailLink, sendPasswordLink } from './links.ts';

// The real one, counted.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, hash: vi.fn(real.hash) };
});

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(() => daftar.clock.advance({ hours: 2 }));

let serial = 0;

/** Posts as JSON from an address. */
async function post(path: string, body: object, address = '198.51.100.7', proof?: string) {
  const response = await daftar.server.inject({
    method: 'POST',
    url: `/api/merchant/${path}`,
    payload: body,
    headers: proof ? { [PROOF_HEADER]: proof } : {},
    remoteAddress: address,
  });
  return {
    status: response.statusCode,
    body: response.json(),
    retryAfter: Number(response.headers['retry-after']),
    challenge: response.headers[CHALLENGE_HEADER] as string | undefined,
  };
}

/** Solves a challenge like a browser. */
function proofOf(challenge: string): string {
  const [action, expires, nonce, target] = challenge.split('.');
  for (let number = 0; number < CHALLENGE_MAX; number += 1) {
    const hash = createHash('sha256').update(`${action}.${expires}.${nonce}.${number}`).digest('hex');
    if (hash === target) return `${challenge}.${number}`;
  }
  throw new Error('no number below the bound answers it');
}

function signUp(changes: object = {}, address?: string, proof?: string) {
  serial += 1;
  const form = {
    firstName: 'Mona',
    lastName: 'Adel',
    email: `stranger${serial}@example.com`,
    mobileNumber: `010${String(70_000_000 + serial)}`,
    businessName: 'Nour Store',
    tAndC: true,
    ...changes,
  };
  return post('register', form, address, proof);
}

const mailsTo = async (to: string) =>
  (await readOutbox(daftar.app, { to, limit: 100 })).map(({ subject, text }) => `${subject}\n${text}`);
const signUpMails = async () =>
  (await daftar.database.sql`select from messages where recipient like 'stranger%'`).length;

describe('sign-up', () => {
  test('25 times from one address: five are mailed, the others must wait', async () => {
    const before = await signUpMails();
    const answers = await Promise.all(Array.from({ length: 25 }, () => signUp()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(refused[0]!.retryAfter).toBeGreaterThan(3000);
    expect((await signUpMails()) - before).toBe(5);
    daftar.clock.advance({ minutes: 61 });
    expect((await signUp()).status).toBe(200);
  });

  test('counts the addresses of one IPv6 network as one', async () => {
    const statuses = [];
    for (let host = 1; host <= 8; host += 1)
      statuses.push((await signUp({}, `2001:db8:1:2::${host}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect((await signUp({}, '2001:db8:1:3::1')).status).toBe(200);
  });

  test('continues with proofs of work, once per proof and up to a limit', async () => {
    const address = '198.51.100.9';
    for (let times = 0; times < 5; times += 1) expect((await signUp({}, address)).status).toBe(200);
    const { challenge } = await signUp({}, address);
    const proof = proofOf(challenge!);
    expect((await signUp({}, address, proof)).status).toBe(200);
    expect((await signUp({}, address, proof)).status).toBe(429);
    const forged = proofOf((await signUp({}, address)).challenge!).replace('mail.', 'mall.');
    expect((await signUp({}, address, forged)).status).toBe(429);
    const late = proofOf((await signUp({}, address)).challenge!);
    daftar.clock.advance({ minutes: 21 });
    expect((await signUp({}, address, late)).status).toBe(429);
    let proven = 0;
    for (let times = 0; times < 20; times += 1) {
      const asked = await signUp({}, address);
      if (!asked.challenge) break;
      if ((await signUp({}, address, proofOf(asked.challenge))).status === 200) proven += 1;
    }
    expect(proven).toBe(14);
  });

  test('mails no text that the stranger wrote', async () => {
    const email = 'victim@example.com';
    const text = 'Claim your 5000 EGP';
    expect((await signUp({ email, firstName: text, businessName: text })).status).toBe(200);
    const [mail] = await mailsTo(email);
    expect(mail).toContain('Create your password to open your account');
    expect(mail).not.toContain('5000');
  });

  test.each([
    'http://evil.example',
    'www.evil.example',
    'evil.example/win',
    'Mona evil.com',
    'موقع evil.com',
    ...[
      'evil.ai',
      'win.gl',
      'evil.do',
      'evil.fun',
      'evil。com',
      'ev\u200bil.co\u200bm',
      'a@evil',
      'ftp://x',
      'موقع.مصر',
    ],
  ])('refuses the name %s', async (firstName) => {
    const answer = await signUp({ firstName });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject({ firstName: [expect.stringMatching(/without a web address/)] });
  });

  test.each(['Mohamed S.A.E.', 'Dr.Ahmed', 'د.محمد', 'J.R.Smith', 'Mona A. Adel'])(
    'accepts the name %s',
    async (firstName) => {
      expect((await signUp({ firstName })).status).toBe(200);
    },
  );
});

test('invitations of an unverified merchant quote nothing that it wrote, and five are sent', async () => {
  const owner = await daftar.merchant({ status: 0 });
  await daftar.database.sql`
    update merchants set business_name = 'Claim 5000 EGP' where id = ${owner.merchantId}`;
  const user = { merchantId: owner.merchantId, id: owner.userId, email: owner.email, firstName: 'Mona' };
  const from = { inviter: 'Claim 5000', business: 'Claim 5000 EGP' };
  const invite = () =>
    transaction(daftar.app.db, (tx) => mailLink(daftar.app, tx, user, 'create-password', 'en', from));
  for (let times = 0; times < 5; times += 1) await invite();
  await expect(invite()).rejects.toThrow(TooManyError);
  const mails = await mailsTo(owner.email);
  expect(mails).toHaveLength(5);
  for (const mail of mails) {
    expect(mail).toContain('invited you');
    expect(mail).not.toContain('5000');
  }
});

describe('links by mail', () => {
  test('requested twenty times at once, five are sent', async () => {
    const { email } = await daftar.merchant();
    const request = { email, purpose: 'reset-password', locale: 'en' } as const;
    await Promise.all(Array.from({ length: 20 }, () => sendPasswordLink(daftar.app, request)));
    expect(await mailsTo(email)).toHaveLength(5);
  });

  test('can be requested five times an hour from one address', async () => {
    const statuses = [];
    for (let tries = 0; tries < 7; tries += 1) {
      statuses.push((await post('password/reset-password', { email: `who${tries}@example.com` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test('that are made up cost no hashing, and the address that tries them is stopped', async () => {
    vi.mocked(hash).mockClear();
    const statuses = new Set<number>();
    for (let tries = 0; tries < 60; tries += 1) {
      const form = { token: `made-up-${tries}`, password: 'Fr3sh&Pass', password_confirmation: 'Fr3sh&Pass' };
      statuses.add((await post('password/reset', form)).status);
    }
    expect(hash).not.toHaveBeenCalled();
    expect(statuses).toEqual(new Set([400, 429]));
  });

  /** Returns the token of a link to create a first password, from the e-mail to a new user. */
  async function createToken() {
    expect((await signUp()).status).toBe(200);
    const email = `stranger${serial}@example.com`;
    await sendPasswordLink(daftar.app, { email, purpose: 'create-password', locale: 'en' });
    const [mail] = await readOutbox(daftar.app, { to: email });
    return { email, token: new URL(mail!.links[0]!).searchParams.get('token')! };
  }
  const create = (form: { email: string; token: string }, address?: string) =>
    post(
      'password/create',
      { ...form, password: 'Fr3sh&Pass', password_confirmation: 'Fr3sh&Pass' },
      address,
    );

  test('of one user cost no hashing with the address of another, and remain valid for that user', async () => {
    const own = await createToken();
    vi.mocked(hash).mockClear();
    for (let tries = 0; tries < 15; tries += 1) {
      const answer = await create({ ...own, email: 'somebody.else@example.com' }, `198.51.100.${tries}`);
      expect([400, 429]).toContain(answer.status);
    }
    expect(hash).not.toHaveBeenCalled();
    daftar.clock.advance({ minutes: 16 });
    expect((await create(own)).status).toBe(200);
  });

  test('used thirty times at once from many networks are hashed at most ten times, and succeed once', async () => {
    const own = await createToken();
    vi.mocked(hash).mockClear();
    const posts = Array.from({ length: 30 }, (_, each) => create(own, `198.51.100.${each}`));
    const statuses = (await Promise.all(posts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(vi.mocked(hash).mock.calls.length).toBeLessThanOrEqual(10);
  });
});

test('guessed passwords are counted per IPv6 network', async () => {
  const statuses = [];
  for (let host = 1; host <= 55; host += 1) {
    const form = { email: `nobody${host}@example.com`, password: 'wrong' };
    statuses.push((await post('login', form, `2001:db8:9:9::${host.toString(16)}`)).status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});
