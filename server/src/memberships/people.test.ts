/** People in several merchants: how they join, and what no merchant can do to them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPasskey, codeOf, Device, PASSWORD, turnOnTwoStep } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf } from '../../tests/kit/team.ts';
import { proveAddress } from '../auth/address-proof.ts';
import { sendPasswordLink } from '../auth/links.ts';
import { joinWithoutPassword } from '../auth/passwords.ts';
import { hashToken } from '../auth/secrets.ts';
import { continueSignIn } from '../auth/service.ts';
import { findUserByKey, findUserOfToken } from '../auth/store.ts';
import { readOutbox } from '../messages/outbox.ts';
import { findMerchantOf } from '../people/writes.ts';
import { transaction } from '../platform/db/transaction.ts';
import { setAddress } from '../team/store-addresses.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(() => daftar.database.sql`delete from limit_uses`);

const { send, newRole, userForm } = callsOf(() => daftar);
const post = (path: string, body: unknown) =>
  daftar.call({ method: 'POST', path: `/api/merchant/${path}`, body });
const login = (email: string, password = PASSWORD) => post('login', { email, password });
const me = (token: string) =>
  daftar.call({
    path: '/api/sandbox/merchant/authenticated-merchant',
    headers: { authorization: `Bearer ${token}` },
  });
const merchantOf = async (token: string) => (await me(token)).body.data.business_account_id as number;
const lastMail = async (to: string) => (await readOutbox(daftar.app, { to, limit: 1 }))[0]!;

/** Invites a person, with harmless permissions. @returns the reply, and the token of the e-mailed link */
async function invite(owner: Actor, to: { email: string; mobile?: string }) {
  const form = userForm(await newRole(owner, ['view-settlements']));
  const made = await send(owner, 'POST', '/merchants', { ...form, ...to });
  expect(made.status, made.raw).toBe(200);
  const mail = await lastMail(to.email);
  const link = new URL(mail.links[0]!);
  return { made, id: made.body.data.id as number, link, mail, token: link.searchParams.get('token')! };
}
const accept = (email: string, token: string, password = PASSWORD) =>
  post('accept-invitation', { email, token, password });

/** A person of one merchant who has joined a second one. */
async function inTwo() {
  const [home, other] = [await daftar.merchant(), await daftar.merchant()];
  const person = await daftar.colleague(home, []);
  const { id, token } = await invite(other, person);
  const joined = await accept(person.email, token);
  expect(joined.status, joined.raw).toBe(200);
  return { home, other, person, id, token: joined.body.data.access_token as string };
}

describe('an invitation to an address that has an account', () => {
  test('looks to the inviting business like any other, and asks for no second password', async () => {
    const [owner, stranger] = [await daftar.merchant(), await daftar.merchant()];
    const known = await invite(owner, { email: stranger.email });
    const unknown = await invite(owner, { email: `nobody${stranger.userId}@example.com` });
    const { id: one, ...toKnown } = known.made.body.data;
    const { id: two, ...toUnknown } = unknown.made.body.data;
    expect([known.made.body.message, toKnown]).toEqual([unknown.made.body.message, toUnknown]);
    const listed = (await send(owner, 'GET', '/merchants')).body.data as { id: number }[];
    const seen = [one, two].map((id) => {
      const {
        id: _,
        email: __,
        mobile_number: ___,
        role_id: ____,
        role: _____,
        created_at,
        ...rest
      } = listed.find((row) => row.id === id) as Record<string, unknown> & { id: number };
      return rest;
    });
    expect(seen[0]).toEqual(seen[1]);
    expect([known.link.pathname, unknown.link.pathname]).toEqual(['/join', '/create-password']);
    expect(known.mail.subject).toContain('Mona Adel invited you');
    // Neither the link nor signing in as before lets anybody in or changes the password.
    expect((await accept(stranger.email, known.token, 'Another1$x')).status).toBe(400);
    const set = { email: stranger.email, token: known.token, password: 'Another1$x' };
    expect((await post('password/create', { ...set, password_confirmation: set.password })).status).toBe(400);
    expect((await post('password/reset', { ...set, password_confirmation: set.password })).status).toBe(400);
    const before = await login(stranger.email);
    expect(await merchantOf(before.body.data.access_token)).toBe(stranger.merchantId);
  });

  test('is accepted once, by its address and password, and then signing in leads to where one was last', async () => {
    const { home, other, person, id, token } = await inTwo();
    expect(await merchantOf(token)).toBe(other.merchantId);
    const logged = await daftar.database.sql`
      select merchant_id from audit_log where action = 'user.join' and subject = ${`user:${id}`}`;
    expect([...logged]).toEqual([{ merchant_id: other.merchantId }]);
    const row = (await send(other, 'GET', `/merchants/${id}`)).body.data;
    expect(row).toMatchObject({ invited: false, mobile_number: person.mobile });
    expect((await send(other, 'POST', `/merchants/${id}/invitation`)).status).toBe(400);
    const again = await login(person.email);
    expect(await merchantOf(again.body.data.access_token)).toBe(other.merchantId);
    // Deactivated in one business, they go on in the other.
    const off = await send(other, 'PUT', `/merchants/status/${id}`, { is_active: false });
    expect(off.status, off.raw).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect((await me(person.token)).status).toBe(200);
    const left = await login(person.email);
    expect(await merchantOf(left.body.data.access_token)).toBe(home.merchantId);
  });

  test('needs the code of whoever uses two steps, and is not accepted by the link of another one', async () => {
    const [owner, person, third] = [
      await daftar.merchant(),
      await daftar.merchant(),
      await daftar.merchant(),
    ];
    const { secret } = await turnOnTwoStep(daftar, person);
    const { id, token } = await invite(owner, person);
    const { token: othersToken } = await invite(owner, third);
    expect((await accept(person.email, othersToken)).status).toBe(400);
    const asked = await accept(person.email, token);
    expect(Object.keys(asked.body.data)).toEqual(['second_step']);
    expect((await send(owner, 'GET', `/merchants/${id}`)).body.data.invited).toBe(true);
    daftar.clock.advance({ seconds: 30 });
    const code = codeOf(secret, daftar.clock.now());
    const done = await daftar.call({
      method: 'POST',
      path: '/api/merchant/login/second-step',
      body: { token: asked.body.data.second_step.token, code },
    });
    expect(await merchantOf(done.body.data.access_token)).toBe(owner.merchantId);
    expect((await accept(person.email, token)).status).toBe(400);
  });

  test('waits for whoever has no password yet: setting it joins one business, and the others are accepted with it', async () => {
    const [one, two] = [await daftar.merchant(), await daftar.merchant()];
    const email = `fresh${one.userId}@example.com`;
    const first = await invite(one, { email });
    const second = await invite(two, { email });
    const create = (token: string) =>
      post('password/create', { email, token, password: PASSWORD, password_confirmation: PASSWORD });
    expect((await create(second.token)).status).toBe(200);
    expect(await merchantOf((await login(email)).body.data.access_token)).toBe(two.merchantId);
    expect((await create(first.token)).status).toBe(400);
    const mailed = new URL((await lastMail(email)).links[0]!);
    expect(mailed.pathname).toBe('/join');
    const joined = await accept(email, mailed.searchParams.get('token')!);
    expect(await merchantOf(joined.body.data.access_token)).toBe(one.merchantId);
  });

  test('goes to another person with another address, and leaves the first one as they were', async () => {
    const [owner, person] = [await daftar.merchant(), await daftar.merchant()];
    const { id, token } = await invite(owner, person);
    const row = (await send(owner, 'GET', `/merchants/${id}`)).body.data;
    const moved = { ...userForm(row.role_id), email: `moved${id}@example.com` };
    expect((await send(owner, 'PUT', `/merchants/${id}`, moved)).status).toBe(200);
    expect((await accept(person.email, token)).status).toBe(400);
    expect(new URL((await lastMail(moved.email)).links[0]!).pathname).toBe('/create-password');
    expect((await me(person.token)).body.data).toMatchObject({
      email: person.email,
      mobile_number: person.mobile,
    });
    expect((await login(person.email)).status).toBe(200);
  });

  test('lets nobody in as the one to whom it goes next: neither half-way through two steps, nor while a password is checked', async () => {
    const [owner, home] = [await daftar.merchant(), await daftar.merchant()];
    const [first, victim] = [await daftar.colleague(home, []), await daftar.colleague(home, [])];
    const { sql } = daftar.database;
    const { id, token } = await invite(owner, first);
    const { role_id } = (await send(owner, 'GET', `/merchants/${id}`)).body.data;
    const moveTo = ({ email, mobile }: Actor) =>
      send(owner, 'PUT', `/merchants/${id}`, { ...userForm(role_id), email, mobile });
    await sql`update merchants set two_step_required_at = now() where id = ${owner.merchantId}`;
    const asked = await accept(first.email, token);
    const { token: halfWay } = asked.body.data.second_step_missing;
    await sql`update merchants set two_step_required_at = null where id = ${owner.merchantId}`;
    expect((await moveTo(victim)).status).toBe(200);
    const path = (of: string) => `login/second-step/${of}`;
    expect((await post(path('begin'), { token: halfWay })).body.code).toBe('auth_proof_expired');
    expect((await post(path('set-up'), { token: halfWay, code: '123456' })).body.code).toBe(
      'auth_proof_expired',
    );
    expect((await moveTo(first)).status).toBe(200);
    const again = new URL((await lastMail(first.email)).links[0]!).searchParams.get('token')!;
    const hash = hashToken(again);
    const link = { purpose: 'join', email: first.email, now: daftar.clock.now() } as const;
    const user = (await findUserOfToken(daftar.app.db, hash, link))!;
    expect((await moveTo(victim)).status).toBe(200);
    const visitor = { locale: 'en', address: '127.0.0.1', userAgent: 'test' } as const;
    const how = { way: 'password', rememberMe: false, joins: true } as const;
    await expect(continueSignIn(daftar.app, daftar.auth, visitor, user, how)).rejects.toThrow('proofExpired');
    expect((await send(owner, 'GET', `/merchants/${id}`)).body.data.invited).toBe(true);
    expect((await login(victim.email)).status).toBe(200);
  });

  test('stays with the address it was sent to when its person takes another one', async () => {
    const [owner, person] = [await daftar.merchant(), await daftar.merchant()];
    const { id, token } = await invite(owner, person);
    const changed = await daftar.call({
      method: 'PUT',
      path: '/api/merchant/authenticated-merchant',
      as: person,
      body: {
        first_name: 'Mona',
        last_name: 'Adel',
        email: `own${id}@example.com`,
        mobile: person.mobile,
        current_password: PASSWORD,
      },
    });
    expect(changed.status, changed.raw).toBe(201);
    expect((await accept(person.email, token)).status).toBe(400);
    expect((await accept(`own${id}@example.com`, token)).status).toBe(400);
  });
});

describe('an address that somebody has only typed', () => {
  /** Creates a person with a passkey and another session who enters an unused address in their profile. */
  async function typed() {
    const [home, other] = [await daftar.merchant(), await daftar.merchant()];
    const squatter = await daftar.colleague(home, []);
    const email = `typed${squatter.userId}@example.com`;
    const device = new Device(daftar.app.config.publicUrl);
    await addPasskey(daftar, squatter, device);
    const changed = await daftar.call({
      method: 'PUT',
      path: '/api/merchant/authenticated-merchant',
      headers: squatter.headers,
      body: {
        first_name: 'Omar',
        last_name: 'Said',
        email,
        mobile: squatter.mobile,
        current_password: PASSWORD,
      },
    });
    expect(changed.status, changed.raw).toBe(201);
    const opens = async () => {
      const { token, challenge } = (await post('login/passkey/begin', {})).body.data;
      return (await post('login/passkey', { token, answer: device.sign(challenge) })).status;
    };
    return { other, squatter, email, opens };
  }

  test('is its owner’s once a link in the mailbox sets a password: no passkey, session or half a sign-in is left', async () => {
    const { other, email, opens } = await typed();
    await daftar.database.sql`update people set two_step_at = now() where email = ${email}`;
    const { token } = await invite(other, { email });
    expect(await opens()).toBe(200);
    const { token: halfWay } = (await login(email)).body.data.second_step;
    await sendPasswordLink(daftar.app, { email, purpose: 'reset-password', locale: 'en' });
    const link = new URL((await lastMail(email)).links[0]!);
    const reset = await post('password/reset', {
      token: link.pathname.split('/').at(-1),
      password: 'Another1$x',
      password_confirmation: 'Another1$x',
    });
    expect(reset.status, reset.raw).toBe(200);
    expect(await opens()).toBe(400);
    const late = await post('login/second-step', { token: halfWay, code: '123456' });
    expect(late.body.code).toBe('auth_proof_expired');
    // The invitation is still valid, and requires no code of an authenticator that another person set up.
    const joined = await accept(email, token, 'Another1$x');
    expect(joined.body.data).toHaveProperty('access_token');
  });

  test('is its owner’s once their company has signed them in, and leads whoever typed it nowhere', async () => {
    const { other, squatter, email, opens } = await typed();
    const { id } = await invite(other, { email });
    const key = { merchantId: other.merchantId, userId: id };
    await transaction(daftar.app.db, (tx) => joinWithoutPassword(daftar.app, tx, key, daftar.clock.now()));
    await expect.poll(async () => (await me(squatter.token)).status).toBe(401);
    expect((await login(email)).status).toBe(400);
    expect(await opens()).toBe(400);
  });

  /** Returns what gives access to an account besides its password, and the session of whoever set it up. */
  const leftOf = async (email: string) =>
    (
      await daftar.database.sql`
        select p.email_proven as proven, p.two_step_at as "twoStep",
               (select count(*)::int from passkeys k where k.person_id = p.id) as passkeys,
               (select count(*)::int from authenticators a where a.person_id = p.id) as authenticators,
               (select count(*)::int from recovery_codes c where c.person_id = p.id) as codes,
               (select count(*)::int from company_accounts a join users u on u.merchant_id = a.merchant_id and u.id = a.user_id
                 where u.person_id = p.id) as companies
          from people p where p.email = ${email}`
    )[0];
  const NOTHING = { proven: true, twoStep: null, passkeys: 0, authenticators: 0, codes: 0, companies: 0 };

  /** The same with two-step sign-in, recovery codes and a company's account. */
  async function typedWithEverything() {
    const made = await typed();
    const { squatter, email } = made;
    const { sql } = daftar.database;
    // It starts without passkeys.
    const { secret } = await turnOnTwoStep(daftar, squatter);
    await sql`
      insert into passkeys (merchant_id, user_id, person_id, name, credential_id, public_key, counter, created_at)
      select merchant_id, id, person_id, 'Phone', ${email}, '', 0, now() from users
       where merchant_id = ${squatter.merchantId} and id = ${squatter.userId}`;
    await daftar.database.sql`
      insert into company_accounts (merchant_id, user_id, issuer, subject, linked_at)
      values (${squatter.merchantId}, ${squatter.userId}, 'https://squatter.example', 'squatter', now())`;
    expect(await leftOf(email)).toMatchObject({
      proven: false,
      passkeys: 1,
      authenticators: 1,
      codes: 10,
      companies: 1,
    });
    return { ...made, secret };
  }

  test.each<[string, (made: Awaited<ReturnType<typeof typedWithEverything>>) => Promise<unknown>]>([
    [
      'a mailed link that resets the password',
      async ({ email }) => {
        await sendPasswordLink(daftar.app, { email, purpose: 'reset-password', locale: 'en' });
        const link = new URL((await lastMail(email)).links[0]!);
        const token = link.pathname.split('/').at(-1);
        const password = 'Another1$x';
        return post('password/reset', { token, password, password_confirmation: password });
      },
    ],
    [
      'an invitation that is accepted with password and code',
      async ({ email, other, secret }) => {
        const { token } = await invite(other, { email });
        const asked = (await accept(email, token)).body.data.second_step;
        const code = codeOf(secret, new Date(daftar.clock.now().getTime() + 30_000));
        const joined = await post('login/second-step', { token: asked.token, code });
        expect((await me(joined.body.data.access_token)).status).toBe(200);
      },
    ],
    [
      'the company that signs its owner in',
      async ({ email, other }) => {
        const { id } = await invite(other, { email });
        const key = { merchantId: other.merchantId, userId: id };
        await transaction(daftar.app.db, (tx) =>
          joinWithoutPassword(daftar.app, tx, key, daftar.clock.now()),
        );
      },
    ],
    [
      'a change of the address that was proven by its link',
      async ({ squatter }) => {
        const key = { merchantId: squatter.merchantId, userId: squatter.userId };
        const now = daftar.clock.now();
        await transaction(daftar.app.db, async (tx) => {
          const to = { email: `moved${squatter.userId}@example.com`, passwordHash: 'x', now };
          await setAddress(tx, key, to);
          await proveAddress(daftar.app, tx, key, now);
        });
      },
    ],
  ])('is opened by nothing that was set up before %s proves it', async (_way, prove) => {
    const made = await typedWithEverything();
    const { squatter, email } = made;
    expect((await me(squatter.token)).status).toBe(200);
    await prove(made);
    const moved = `moved${squatter.userId}@example.com`;
    expect((await leftOf(email)) ?? (await leftOf(moved))).toEqual(NOTHING);
    // Other server processes learn of the change by a notification, which arrives after the commit.
    await expect.poll(async () => (await me(squatter.token)).status).toBe(401);
    expect((await readOutbox(daftar.app, { limit: 5 })).some(({ text }) => text.includes('wo-step'))).toBe(
      true,
    );
  });

  test('keeps all of it once it has been proven', async () => {
    const { other, squatter, email } = await typedWithEverything();
    await daftar.database.sql`update people set email_proven = true where email = ${email}`;
    const { id } = await invite(other, { email });
    const key = { merchantId: other.merchantId, userId: id };
    await transaction(daftar.app.db, (tx) => joinWithoutPassword(daftar.app, tx, key, daftar.clock.now()));
    expect(await leftOf(email)).toMatchObject({ passkeys: 1, authenticators: 1, codes: 10, companies: 1 });
    expect((await me(squatter.token)).status).toBe(200);
  });
});

describe('a business of somebody who is in another one, too', () => {
  test('is not the one that their address stands for, unless it is the one that they own', async () => {
    const [owner, stranger] = [await daftar.merchant(), await daftar.merchant()];
    await invite(stranger, owner);
    expect(await findMerchantOf(daftar.app.db, owner.email)).toBe(owner.merchantId);
    const { home, other, person } = await inTwo();
    expect(await findMerchantOf(daftar.app.db, person.email)).toBeUndefined();
    await daftar.database.sql`
      update users set role_id = (select id from roles where merchant_id = ${home.merchantId} and is_first)
       where merchant_id = ${home.merchantId} and id = ${person.userId}`;
    expect(await findMerchantOf(daftar.app.db, person.email)).toBe(home.merchantId);
    expect(await findMerchantOf(daftar.app.db, other.email)).toBe(other.merchantId);
  });

  test('changes neither their address nor their number, but their names and role', async () => {
    const { other, person, id } = await inTwo();
    const row = (await send(other, 'GET', `/merchants/${id}`)).body.data;
    const form = { ...userForm(row.role_id), email: person.email, mobile: person.mobile };
    const put = (changes: object) => send(other, 'PUT', `/merchants/${id}`, { ...form, ...changes });
    for (const field of ['email', 'mobile'] as const) {
      const refused = await put({ [field]: userForm(row.role_id)[field] });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    }
    expect((await put({ first_name: 'Ali' })).status).toBe(200);
    expect((await me(person.token)).body.data).toMatchObject({ first_name: 'Omar', email: person.email });
  });

  test('is opened by its company’s account alone, which changes nothing of them that opens or concerns another one', async () => {
    const { home, other, person, id, token } = await inTwo();
    const { sql } = daftar.database;
    await sql`update sessions set by_company = true where merchant_id = ${other.merchantId} and user_id = ${id}`;
    const profile = { first_name: 'Omar', last_name: 'Said', email: person.email, mobile: '01234567899' };
    const headers = { authorization: `Bearer ${token}` };
    const path = '/api/merchant/authenticated-merchant';
    const changed = await daftar.call({ method: 'PUT', path, headers, body: profile });
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ['current_password']]);
    // If two steps are required, the company's account does not set them up for the other business as well.
    await sql`update merchants set two_step_required_at = now() where id = ${other.merchantId}`;
    const user = (await findUserByKey(daftar.app.db, { merchantId: other.merchantId, userId: id }))!;
    const visitor = { locale: 'en', address: '127.0.0.1', userAgent: 'test' } as const;
    const how = { way: 'company', rememberMe: false, byCompany: true } as const;
    await expect(continueSignIn(daftar.app, daftar.auth, visitor, user, how)).rejects.toThrow(
      'twoStepElsewhere',
    );
    // Nor for one that they join half-way.
    const joined = (at: Date | null) =>
      sql`update users set joined_at = ${at} where merchant_id = ${home.merchantId} and id = ${person.userId}`;
    await joined(null);
    const begun = await continueSignIn(daftar.app, daftar.auth, visitor, user, how);
    await joined(daftar.clock.now());
    const { token: halfWay } = (begun as { asked: { second_step_missing: { token: string } } }).asked
      .second_step_missing;
    const late = await post('login/second-step/set-up', { token: halfWay, code: '123456' });
    expect(late.body.code).toBe('auth_two_step_elsewhere');
    expect((await send(home, 'GET', `/merchants/${person.userId}`)).body.data.mobile_number).toBe(
      person.mobile,
    );
  });

  test('does not finish a change of address that was asked for before they joined the other one', async () => {
    const [home, other] = [await daftar.merchant(), await daftar.merchant()];
    const person = await daftar.colleague(home, []);
    const row = (await send(home, 'GET', `/merchants/${person.userId}`)).body.data;
    const to = `taken${person.userId}@example.com`;
    const asked = await send(home, 'PUT', `/merchants/${person.userId}`, {
      ...userForm(row.role_id),
      email: to,
      mobile: person.mobile,
    });
    expect(asked.status, asked.raw).toBe(200);
    const link = new URL((await lastMail(to)).links[0]!);
    const { token } = await invite(other, person);
    expect((await accept(person.email, token)).status).toBe(200);
    daftar.clock.advance({ hours: 73 });
    const answered = await post('confirm-address', { token: link.pathname.split('/').at(-1), agrees: true });
    expect(answered.status).toBe(400);
    expect((await login(person.email)).status).toBe(200);
  });

  test('sees a new password end their sessions and links everywhere', async () => {
    const { home, other, person, token } = await inTwo();
    const linkOf = async ({ merchantId }: Actor) => {
      await daftar.database
        .sql`update people set last_merchant_id = ${merchantId} where email = ${person.email}`;
      await sendPasswordLink(daftar.app, { email: person.email, purpose: 'reset-password', locale: 'en' });
      return new URL((await lastMail(person.email)).links[0]!).pathname.split('/').at(-1);
    };
    const former = await linkOf(home);
    await linkOf(other);
    await sendPasswordLink(daftar.app, { email: person.email, purpose: 'reset-password', locale: 'en' });
    const link = new URL((await lastMail(person.email)).links[0]!);
    const reset = await post('password/reset', {
      token: link.pathname.split('/').at(-1),
      password: 'Another1$x',
      password_confirmation: 'Another1$x',
    });
    expect(reset.status, reset.raw).toBe(200);
    const stolen = { token: former, password: 'Stolen1$x', password_confirmation: 'Stolen1$x' };
    expect((await post('password/reset', stolen)).status).toBe(400);
    expect((await me(token)).status).toBe(401);
    expect((await me(person.token)).status).toBe(401);
    expect((await login(person.email, 'Another1$x')).status).toBe(200);
  });
});
