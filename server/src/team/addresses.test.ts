import type { Permission } from '@daftar/contract/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay, settleAll } from '../../tests/kit/money.ts';
import { addPasskey, PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { revokeLinks, sendPasswordLink } from '../auth/links.ts';
import type { Mode } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { moveSilentAddresses } from './addresses.ts';

/** Another sign-in address for a colleague. */
let daftar: TestServer;
let owner: Actor;
let colleague: Actor;
let wanted: string;
let mode: Mode;
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(async () => {
  mode = 'live';
  owner = await daftar.merchant();
  colleague = await daftar.colleague(owner, ['transaction-refund', 'payout-request-transactions']);
  await withPassword(daftar, owner);
  await withPassword(daftar, colleague);
  wanted = `moved${colleague.userId}@example.com`;
});
afterAll(() => daftar.close());

const person = () => `/merchant/business-account/merchants/${colleague.userId}`;
const read = async () => (await daftar.call({ path: person(), mode, as: owner })).body.data;
async function ask(as: Actor = owner, proof: object = { current_password: PASSWORD }) {
  const { first_name, last_name, mobile_number: mobile, role_id } = await read();
  const body = { first_name, last_name, mobile, role_id, email: wanted, ...proof };
  return daftar.call({ method: 'PUT', path: person(), mode, as, body });
}
const tokenOf = (link: string) => new URL(link).pathname.split('/').at(-1)!;
async function linkTo(address: string): Promise<string> {
  const headers = { accept: 'application/json' };
  const { body } = await daftar.call({ path: '/dev/outbox', query: { to: address }, headers });
  const links = body.flatMap((mail: { links: string[] }) => mail.links) as string[];
  return tokenOf(links.find((link) => link.includes('/confirm-address/'))!);
}
const answer = async (address: string, agrees = true) => {
  const body = { token: await linkTo(address), agrees };
  return daftar.call({ method: 'POST', path: '/api/merchant/confirm-address', body });
};
async function newPassword(email: string) {
  const headers = { accept: 'application/json' };
  const { body } = await daftar.call({ path: '/dev/outbox', query: { to: email }, headers });
  const links = body.flatMap((mail: { links: string[] }) => mail.links) as string[];
  const token = tokenOf(links.find((link) => link.includes('/reset-password/'))!);
  const form = { token, password: PASSWORD, password_confirmation: PASSWORD };
  return daftar.call({ method: 'POST', path: '/api/merchant/password/reset', body: form });
}
const signIn = (email: string) =>
  daftar.call({ method: 'POST', path: '/api/merchant/login', body: { email, password: PASSWORD } });
const isIn = async () =>
  (await daftar.call({ path: '/api/merchant/authenticated-merchant', as: colleague })).status;

describe('mails about a changed address', () => {
  test('use up none of the password links that their reader requests', async () => {
    const resets = async () => {
      const headers = { accept: 'application/json' };
      const { body } = await daftar.call({ path: '/dev/outbox', query: { to: colleague.email }, headers });
      return body.filter(({ links }: { links: string[] }) => links[0]?.includes('/reset-password/')).length;
    };
    const statuses = [];
    for (let times = 0; times < 7; times += 1) {
      statuses.push((await ask()).status);
      await daftar.call({ method: 'DELETE', path: `${person()}/address`, mode, as: owner });
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    await sendPasswordLink(daftar.app, { email: colleague.email, purpose: 'reset-password', locale: 'en' });
    expect(await resets()).toBe(1);
  });

  test('to the old address are not used up by changes to a new one that has reached its limit', async () => {
    const other = await daftar.colleague(owner, []);
    await withPassword(daftar, other);
    for (let times = 0; times < 6; times += 1) {
      await ask();
      await daftar.call({ method: 'DELETE', path: `${person()}/address`, mode, as: owner });
    }
    colleague = other;
    const refused = [];
    for (let times = 0; times < 6; times += 1) refused.push((await ask()).status);
    expect(refused).toEqual(Array(6).fill(429));
    wanted = `moved${colleague.userId}@example.com`;
    expect((await ask()).status).toBe(200);
  });
});

describe('a new e-mail address for a colleague', () => {
  test('needs the requester’s password, and changes nothing before both addresses agree', async () => {
    const without = await ask(owner, {});
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['current_password']]);
    const asked = await ask();
    expect([asked.status, asked.body.message]).toEqual([
      200,
      expect.stringContaining('both the old and the new address'),
    ]);
    expect(await read()).toMatchObject({ email: colleague.email, new_email: wanted });
    expect((await answer(wanted)).body.data.state).toBe('waits');
    expect(await read()).toMatchObject({ email: colleague.email });
    expect((await signIn(wanted)).status).toBe(400);
    expect((await signIn(colleague.email)).status).toBe(200);
    expect((await answer(colleague.email)).body.data.state).toBe('done');
    expect(await read()).toMatchObject({ email: wanted, new_email: null });
    expect((await signIn(colleague.email)).status).toBe(400);
  });

  test('ends every former way to sign in: a new password is set by a link to the new address, passkeys are removed', async () => {
    await addPasskey(daftar, colleague);
    await ask();
    await answer(wanted);
    await answer(colleague.email);
    expect((await signIn(wanted)).status).toBe(400);
    const [left] = await daftar.database.sql`
      select count(*)::int as n from passkeys where merchant_id = ${colleague.merchantId} and user_id = ${colleague.userId}`;
    expect(left).toEqual({ n: 0 });
    expect((await newPassword(wanted)).status).toBe(200);
    expect((await signIn(wanted)).status).toBe(200);
    expect(await read()).toMatchObject({ invited: false });
  });

  test('ends their sessions when it takes effect', async () => {
    await ask();
    await answer(wanted);
    expect(await isIn()).toBe(200);
    await answer(colleague.email);
    expect(await isIn()).toBe(401);
  });

  test('can be stopped from the old address, and no link works twice', async () => {
    await ask();
    const late = await linkTo(wanted);
    expect((await answer(colleague.email, false)).body.data.state).toBe('refused');
    const body = { token: late, agrees: true };
    const path = '/api/merchant/confirm-address';
    expect((await daftar.call({ method: 'POST', path, body })).status).toBe(400);
    expect(await read()).toMatchObject({ email: colleague.email, new_email: null });
  });

  test('takes effect after three days without an answer if an owner requested it, and otherwise never', async () => {
    await ask();
    await answer(wanted);
    await moveSilentAddresses(daftar.app);
    expect((await read()).email).toBe(colleague.email);
    daftar.clock.advance({ hours: 72 });
    await moveSilentAddresses(daftar.app);
    const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
    owner.headers = { authorization: `Bearer ${token}` };
    expect((await read()).email).toBe(wanted);

    const manager = await daftar.colleague(owner, [
      'users-manage',
      'edit-user',
      'transaction-refund',
      'payout-request-transactions',
    ]);
    await withPassword(daftar, manager);
    const before = wanted;
    wanted = `again${colleague.userId}@example.com`;
    expect((await ask(manager)).status).toBe(200);
    await answer(wanted);
    daftar.clock.advance({ hours: 73 });
    await moveSilentAddresses(daftar.app);
    owner.headers = { authorization: `Bearer ${await daftar.auth.tokens.sign(owner, daftar.clock.now())}` };
    expect((await read()).email).toBe(before);
  });

  test('does not make them a second person for the requester', async () => {
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    const post = (path: string, as: Actor, body: object = {}) =>
      daftar.call({ method: 'POST', path: `/merchant/${path}`, mode: 'live', as, body });
    expect((await post('approvals/settings', owner, { enabled: true, refund_above: 0 })).status).toBe(200);
    await ask();
    await answer(wanted);
    await answer(colleague.email);
    const asked = await post('payment_links/payout', owner, { amount: 10 });
    const puppet = await daftar.elsewhere(colleague);
    const refused = await post(`approvals/${asked.body.data.approval_id}/approve`, puppet);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('count as one person'),
    ]);
  });

  test('is announced to every owner', async () => {
    await ask();
    const headers = { accept: 'application/json' };
    const { body } = await daftar.call({ path: '/dev/outbox', query: { to: owner.email }, headers });
    expect(body[0].subject).toContain(`sign-in e-mail address of Omar Said to ${wanted}`);
  });
});

describe('a pending change ends', () => {
  const headers = { accept: 'application/json' };
  const isStopped = async (link: string) => {
    expect(await read()).toMatchObject({ email: colleague.email, new_email: null });
    const body = { token: link, agrees: true };
    expect((await daftar.call({ method: 'POST', path: '/api/merchant/confirm-address', body })).status).toBe(
      400,
    );
  };
  async function underWay(as: Actor = owner): Promise<string> {
    expect((await ask(as)).status).toBe(200);
    await daftar.database.sql`delete from limit_uses`;
    return linkTo(wanted);
  }
  const profile = (fields: object) => {
    const { email, mobile } = colleague;
    const body = { first_name: 'Omar', last_name: 'Said', email, mobile, avatar: null, address: null };
    const proof = { current_password: PASSWORD, password: '', password_confirmation: '' };
    const path = '/api/merchant/authenticated-merchant';
    return daftar.call({ method: 'PUT', path, as: colleague, body: { ...body, ...proof, ...fields } });
  };

  test('with a new password of theirs, in the profile or by a link', async () => {
    const link = await underWay();
    const changed = await profile({ password: 'Another1$x', password_confirmation: 'Another1$x' });
    expect(changed.status, changed.raw).toBe(201);
    await isStopped(link);
    const again = await underWay();
    const body = { email: colleague.email };
    await daftar.call({ method: 'POST', path: '/api/merchant/password/reset-password', body });
    await sendPasswordLink(daftar.app, { email: colleague.email, purpose: 'reset-password', locale: 'en' });
    expect((await newPassword(colleague.email)).status).toBe(200);
    await isStopped(again);
  });

  test('with another address that they choose themselves', async () => {
    const link = await underWay();
    const own = `own${colleague.userId}@example.com`;
    expect((await profile({ email: own })).status).toBe(201);
    colleague = { ...colleague, email: own };
    await isStopped(link);
  });

  test('when the form is saved with the present address, and when somebody stops it', async () => {
    const link = await underWay();
    const meant = wanted;
    wanted = colleague.email;
    expect((await ask(owner, {})).status).toBe(200);
    wanted = meant;
    await isStopped(link);
    const again = await underWay();
    const clerk = await daftar.colleague(owner, ['users-manage', 'edit-user']);
    const stop = (as: Actor) =>
      daftar.call({ method: 'DELETE', path: `${person()}/address`, mode: 'live', as });
    expect((await stop(clerk)).status).toBe(400);
    expect((await stop(owner)).status).toBe(200);
    await isStopped(again);
  });

  test('when its requester is suspended or deleted', async () => {
    const permissions: Permission[] = [
      'users-manage',
      'edit-user',
      'transaction-refund',
      'payout-request-transactions',
    ];
    for (const method of ['PUT', 'DELETE'] as const) {
      const manager = await daftar.colleague(owner, permissions);
      await withPassword(daftar, manager);
      const link = await underWay(manager);
      const path = `/merchant/business-account/merchants/${method === 'PUT' ? 'status/' : ''}${manager.userId}`;
      const body = method === 'PUT' ? { is_active: false } : undefined;
      expect((await daftar.call({ method, path, mode: 'live', as: owner, body })).status).toBe(200);
      await isStopped(link);
    }
  });

  test('but not because another link was used up: the old address can refuse until then', async () => {
    await underWay();
    await transaction(daftar.app.db, (tx) => revokeLinks(tx, colleague, daftar.clock.now()));
    expect((await answer(colleague.email, false)).body.data.state).toBe('refused');
  });

  test('and does not take effect unanswered once its requester is no longer an owner', async () => {
    const partner = await daftar.elsewhere(owner);
    await underWay();
    await answer(wanted);
    await daftar.database.sql`
      update users set role_id = (select max(id) from roles where merchant_id = ${owner.merchantId})
       where merchant_id = ${owner.merchantId} and id = ${owner.userId}`;
    daftar.clock.advance({ hours: 73 });
    await moveSilentAddresses(daftar.app);
    const [now] = await daftar.database.sql`
      select email from users where merchant_id = ${owner.merchantId} and id = ${colleague.userId}`;
    expect(now).toEqual({ email: colleague.email });
    expect(partner.userId).toBe(owner.userId);
  });

  test('the mails about it are limited, and quote no names of an unverified merchant', async () => {
    mode = 'test';
    await daftar.database.sql`update merchants set status = 0 where id = ${owner.merchantId}`;
    expect((await ask()).status).toBe(200);
    for (const to of [wanted, colleague.email]) {
      const { body } = await daftar.call({ path: '/dev/outbox', query: { to }, headers });
      expect(JSON.stringify(body[0])).not.toMatch(/Omar|Said|Mona|Adel/);
    }
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push((await ask()).status);
    expect(statuses).toContain(429);
  });
});
