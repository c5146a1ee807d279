/** Going from one business to another, and leaving one. */
import type { Permission } from '@daftar/contract/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keysOf } from '../../tests/kit/api-keys.ts';
import { addMembership, signIn } from '../../tests/kit/people.ts';
import { PASSWORD, turnOnTwoStep } from '../../tests/kit/profile.ts';
import { provenCompanyOf } from '../../tests/kit/samples-company.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { endSessionsOfUser } from '../auth/sessions.ts';
import * as people from '../people/writes.ts';
import { transaction } from '../platform/db/transaction.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(() => daftar.database.sql`delete from limit_uses`);

type Bearer = Pick<Actor, 'headers'>;
const bearer = (token: string): Bearer => ({ headers: { authorization: `Bearer ${token}` } });
const ask = (as: Bearer, method: 'GET' | 'POST', path: string, body?: unknown) =>
  daftar.call({
    method,
    path: `/api/merchant/${path}`,
    headers: as.headers,
    ...(body === undefined ? {} : { body }),
  });
const switchTo = (as: Bearer, merchant_id: number) => ask(as, 'POST', 'memberships/switch', { merchant_id });
const listed = async (as: Bearer) => (await ask(as, 'GET', 'memberships')).body.data;
const me = (as: Bearer) => ask(as, 'GET', 'authenticated-merchant');
const refresh = (cookie: string) =>
  daftar.call({ method: 'POST', path: '/api/merchant/refresh-token', headers: { cookie } });
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String([answer.headers['set-cookie']].flat()[0]).split(';')[0]!;
const logOf = (merchantId: number) => daftar.database.sql<{ action: string; after: unknown }[]>`
  select action, after from audit_log where merchant_id = ${merchantId} and action like 'sign-in%' order by id`;

/** A person with a role in one business who is in another one, too. */
async function inTwo(permissions: Permission[] = ['view-settlements']) {
  const [home, other] = [await daftar.merchant(), await daftar.merchant()];
  const person = await daftar.colleague(home, permissions);
  const userId = await addMembership(daftar.app, person, other.merchantId);
  return { home, other, person, userId };
}

describe('a switch', () => {
  test('opens the other business with the role there, in place of the session, and neither is told of the other', async () => {
    const { home, other, person, userId } = await inTwo();
    expect(await listed(person)).toEqual([
      expect.objectContaining({ merchant_id: home.merchantId, role: 'Some', is_current: true }),
      expect.objectContaining({ merchant_id: other.merchantId, role: 'Guest', is_current: false }),
    ]);
    expect((await me(person)).body.data.has_other_businesses).toBe(true);
    const done = await switchTo(person, other.merchantId);
    expect(done.status, done.raw).toBe(200);
    expect(done.body.data.permissions).toEqual([]);
    const there = bearer(done.body.data.access_token);
    expect((await me(there)).body.data).toMatchObject({ business_account_id: other.merchantId, id: userId });
    expect((await me(person)).status).toBe(401);
    expect((await refresh(cookieOf(done))).status).toBe(200);
    const [from, to] = [await logOf(home.merchantId), await logOf(other.merchantId)];
    expect([...from]).toEqual([{ action: 'sign-in.switched-away', after: null }]);
    expect([...to]).toEqual([{ action: 'sign-in.switch', after: { remember_me: true } }]);
    const back = await switchTo(there, home.merchantId);
    expect(back.body.data.permissions).toEqual([{ name: 'view-settlements' }]);
  });

  test('happens once, however many tabs ask, and the session lasts no longer than before', async () => {
    const { other, person } = await inTwo();
    const { sql } = daftar.database;
    const answers = await Promise.all([1, 2, 3].map(() => switchTo(person, other.merchantId)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const [row] = await sql`
      select count(*)::int as open, max(expires_at) = (select expires_at from sessions where id = ${person.sessionId}) as same
        from sessions where merchant_id = ${other.merchantId} and ended_at is null and user_id <> ${other.userId}`;
    expect(row).toEqual({ open: 1, same: true });
  });

  test('leads nowhere that the person is not: to strangers, where they are only invited, or where they are now', async () => {
    const { home, person } = await inTwo();
    const stranger = await daftar.merchant();
    expect((await switchTo(person, stranger.merchantId)).status).toBe(404);
    expect((await switchTo(person, home.merchantId)).status).toBe(404);
    const id = await addMembership(daftar.app, person, stranger.merchantId);
    await daftar.database.sql`update users set joined_at = null where id = ${id}`;
    expect((await switchTo(person, stranger.merchantId)).status).toBe(404);
    expect(await listed(person)).toHaveLength(2);
    expect((await ask({ headers: { authorization: 'Bearer x' } }, 'GET', 'memberships')).status).toBe(401);
  });

  test('is refused, and logged there, where signing in so would be: deactivated, from elsewhere, without two steps', async () => {
    const { other, person, userId } = await inTwo();
    const { sql } = daftar.database;
    const { merchantId } = other;
    const refused = async (status: number, reason: string) => {
      const answer = await switchTo(person, merchantId);
      expect([answer.status, reason], answer.raw).toEqual([status, reason]);
      expect((await logOf(merchantId)).at(-1)).toEqual({ action: 'sign-in.refused', after: { reason } });
      expect((await me(person)).status).toBe(200);
    };
    await sql`update users set is_active = false where id = ${userId}`;
    await refused(400, 'inactive');
    expect(await listed(person)).toHaveLength(1);
    await sql`update users set is_active = true where id = ${userId}`;
    await sql`update merchants set allowed_ips = '{192.0.2.1}', portal_restricted = true where id = ${merchantId}`;
    await refused(403, 'address');
    await sql`update merchants set portal_restricted = false, two_step_required_at = now() where id = ${merchantId}`;
    await refused(400, 'two-step');
    await turnOnTwoStep(daftar, person);
    expect((await switchTo(person, merchantId)).status).toBe(200);
  });

  test('leaves two steps on that the other business requires', async () => {
    const { other, person, userId } = await inTwo();
    await turnOnTwoStep(daftar, person);
    const { sql } = daftar.database;
    await sql`update merchants set two_step_required_at = now() where id = ${other.merchantId}`;
    const end = () => ask(person, 'POST', 'profile/two-step/end', { current_password: PASSWORD });
    // The call requires what the profile states and offers.
    const required = async () => (await ask(person, 'GET', 'profile/two-step')).body.data.required;
    expect(await required()).toBe(true);
    expect((await end()).body.code).toBe('profile_two_step_required');
    await sql`update users set is_active = false where merchant_id = ${other.merchantId} and id = ${userId}`;
    expect(await required()).toBe(false);
    expect((await end()).status).toBe(200);
  });

  test('needs the company’s account of a business that requires it, and is not for a session that such an account opened', async () => {
    const { home, other, person } = await inTwo();
    await provenCompanyOf({ daftar, actor: other, mode: 'live' });
    const { sql } = daftar.database;
    await sql`
      update company_sign_ins set required_since = now(), break_glass = ${[other.userId]}
       where merchant_id = ${other.merchantId}`;
    expect((await switchTo(person, other.merchantId)).body.code).toBe('auth_company_needed');
    await sql`delete from company_sign_ins where merchant_id = ${other.merchantId}`;
    await sql`update sessions set by_company = true where id = ${person.sessionId}`;
    const answer = await switchTo(person, other.merchantId);
    expect([answer.status, answer.body.code]).toEqual([400, 'auth_switch_needs_password']);
    expect((await switchTo(person, home.merchantId)).raw).toBe(answer.raw);
    expect(await listed(person)).toHaveLength(1);
    expect((await me(person)).body.data.has_other_businesses).toBe(false);
  });

  test.each(['switch', 'sign-in'] as const)(
    'leaves no session behind where a new password ends all of them meanwhile: %s',
    async (way) => {
      const { home, other, person, userId } = await inTwo();
      const { sql } = daftar.database;
      const there = { merchantId: other.merchantId, userId };
      await sql`update people set last_merchant_id = ${other.merchantId} where email = ${person.email}`;
      const login = { email: person.email, password: PASSWORD };
      let answer: ReturnType<typeof ask> | undefined;
      let isDone = false;
      await transaction(daftar.app.db, async (tx) => {
        const now = daftar.clock.now();
        await people.setPassword(tx, there, 'another', now);
        await endSessionsOfUser(tx, there, now);
        answer =
          way === 'switch'
            ? switchTo(person, other.merchantId)
            : ask({ headers: { authorization: '' } }, 'POST', 'login', login);
        void answer.then(() => {
          isDone = true;
        });
        for (let waits = false; !waits && !isDone; )
          waits =
            (
              await sql`
                select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%people%'`
            ).length > 0;
        await endSessionsOfUser(tx, { merchantId: home.merchantId, userId: person.userId }, now);
      });
      expect((await answer!).status).toBe(way === 'switch' ? 401 : 400);
      const open = await sql`
        select from sessions where ended_at is null and user_id in (${userId}, ${person.userId})
           and merchant_id in (${home.merchantId}, ${other.merchantId})`;
      expect(open).toHaveLength(0);
    },
  );

  test('is not asked from another site', async () => {
    const { other, person } = await inTwo();
    const answer = await daftar.call({
      method: 'POST',
      path: '/api/merchant/memberships/switch',
      headers: { ...person.headers, 'sec-fetch-site': 'cross-site' },
      body: { merchant_id: other.merchantId },
    });
    expect(answer.status).toBe(403);
  });
});

describe('leaving a business', () => {
  const leave = (as: Bearer, current_password = PASSWORD) =>
    ask(as, 'POST', 'memberships/leave', { current_password });

  test('takes the password, ends what was open there, and leaves the other one as it was', async () => {
    const { home, other, person, userId } = await inTwo();
    const there = await signIn(daftar.app, daftar.auth, { ...person, merchantId: other.merchantId, userId });
    // Wrong passwords count together, in whichever business they are given.
    const counted = async (as: Bearer) => {
      expect((await leave(as, 'Wrong1$xx')).status).toBe(422);
      return (await daftar.database.sql`select from limit_uses`).length;
    };
    expect(await counted(there)).toBe(await counted(person));
    const left = await leave(there);
    expect(left.status, left.raw).toBe(200);
    expect((await me(there)).status).toBe(401);
    expect((await me(person)).body.data).toMatchObject({
      business_account_id: home.merchantId,
      has_other_businesses: false,
    });
    const log = await daftar.database.sql`
      select subject from audit_log where merchant_id = ${other.merchantId} and action = 'user.leave'`;
    expect([...log]).toEqual([{ subject: `user:${userId}` }]);
    expect((await switchTo(person, other.merchantId)).status).toBe(404);
    const login = await ask({ headers: { authorization: '' } }, 'POST', 'login', {
      email: person.email,
      password: PASSWORD,
    });
    expect(login.status).toBe(200);
  });

  test('is not for the last owner, nor for whoever was shown keys', async () => {
    const { home, person } = await inTwo(['api-keys-settings', 'view-settlements']);
    expect((await leave(home)).body.code).toBe('team_last_owner');
    await keysOf(() => daftar).create(person, ['view-settlements']);
    expect((await leave(person)).body.code).toBe('team_leaves_keys');
    expect((await me(person)).status).toBe(200);
  });

  test('is the end of the account where it is the only one, and its address is free', async () => {
    const owner = await daftar.merchant();
    const person = await daftar.colleague(owner, []);
    expect((await leave(person)).status).toBe(200);
    const rows = await daftar.database.sql`select from people where email = ${person.email}`;
    expect(rows).toHaveLength(0);
  });
});
