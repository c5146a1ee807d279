import { PERMISSIONS } from '@daftar/contract/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { BASE, callsOf } from '../../tests/kit/team.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const PASSWORD = 'Secret1$x';
type Listed = { id: number; email: string; editable: boolean; total_users: number };
type Group = { label: string; permissions: { name: string; label: string }[] };

const { send, roleForm, newRole, userForm, newUser } = callsOf(() => daftar);

async function mails(to: string) {
  const headers = { accept: 'application/json' };
  return (await daftar.call({ path: '/dev/outbox', query: { to }, headers })).body as {
    subject: string;
    links: string[];
  }[];
}

describe('an invited user', () => {
  test('is told by whom, sets a password, signs in, and may do what the role permits and nothing else', async () => {
    const owner = await daftar.merchant();
    const role = await newRole(owner, ['view-settlements']);
    const form = userForm(role);
    const made = await send(owner, 'POST', '/merchants', form);
    expect(made.status, made.raw).toBe(200);
    const [mail] = await mails(form.email);
    expect(mail!.subject).toContain('Mona Adel invited you to متجر النور');
    const link = new URL(mail!.links[0]!);
    expect(link.pathname).toBe('/create-password');
    const created = await daftar.call({
      method: 'POST',
      path: '/api/merchant/password/create',
      body: {
        email: form.email,
        token: link.searchParams.get('token'),
        password: PASSWORD,
        password_confirmation: PASSWORD,
      },
    });
    expect(created.status).toBe(200);
    const { body } = await daftar.call({
      method: 'POST',
      path: '/api/merchant/login',
      body: { email: form.email, password: PASSWORD },
    });
    expect(body.data.permissions).toEqual([{ name: 'view-settlements' }]);
    const headers = { authorization: `Bearer ${body.data.access_token}` };
    const get = (path: string) => daftar.call({ path: `/api/sandbox/merchant${path}`, headers });
    expect((await get('/settlements')).status).toBe(200);
    expect((await get('/transactions')).status).toBe(403);
    expect((await get('/business-account/merchants')).status).toBe(403);
  });

  test('does not wait for others: twenty-five at once are all invited, more than the pool has connections', async () => {
    const owner = await daftar.merchant();
    const role = await newRole(owner, ['view-settlements']);
    const forms = Array.from({ length: 25 }, () => userForm(role));
    const made = await Promise.all(forms.map((form) => send(owner, 'POST', '/merchants', form)));
    expect(made.map(({ status }) => status)).toEqual(forms.map(() => 200));
    for (const { email } of forms) expect(await mails(email)).toHaveLength(1);
  });

  test('and never joins keeps their number from no sign-up for longer than a day', async () => {
    const [stranger, owner] = [await daftar.merchant(), await daftar.merchant()];
    const [there, here] = [await newRole(stranger, []), await newRole(owner, [])];
    const waiting = userForm(there);
    expect((await send(stranger, 'POST', '/merchants', waiting)).status).toBe(200);
    const holder = async () =>
      (await daftar.database.sql`select email from people where mobile = ${waiting.mobile}`)[0]?.email;
    const invite = async (as: Actor) => {
      const form = userForm(here, { mobile: waiting.mobile });
      expect((await send(as, 'POST', '/merchants', form)).status).toBe(200);
      return form.email;
    };
    await invite(owner);
    expect(await holder()).toBe(waiting.email);
    daftar.clock.advance({ hours: 25 });
    // The first of the other business keeps hers there, so that another one there is refused.
    const later = await daftar.elsewhere(owner);
    const refused = await send(later, 'POST', '/merchants', userForm(here, { mobile: waiting.mobile }));
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['mobile']]);
    const third = await daftar.merchant();
    const form = userForm(await newRole(third, []), { mobile: waiting.mobile });
    expect((await send(third, 'POST', '/merchants', form)).status).toBe(200);
    expect(await holder()).toBe(form.email);
  });
  test('is invited again at the current address, and the link to the old one is invalid', async () => {
    const owner = await daftar.merchant();
    const role = await newRole(owner, []);
    const form = userForm(role);
    const { id } = (await send(owner, 'POST', '/merchants', form)).body.data;
    const oldLink = new URL((await mails(form.email))[0]!.links[0]!);
    const moved = { ...form, email: `moved${id}@example.com` };
    expect((await send(owner, 'PUT', `/merchants/${id}`, moved)).status).toBe(200);
    const create = (link: URL) =>
      daftar.call({
        method: 'POST',
        path: '/api/merchant/password/create',
        body: {
          email: moved.email,
          token: link.searchParams.get('token'),
          password: PASSWORD,
          password_confirmation: PASSWORD,
        },
      });
    expect((await create(oldLink)).status).toBe(400);
    expect((await send(owner, 'POST', `/merchants/${id}/invitation`)).status).toBe(200);
    const links = await mails(moved.email);
    expect(links).toHaveLength(2);
    expect((await create(new URL(links[0]!.links[0]!))).status).toBe(200);
    const again = await send(owner, 'POST', `/merchants/${id}/invitation`);
    expect([again.status, again.body.message]).toEqual([400, 'This user has already created a password']);
  });

  test('cannot have the e-mail or the mobile of another user here; the reply has `errors` and `errorMessages`', async () => {
    const owner = await daftar.merchant();
    const role = await newRole(owner, []);
    const answer = await send(
      owner,
      'POST',
      '/merchants',
      userForm(role, { email: owner.email, mobile: owner.mobile }),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      email: ['This e-mail address already has an account'],
      mobile: ['This mobile number already has an account'],
    });
    expect(answer.body.errorMessages).toEqual(answer.body.errors);
  });

  test('with a number that somebody of another business has is answered like any other, and leaves it theirs', async () => {
    const [owner, other] = [await daftar.merchant(), await daftar.merchant()];
    const form = userForm(await newRole(owner, []), { mobile: other.mobile });
    const [known, unknown] = [
      await send(owner, 'POST', '/merchants', form),
      await send(owner, 'POST', '/merchants', userForm(form.role_id)),
    ];
    expect([known.status, known.body.message]).toEqual([unknown.status, unknown.body.message]);
    const edited = { ...form, first_name: 'Ali', email: `again${known.body.data.id}@example.com` };
    expect((await send(owner, 'PUT', `/merchants/${known.body.data.id}`, edited)).status).toBe(200);
    const rows = await daftar.database.sql`select email from people where mobile = ${other.mobile}`;
    expect(rows).toEqual([{ email: other.email }]);
  });

  test('invited by two users at the same moment is invited once', async () => {
    const owner = await daftar.merchant();
    const form = userForm(await newRole(owner, []));
    const answers = await Promise.all([1, 2, 3].map(() => send(owner, 'POST', '/merchants', form)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });
});

describe('a change', () => {
  test('of a role takes effect on the next call of every user with it', async () => {
    const owner = await daftar.merchant();
    const clerk = await daftar.colleague(owner, ['view-settlements']);
    const read = () => daftar.call({ path: '/api/sandbox/merchant/settlements', as: clerk });
    expect((await read()).status).toBe(200);
    const role = (await send(owner, 'GET', '/roles')).body.data[1].id;
    expect((await send(owner, 'PUT', `/roles/${role}`, roleForm(['tickets-list']))).status).toBe(200);
    expect((await read()).status).toBe(403);
  });

  test('of status ends sessions at once, and they stay ended', async () => {
    const owner = await daftar.merchant();
    const clerk = await daftar.colleague(owner, []);
    const read = () => daftar.call({ path: '/api/sandbox/merchant/authenticated-merchant', as: clerk });
    expect((await read()).status).toBe(200);
    const set = (is_active: boolean) =>
      send(owner, 'PUT', `/merchants/status/${clerk.userId}`, { is_active });
    expect((await set(false)).status).toBe(200);
    expect((await read()).status).toBe(401);
    expect((await set(true)).status).toBe(200);
    expect((await read()).status).toBe(401);
  });

  test('by a user whose role was taken away meanwhile is refused', async () => {
    const owner = await daftar.merchant();
    const manager = await daftar.colleague(owner, ['users-manage', 'create-role']);
    const roles = (await send(owner, 'GET', '/roles')).body.data;
    // Directly in the database, so that the process's cache still has the former state.
    expect((await send(manager, 'GET', '/roles')).status).toBe(200);
    await daftar.database.sql`update roles set permissions = '{users-manage}' where id = ${roles[1].id}`;
    expect((await send(manager, 'POST', '/roles/create', roleForm([]))).status).toBe(403);
  });
});

test('a role with users cannot be deleted, and says how many; its name is unique', async () => {
  const owner = await daftar.merchant();
  const role = await newRole(owner, ['tickets-list']);
  const user = await newUser(owner, role);
  await newUser(owner, role);
  const refused = await send(owner, 'DELETE', `/roles/${role}`);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    '2 users have this role. Give them another role first',
  ]);
  const name = (await send(owner, 'GET', '/roles')).body.data[1].name.toUpperCase();
  const twice = await send(owner, 'POST', '/roles/create', roleForm([], name));
  expect([twice.status, twice.body.errors.name_en]).toEqual([422, ['Another role already has this name']]);

  const other = await newRole(owner, []);
  const { data } = (await send(owner, 'GET', `/merchants/${user}`)).body;
  await send(owner, 'PUT', `/merchants/${user}`, {
    ...userForm(other),
    email: data.email,
    mobile: data.mobile_number,
  });
  await send(owner, 'DELETE', `/merchants/${user}`);
  // A person who has left does not keep the role in use.
  expect((await send(owner, 'DELETE', `/roles/${other}`)).status).toBe(200);
});

test('a deleted user is not listed, cannot sign in, and frees address and name', async () => {
  const owner = await daftar.merchant();
  const role = await newRole(owner, ['add-customer']);
  const form = userForm(role);
  const { id } = (await send(owner, 'POST', '/merchants', form)).body.data;
  expect((await send(owner, 'DELETE', `/merchants/${id}`)).status).toBe(200);
  expect((await send(owner, 'GET', `/merchants/${id}`)).status).toBe(404);
  expect((await send(owner, 'PUT', `/merchants/${id}`, form)).status).toBe(404);
  const { data } = (await send(owner, 'GET', '/merchants')).body;
  expect(data.map((user: Listed) => user.id)).toEqual([owner.userId]);
  expect((await send(owner, 'POST', '/merchants', form)).status).toBe(200);
});

test('users are found by name, e-mail and mobile, in any spelling', async () => {
  const owner = await daftar.merchant();
  const role = await newRole(owner, []);
  const form = userForm(role, { first_name: 'أحمد', last_name: 'فتحى', email: 'ahmed.f@example.com' });
  await send(owner, 'POST', '/merchants', form);
  for (const search of ['احمد', 'فتحي', 'AHMED', form.mobile.slice(1)]) {
    const { data } = (await send(owner, 'GET', `/merchants?search=${encodeURIComponent(search)}`)).body;
    expect(
      data.map((user: Listed) => user.email),
      search,
    ).toEqual(['ahmed.f@example.com']);
  }
});

test('the permission grid names groups and permissions in the reader’s language', async () => {
  const owner = await daftar.merchant();
  const read = async (language: string) =>
    (await daftar.call({ path: `${BASE}/permissions`, as: owner, headers: { 'accept-language': language } }))
      .body.data;
  const [english, arabic] = [await read('en-US'), await read('ar-EG')];
  expect(english.flatMap((group: Group) => group.permissions.map((each) => each.name))).toEqual(PERMISSIONS);
  expect(english[0]).toMatchObject({ name: 'invoices', label: 'Invoices' });
  for (const group of arabic) {
    for (const { label } of [group, ...group.permissions]) expect(label).toMatch(/[\u0600-\u06ff]/);
  }
});
