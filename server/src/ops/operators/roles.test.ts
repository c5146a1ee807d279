import { OPERATOR_PERMISSIONS } from '@daftar/contract/ops-roles';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OPERATOR_PASSWORD } from '../../../tests/kit/people.ts';
import { type OperatorActor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';

let daftar: TestServer;
let admin: OperatorActor;
let other: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  admin = await daftar.operator('admin');
  other = await daftar.operator('admin');
});

const idOf = async ({ email }: { email: string }) => {
  const [row] = await daftar.database.sql<{ id: number }[]>`select id from operators where email = ${email}`;
  return row!.id;
};
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, as: OperatorActor, body?: unknown) =>
  daftar.call({ method, path: `/api/ops${path}`, as, ...(body === undefined ? {} : { body }) });
const me = async (as: OperatorActor) => (await daftar.call({ path: '/api/ops/me', as })).body.data;
const give = async (
  whom: OperatorActor,
  role: unknown,
  { as = admin, password = OPERATOR_PASSWORD as string | undefined } = {},
) => send('PUT', `/operators/${await idOf(whom)}/role`, as, { role, current_password: password });
const invite = (as: OperatorActor, form: object) =>
  send('POST', '/operators', as, { ...form, current_password: OPERATOR_PASSWORD });
let serial = 0;
const roleForm = (changed: object = {}) => {
  serial += 1;
  return {
    name_en: `Night desk ${serial}`,
    name_ar: `نوبة ${serial}`,
    permissions: ['ops:tickets'],
    reads: [],
    ...changed,
  };
};
const newRole = async (changed: object = {}, as = admin): Promise<number> => {
  const made = await send('POST', '/operator-roles', as, roleForm(changed));
  expect(made.status, made.raw).toBe(200);
  return made.body.data.id;
};
const save = (id: number, form: object, { as = admin, password = OPERATOR_PASSWORD } = {}) =>
  send('PUT', `/operator-roles/${id}`, as, { ...form, current_password: password });
/** An operator with a custom role of these powers. */
async function withPowers(permissions: readonly string[], reads: readonly string[] = []) {
  const one = await daftar.operator('viewer');
  const roleId = await newRole({ permissions, reads });
  expect((await give(one, roleId)).status).toBe(200);
  return { one, roleId };
}

describe('an operator’s role', () => {
  test('is changed by another, and their session feels it with its next call', async () => {
    const one = await daftar.operator('viewer');
    const tickets = () => daftar.call({ path: '/api/ops/tickets', as: one });
    const inviting = () => invite(one, { email: 'x@example.com', role: 'viewer' });
    expect([(await tickets()).status, (await inviting()).status]).toEqual([200, 403]);
    expect((await give(one, 'finance')).status).toBe(200);
    expect([(await tickets()).status, (await me(one)).role]).toEqual([403, 'finance']);
    expect((await give(one, 'admin')).status).toBe(200);
    expect([(await tickets()).status, (await inviting()).status]).toEqual([200, 200]);
    const log = await daftar.database.sql`
      select actor, before, after from audit_log where action = 'operator.role' and subject = ${`operator:${await idOf(one)}`}
       order by at, id`;
    expect(log).toMatchObject([
      { actor: admin.email, before: { role: 'viewer' }, after: { role: 'finance' } },
      { before: { role: 'finance' }, after: { role: 'admin' } },
    ]);
  });

  test.each([
    ['no password', undefined],
    ['a wrong password', 'Wrong&1234567'],
  ])('is not changed with %s', async (_, password) => {
    const one = await daftar.operator('viewer');
    const refused = await send('PUT', `/operators/${await idOf(one)}/role`, admin, {
      role: 'admin',
      current_password: password,
    });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['current_password']]);
    expect((await me(one)).role).toBe('viewer');
  });

  test('is not changed by guessing: after some wrong passwords none is looked at', async () => {
    const one = await daftar.operator('viewer');
    let status = 422;
    for (let tries = 0; tries < 30 && status === 422; tries += 1)
      status = (await give(one, 'admin', { password: `Wrong&${tries}aaaa` })).status;
    expect(status).toBe(429);
    expect((await give(one, 'admin')).status).toBe(429);
  });

  test('is not one’s own to change, and the last administrator keeps it', async () => {
    expect((await give(admin, 'viewer')).status).toBe(400);
    const { sql } = daftar.database;
    const { one } = await withPowers(OPERATOR_PERMISSIONS);
    await sql`update operators set disabled_at = now() where role = 'admin' and email <> ${other.email}`;
    try {
      const refused = await give(other, 'viewer', { as: one });
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('administrator')]);
    } finally {
      await sql`update operators set disabled_at = null`;
    }
  });

  test.each(['emperor', 0, -1, 1.5, '', null, [], {}, '\u0000', 'a\ud800', 'admin ', 1e21, 987_654_321])(
    'is never %j',
    async (role) => {
      const one = await daftar.operator('viewer');
      const refused = await give(one, role);
      expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['role']]);
    },
  );

  test('of support goes with their open tickets', async () => {
    const owner = await daftar.merchant();
    const { sql } = daftar.database;
    const one = await daftar.operator('support');
    await sql`
      insert into tickets (merchant_id, mode, reference, type, excerpt, created_by, created_at, last_message_at,
                           waiting_since, assignee_id)
      values (${owner.merchantId}, 'live', 'TKT-ROLE', 4, 'x', ${owner.userId}, now(), now(), now(), ${await idOf(one)})`;
    await give(one, 'finance');
    const [ticket] = await sql`select assignee_id from tickets where reference = 'TKT-ROLE'`;
    expect(ticket!.assignee_id).toBe(null);
  });
});

describe('a custom role', () => {
  test('lets its operators do and see what it names, and no more', async () => {
    const { one, roleId } = await withPowers(['ops:tickets'], ['ops:merchants']);
    expect(await me(one)).toMatchObject({
      role: 'custom',
      permissions: ['ops:tickets'],
      reads: ['ops:tickets', 'ops:merchants'],
    });
    const statusOf = async (path: string) => (await daftar.call({ path: `/api/ops${path}`, as: one })).status;
    expect(await statusOf('/tickets')).toBe(200);
    expect(await statusOf('/merchants')).toBe(200);
    expect(await statusOf('/operators')).toBe(403);
    const merchant = await daftar.merchant();
    const suspend = send('POST', `/merchants/${merchant.merchantId}/suspend`, one, { reason: 'x' });
    expect((await suspend).status).toBe(403);
    // It may be assigned tickets, as a built-in role may.
    const assignees = await daftar.call({ path: '/api/ops/tickets/assignees', as: one });
    expect(assignees.body.data.map(({ email }: { email: string }) => email)).toContain(one.email);
    // Changed, it holds at once.
    expect((await save(roleId, roleForm({ permissions: ['ops:kyc'] }))).status).toBe(200);
    expect([await statusOf('/tickets'), await statusOf('/kyc')]).toEqual([403, 200]);
  });

  test('is not deleted while somebody has it, and the built-in ones never change', async () => {
    const { one, roleId } = await withPowers(['ops:tickets']);
    expect((await send('DELETE', `/operator-roles/${roleId}`, admin)).status).toBe(400);
    await give(one, 'viewer');
    expect((await send('DELETE', `/operator-roles/${roleId}`, admin)).status).toBe(200);
    expect((await save(roleId, roleForm())).status).toBe(404);
    const { body } = await daftar.call({ path: '/api/ops/operator-roles', as: admin });
    const builtIn = body.data.filter(({ kind }: { kind: string }) => kind !== 'custom');
    expect(builtIn).toHaveLength(5);
    for (const role of builtIn) expect(role).toMatchObject({ id: null, editable: false });
  });

  test('has names of its own', async () => {
    await newRole({ name_en: 'Weekend', name_ar: 'نهاية الأسبوع' });
    const same = await send('POST', '/operator-roles', admin, roleForm({ name_en: 'WEEKEND' }));
    expect([same.status, Object.keys(same.body.errors)]).toEqual([422, ['name_en']]);
    const both = await send(
      'POST',
      '/operator-roles',
      admin,
      roleForm({ name_en: 'weekend', name_ar: 'نهايه الاسبوع' }),
    );
    expect(Object.keys(both.body.errors).sort()).toEqual(['name_ar', 'name_en']);
  });

  test.each([
    ['an unknown permission', { permissions: ['ops:everything'] }],
    ['no list', { permissions: 'ops:tickets' }],
    ['a very long list', { reads: Array.from({ length: 10_000 }, () => 'ops:tickets') }],
    ['no name', { name_ar: ' ' }],
    ['a NUL in its name', { name_en: 'a\u0000' }],
  ])('with %s is refused', async (_, changed) => {
    expect((await send('POST', '/operator-roles', admin, roleForm(changed))).status).toBe(422);
  });
});

describe('nobody gives what they do not hold', () => {
  test('by a role they create, change or give, by an invitation, or through somebody with more', async () => {
    const { one, roleId } = await withPowers(['ops:operators', 'ops:tickets'], ['ops:kyc']);
    const victim = await daftar.operator('admin');
    const small = await newRole({ permissions: ['ops:tickets'] });
    const large = await newRole({ permissions: ['ops:corrections'] });
    const viewer = (await withPowers(['ops:tickets'])).one;
    const as = one;
    const tries = [
      await send('POST', '/operator-roles', as, roleForm({ permissions: ['ops:payouts'] })),
      await send('POST', '/operator-roles', as, roleForm({ reads: ['ops:payouts'] })),
      // Seen is not held.
      await send('POST', '/operator-roles', as, roleForm({ permissions: ['ops:kyc'] })),
      await save(small, roleForm({ permissions: ['ops:payouts'] }), { as }),
      await save(large, roleForm(), { as }),
      await send('DELETE', `/operator-roles/${large}`, as),
      await give(viewer, large, { as }),
      await give(viewer, 'admin', { as }),
      await give(viewer, 'viewer', { as }),
      await give(victim, small, { as }),
      await invite(as, { email: 'more@example.com', role: 'finance' }),
      await invite(as, { email: 'more@example.com', role: large }),
      await send('POST', `/operators/${await idOf(victim)}/reset`, as),
      await send('POST', `/operators/${await idOf(victim)}/disable`, as),
    ];
    expect(tries.map(({ status, body }) => [status, body.message])).toEqual(
      tries.map(() => [400, 'You cannot give or change what you do not hold yourself']),
    );
    // They can give what they hold, but cannot change their own role.
    expect((await save(roleId, roleForm(), { as })).body.message).toContain('the role that you have');
    expect((await give(viewer, small, { as })).status).toBe(200);
    expect((await invite(as, { email: 'less@example.com', role: small })).status).toBe(200);
    expect((await me(victim)).role).toBe('admin');
  });

  test('two administrators who demote each other at once do not both succeed when they are the last', async () => {
    const { sql } = daftar.database;
    await sql`update operators set disabled_at = now() where role = 'admin' and email not in (${admin.email}, ${other.email})`;
    try {
      const both = await Promise.all([give(other, 'viewer'), give(admin, 'viewer', { as: other })]);
      expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    } finally {
      await sql`update operators set disabled_at = null`;
    }
  });
});

describe('a second operator with a custom role', () => {
  const RATES = { was: [], rates: [{ payment_method_id: 1, rate: 2.5, fixed: 2 }], reason: 'A new contract' };
  const POWERS = ['ops:terms', 'ops:merchants', 'ops:approvals'];
  const askFor = async (as: OperatorActor) => {
    const merchant = await daftar.merchant();
    const asked = await send('PUT', `/merchants/${merchant.merchantId}/rates`, as, RATES);
    expect(asked.status, asked.raw).toBe(200);
    const [row] = await daftar.database.sql<
      { id: number }[]
    >`select max(id)::int as id from operator_approvals`;
    return row!.id;
  };
  const approve = (id: number, as: OperatorActor) => send('POST', `/approvals/${id}/approve`, as);

  test('does not approve what they asked for, nor for who got their role by the same hands', async () => {
    const asker = (await withPowers(POWERS)).one;
    const byTheSame = (await withPowers(POWERS)).one;
    const id = await askFor(asker);
    expect((await approve(id, asker)).status).toBe(400);
    const linked = await approve(id, byTheSame);
    expect([linked.status, linked.body.message]).toEqual([400, expect.stringContaining('6 days')]);
    // The operator who gave them their role affected both, too.
    expect((await approve(id, admin)).status).toBe(400);
    const independent = await daftar.operator('finance');
    expect((await approve(id, independent)).status).toBe(200);
  });

  test('is linked to who gave their role more power a moment ago', async () => {
    const { one, roleId } = await withPowers(POWERS);
    await daftar.database
      .sql`update operators set role_at = null, role_by = null where id = ${await idOf(one)}`;
    const id = await askFor(other);
    expect(
      (await save(roleId, roleForm({ permissions: [...POWERS, 'ops:failures'] }), { as: other })).status,
    ).toBe(200);
    expect((await approve(id, one)).body.message).toContain('6 days');
  });

  test('ends what they asked for when their role loses the permission', async () => {
    const { one, roleId } = await withPowers(POWERS);
    const id = await askFor(one);
    const finance = await daftar.operator('finance');
    const stateOf = async () =>
      (await daftar.call({ path: `/api/ops/approvals/${id}`, as: finance })).body.data.state;
    expect(await stateOf()).toBe('waiting');
    await save(roleId, roleForm({ permissions: ['ops:tickets'] }));
    expect(await stateOf()).toBe('ended');
    expect((await approve(id, finance)).status).toBe(409);
  });
});
