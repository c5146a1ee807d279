import { isForOperators } from '@daftar/contract/ops-roles';
import { PERMISSIONS, type Permission } from '@daftar/contract/permissions';
import { ROLE_TEMPLATES } from '@daftar/contract/role-templates';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cases, permissionsOf } from '../../tests/kit/cases.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf } from '../../tests/kit/team.ts';

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

test('a role that begins as a viewer may call nothing that changes anything', () => {
  const held: ReadonlySet<Permission> = new Set(ROLE_TEMPLATES.viewer);
  const may = cases.filter(({ endpoint }) => {
    const { method, access, also } = endpoint;
    if (method === 'GET' || access === 'signed-in' || access === 'public' || isForOperators(access))
      return false;
    return permissionsOf(endpoint).some((each) => held.has(each)) && (also === undefined || held.has(also));
  });
  expect(may.map(({ name }) => name)).toEqual([]);
});

describe('whoever looks at the portal as a role', () => {
  const namesOf = (names: { name: string }[]) => names.map(({ name }) => name).toSorted();
  const me = async (as: Actor) =>
    (await daftar.call({ path: '/merchant/authenticated-merchant', mode: 'live', as })).body.data;
  const lists = async (as: Actor, path: string) => (await daftar.call({ path, mode: 'live', as })).status;
  const TRANSACTIONS = '/merchant/transactions';
  const REFUSAL =
    'You are seeing the portal as a role, so nothing can be changed. Go back to your own view first';

  test('sees what it sees, on that device alone, until they go back', async () => {
    const owner = await daftar.merchant();
    const elsewhere = await daftar.elsewhere(owner);
    const role = await newRole(owner, ['view-transactions-list', 'create-invoice']);
    expect(await me(owner)).toMatchObject({ viewing_role: null });
    expect((await send(owner, 'POST', `/roles/${role}/view`)).status).toBe(200);
    const seen = await me(owner);
    expect(seen.viewing_role).toMatchObject({ id: role });
    expect(namesOf(seen.permissions)).toEqual(['create-invoice', 'view-transactions-list']);
    expect(await lists(owner, TRANSACTIONS)).toBe(200);
    expect((await send(owner, 'GET', '/roles')).status).toBe(403);
    expect((await me(elsewhere)).permissions).toHaveLength(PERMISSIONS.length);
    expect((await send(elsewhere, 'POST', '/roles/create', roleForm([]))).status).toBe(200);

    expect((await send(owner, 'DELETE', '/view')).status).toBe(200);
    expect(await me(owner)).toMatchObject({ viewing_role: null });
    expect((await me(owner)).permissions).toHaveLength(PERMISSIONS.length);
    expect((await send(owner, 'DELETE', '/view')).status).toBe(200);
  });

  test('changes nothing: every call that is no GET is refused, whatever the role may do, but for going back', async () => {
    const owner = await daftar.merchant();
    const role = await newRole(owner, PERMISSIONS);
    await send(owner, 'POST', `/roles/${role}/view`);
    expect((await me(owner)).permissions).toHaveLength(PERMISSIONS.length);
    const writes = cases.filter(
      ({ endpoint }) =>
        endpoint.method !== 'GET' && endpoint.access !== 'public' && !isForOperators(endpoint.access),
    );
    expect(writes.length).toBeGreaterThan(100);
    const allowed: string[] = [];
    for (const { endpoint, mode, name } of writes) {
      if (endpoint.whileViewing) {
        allowed.push(name);
        continue;
      }
      const base = endpoint.base === 'mode' && mode === 'test' ? '/api/sandbox' : '/api';
      const path = base + endpoint.path.replace(/:\w+/g, '1');
      const answer = await daftar.call({ method: endpoint.method, path, as: owner });
      expect([name, answer.status, answer.body.message]).toEqual([name, 403, REFUSAL]);
    }
    expect(new Set(allowed)).toEqual(
      new Set(['team.endView', 'brand.preview', 'invoices.exportCsv', 'payment-links.exportCsv']),
    );
  });

  test('never sees more than their own role, nor anything once the role is deleted', async () => {
    const owner = await daftar.merchant();
    const manager = await daftar.colleague(owner, ['users-manage', 'view-invoices-list']);
    const role = await newRole(owner, ['view-transactions-list', 'view-invoices-list', 'transaction-refund']);
    await send(manager, 'POST', `/roles/${role}/view`);
    expect(namesOf((await me(manager)).permissions)).toEqual(['view-invoices-list']);
    expect(await lists(manager, TRANSACTIONS)).toBe(403);
    await send(owner, 'PUT', `/roles/${role}`, roleForm(['view-transactions-list']));
    expect((await me(manager)).permissions).toEqual([]);
    await send(owner, 'DELETE', `/roles/${role}`);
    expect(await me(manager)).toMatchObject({ permissions: [], viewing_role: { id: role, name: '' } });
    expect((await send(manager, 'DELETE', '/view')).status).toBe(200);
    expect(namesOf((await me(manager)).permissions)).toEqual(['users-manage', 'view-invoices-list']);
  });

  test('may not choose the role of another business, and both beginning and end are in the log', async () => {
    const owner = await daftar.merchant();
    const foreign = await newRole(await daftar.merchant(), []);
    expect((await send(owner, 'POST', `/roles/${foreign}/view`)).status).toBe(404);
    expect((await me(owner)).viewing_role).toBeNull();
    const role = await newRole(owner, []);
    await send(owner, 'POST', `/roles/${role}/view`);
    await send(owner, 'DELETE', '/view');
    const { data } = (await daftar.call({ path: '/api/merchant/audit-log', as: owner })).body;
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'role.view-end', subject: `role:${role}` },
      { action: 'role.view', subject: `role:${role}` },
    ]);
  });
});
