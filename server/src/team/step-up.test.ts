import type { Permission } from '@daftar/contract/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../tests/kit/people.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf } from '../../tests/kit/team.ts';

/** Giving a person permissions over money or people. */
let daftar: TestServer;
let owner: Actor;
let plain: number;
let strong: number;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  await daftar.database.sql`delete from limit_uses`;
  owner = await daftar.merchant();
  plain = await newRole(owner, ['view-settlements']);
  strong = await newRole(owner, ['view-settlements', 'transaction-refund']);
});

const { send, newRole, userForm, roleForm, nextName, idsOf } = callsOf(() => daftar);
const UNPROVEN = { current_password: undefined };
const firstRole = async () =>
  (await send(owner, 'GET', '/roles')).body.data.map(({ id }: { id: number }) => id)[0] as number;
const mailsTo = async (to: string) => {
  const headers = { accept: 'application/json' };
  return (await daftar.call({ path: '/dev/outbox', query: { to }, headers })).body as { subject: string }[];
};
const told = async () =>
  (await mailsTo(owner.email)).filter(({ subject }) => subject.includes('permissions over')).length;
const asked = (answer: { status: number; body: { errors?: object } }) =>
  [answer.status, ...Object.keys(answer.body.errors ?? {})].join(' ');
const ASKED = '422 current_password';

describe('step-up is required, and every owner is notified, before', () => {
  test('an owner or a user with sensitive permissions is invited; not for others', async () => {
    for (const role of [await firstRole(), strong]) {
      const form = userForm(role);
      expect(asked(await send(owner, 'POST', '/merchants', { ...form, ...UNPROVEN }))).toBe(ASKED);
      expect(asked(await send(owner, 'POST', '/merchants', { ...form, current_password: 'Wrong1$xx' }))).toBe(
        ASKED,
      );
      const before = await told();
      expect((await send(owner, 'POST', '/merchants', form)).status).toBe(200);
      expect(await told()).toBe(before + 1);
      // An invited person has not confirmed the address yet, so only the invitation is sent.
      expect(await mailsTo(form.email)).toHaveLength(1);
    }
    const before = await told();
    expect((await send(owner, 'POST', '/merchants', { ...userForm(plain), ...UNPROVEN })).status).toBe(200);
    expect(await told()).toBe(before);
  });

  test('an invitation is sent; its repeat with the same Idempotency-Key replies the same for any proof, and no trace of the password is stored', async () => {
    const form = { ...userForm(strong), ...UNPROVEN };
    const path = '/merchant/business-account/merchants';
    const headers = { 'idempotency-key': 'invite once' };
    const invite = (proof: object) =>
      daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: { ...form, ...proof }, headers });
    const first = await invite({ current_password: PASSWORD });
    expect(first.status, first.raw).toBe(200);
    for (const proof of [{ step_up: 'of a passkey' }, { current_password: 'Another1$' }]) {
      expect((await invite(proof)).raw).toBe(first.raw);
    }
    expect((await invite({ current_password: PASSWORD, first_name: 'Somebody else' })).status).toBe(409);
  });

  test('a user is given a sensitive role, or their pending invitation goes to another address', async () => {
    const form = userForm(plain);
    const { id } = (await send(owner, 'POST', '/merchants', form)).body.data;
    const given = { ...form, role_id: strong };
    expect(asked(await send(owner, 'PUT', `/merchants/${id}`, { ...given, ...UNPROVEN }))).toBe(ASKED);
    expect((await send(owner, 'PUT', `/merchants/${id}`, given)).status).toBe(200);
    expect(await told()).toBe(1);
    expect((await send(owner, 'PUT', `/merchants/${id}`, { ...given, ...UNPROVEN })).status).toBe(200);
    const elsewhere = { ...given, email: `else${id}@example.com` };
    expect(asked(await send(owner, 'PUT', `/merchants/${id}`, { ...elsewhere, ...UNPROVEN }))).toBe(ASKED);
    expect((await send(owner, 'PUT', `/merchants/${id}`, elsewhere)).status).toBe(200);
  });

  test('a user with sensitive permissions is reactivated', async () => {
    const clerk = await daftar.colleague(owner, ['payout-request-transactions']);
    const status = (is_active: boolean, proof = {}) =>
      send(owner, 'PUT', `/merchants/status/${clerk.userId}`, { is_active, ...proof });
    expect((await status(false)).status).toBe(200);
    expect(asked(await status(true))).toBe(ASKED);
    expect((await status(true, { current_password: PASSWORD })).status).toBe(200);
    expect(await told()).toBe(1);
  });

  test('a role is given sensitive permissions; not before it is given others, or fewer', async () => {
    const edit = (permissions: Permission[], proof = {}) =>
      send(owner, 'PUT', `/roles/${plain}`, { ...roleForm(permissions), ...UNPROVEN, ...proof });
    expect(asked(await edit(['view-settlements', 'edit-bank-account']))).toBe(ASKED);
    expect((await edit(['view-settlements', 'tickets-list'])).status).toBe(200);
    expect(await told()).toBe(0);
    expect((await edit(['edit-bank-account'], { current_password: PASSWORD })).status).toBe(200);
    expect(await told()).toBe(1);
    expect((await edit([])).status).toBe(200);
  });
});

test('of two concurrent edits of a role the second is told that it changed, and overwrites nothing unseen', async () => {
  const name = nextName();
  const names = { name_ar: name, name_en: name };
  const save = (permissions: Permission[], was?: object) =>
    send(owner, 'PUT', `/roles/${plain}`, {
      ...names,
      permissions: idsOf(permissions),
      ...(was ? { was } : {}),
    });
  expect((await save(['view-settlements'])).status).toBe(200);
  const seen = { ...names, permissions: idsOf(['view-settlements']) };
  expect((await save(['view-settlements', 'tickets-list'], seen)).status).toBe(200);
  const late = await save(['view-settlements', 'view-ticket'], seen);
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('in the meantime')]);
  const now = (await send(owner, 'GET', `/roles/${plain}/permissions`)).body.data.map(
    (each: { name: string }) => each.name,
  );
  expect(now).toEqual(['view-settlements', 'tickets-list']);
  const anew = { ...names, permissions: idsOf(now) };
  expect((await save(['view-settlements', 'view-ticket'], anew)).status).toBe(200);
});
