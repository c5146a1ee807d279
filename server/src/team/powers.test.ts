import { PERMISSIONS, type Permission } from '@daftar/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf } from './testing.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

type Listed = { id: number; email: string; editable: boolean; total_users: number };

const { send, roleForm, newRole, userForm, newUser } = callsOf(() => daftar);

const firstRoleOf = async (as: Actor) => (await send(as, 'GET', '/roles')).body.data[0].id as number;
const givePassword = (...people: Actor[]) =>
  daftar.database.sql`
    update users set password_hash = 'set' where id = any(${people.map(({ userId }) => userId)}::bigint[])`;

/** Another owner of the same merchant, who can sign in. */
async function coOwner(of: Actor): Promise<Actor> {
  const colleague = await daftar.colleague(of, []);
  const first = await firstRoleOf(of);
  await daftar.database.sql`update users set role_id = ${first} where id = ${colleague.userId}`;
  daftar.auth.principals.evict({ merchantId: of.merchantId });
  await givePassword(of, colleague);
  return colleague;
}

describe('a user never', () => {
  test('grants or changes permissions that they do not have', async () => {
    const owner = await daftar.merchant();
    const held: Permission[] = [
      'users-manage',
      'create-user',
      'edit-user',
      'delete-user',
      'change-user-status',
      'create-role',
      'edit-role',
      'delete-role',
    ];
    const manager = await daftar.colleague(owner, held);
    const strong = await newRole(owner, ['transaction-refund']);
    const treasurer = await newUser(owner, strong);
    const weak = await newRole(manager, ['users-manage']);
    const helper = await newUser(manager, weak);
    const first = await firstRoleOf(owner);
    const refused = [
      await send(manager, 'POST', '/roles/create', roleForm(['transaction-refund'])),
      await send(manager, 'PUT', `/roles/${weak}`, roleForm(['transaction-refund'])),
      await send(manager, 'PUT', `/roles/${strong}`, roleForm(['users-manage'])),
      await send(manager, 'DELETE', `/roles/${strong}`),
      await send(manager, 'POST', '/merchants', userForm(strong)),
      await send(manager, 'POST', '/merchants', userForm(first)),
      await send(manager, 'PUT', `/merchants/${helper}`, userForm(strong)),
      await send(manager, 'PUT', `/merchants/${treasurer}`, userForm(weak)),
      await send(manager, 'DELETE', `/merchants/${treasurer}`),
      await send(manager, 'PUT', `/merchants/status/${treasurer}`, { is_active: false }),
      await send(manager, 'PUT', `/merchants/${owner.userId}`, userForm(weak)),
      await send(manager, 'DELETE', `/merchants/${owner.userId}`),
    ];
    for (const { status, body } of refused) {
      expect([status, body.message]).toEqual([
        400,
        'You can only give, change or remove permissions that you hold yourself',
      ]);
    }
    const { data } = (await send(manager, 'GET', '/merchants')).body;
    const editable = Object.fromEntries(data.map((user: Listed) => [user.id, user.editable]));
    expect(editable).toEqual({
      [owner.userId]: false,
      [manager.userId]: false,
      [treasurer]: false,
      [helper]: true,
    });
  });

  test('changes, deactivates or deletes themselves here', async () => {
    const owner = await daftar.merchant();
    for (const answer of [
      await send(owner, 'DELETE', `/merchants/${owner.userId}`),
      await send(owner, 'PUT', `/merchants/status/${owner.userId}`, { is_active: false }),
      await send(owner, 'PUT', `/merchants/${owner.userId}`, userForm(await firstRoleOf(owner))),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain('You cannot do this to your own account');
    }
  });

  test('removes the team permissions from their own role, but may remove others', async () => {
    const owner = await daftar.merchant();
    const manager = await daftar.colleague(owner, ['users-manage', 'edit-role', 'tickets-list']);
    const roles = (await send(manager, 'GET', '/roles')).body.data;
    const own = roles.find((role: Listed) => role.total_users === 1 && role.editable).id;
    expect((await send(manager, 'PUT', `/roles/${own}`, roleForm(['users-manage']))).status).toBe(400);
    expect(
      (await send(manager, 'PUT', `/roles/${own}`, roleForm(['users-manage', 'edit-role']))).status,
    ).toBe(200);
  });

  test('changes or deletes the first role', async () => {
    const owner = await daftar.merchant();
    const first = await firstRoleOf(owner);
    for (const answer of [
      await send(owner, 'PUT', `/roles/${first}`, roleForm([])),
      await send(owner, 'DELETE', `/roles/${first}`),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain('The first role holds every permission');
    }
  });
});

describe('the last owner', () => {
  test('stays, also when two owners delete each other at the same moment', async () => {
    for (const act of [
      (as: Actor, of: Actor) => send(as, 'DELETE', `/merchants/${of.userId}`),
      (as: Actor, of: Actor) => send(as, 'PUT', `/merchants/status/${of.userId}`, { is_active: false }),
    ]) {
      const one = await daftar.merchant();
      const two = await coOwner(one);
      const answers = await Promise.all([act(one, two), act(two, one)]);
      const done = answers.filter(({ status }) => status === 200);
      expect(done, answers.map(({ raw }) => raw).join()).toHaveLength(1);
      const [row] = await daftar.database.sql<{ owners: number }[]>`
        select count(*)::int as owners from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
         where u.merchant_id = ${one.merchantId} and r.is_first and u.is_active`;
      expect(row!.owners).toBe(1);
    }
  });

  test('is not an invited user without a password', async () => {
    const owner = await daftar.merchant();
    const deputy = await daftar.colleague(owner, PERMISSIONS);
    await givePassword(owner);
    const answer = await send(deputy, 'DELETE', `/merchants/${owner.userId}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('the only owner who can sign in');
    expect((await send(owner, 'GET', '/roles/insight')).body.data).toEqual({
      total_roles: 2,
      total_users: 2,
    });
  });
});
