/**
 * The provider's own directory provisions operators here. `scim/scim.test.ts` tests the parts shared with merchants'
 * directories.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT, type StandInProvider, startStandInProvider } from '../../../tests/kit/company-sign-in.ts';
import { OPERATOR_PASSWORD } from '../../../tests/kit/people.ts';
import { PASSWORD } from '../../../tests/kit/profile.ts';
import { provenCompanyOf } from '../../../tests/kit/samples-company.ts';
import { originOf, ScimClient } from '../../../tests/kit/scim.ts';
import { type OperatorActor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import type { OperatorSignIn } from '../../config.ts';
import { readOutbox } from '../../messages/outbox.ts';
import { areLinked } from '../../ops-approvals/store.ts';
import { codeAt } from '../../platform/totp.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATH = '/scim/ops/v2';

let daftar: TestServer;
let origin: string;
let provider: StandInProvider;
let admin: OperatorActor;
let directory: ScimClient;
let serial = 0;

const allow = (more: Partial<OperatorSignIn> = {}) =>
  Object.assign(daftar.app.config, {
    operatorSignIn: {
      issuer: provider.issuer,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      breakGlass: null,
      groups: [
        { name: 'Money', role: 'finance' },
        { name: 'id-of-desk', role: 'support' },
      ],
      domain: 'example.com',
      ...more,
    },
  });

beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set(new Date());
  origin = await originOf(daftar);
  provider = await startStandInProvider(daftar.clock);
});
afterAll(async () => {
  provider.stop();
  await daftar.close();
});
beforeEach(async () => {
  serial += 1;
  const { sql } = daftar.database;
  // Operators of earlier tests are not provisioned by this directory.
  await sql`update operators set email = id || '@former.example', directory_id = null`;
  await sql`delete from operator_groups`;
  allow();
  admin = await daftar.operator('admin');
  directory = new ScimClient(origin, await makeToken(), PATH);
});

const manage = (method: 'GET' | 'POST' | 'DELETE', body?: object, as = admin) =>
  daftar.call({
    method,
    path: '/api/ops/operator-directory',
    headers: as.headers,
    ...(body ? { body } : {}),
  });
async function makeToken(): Promise<string> {
  const answer = await manage('POST', { current_password: OPERATOR_PASSWORD });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.new_token;
}
const emailOf = (name: string) => `${name}${serial}@example.com`;
const user = (name: string, more: object = {}) => ({ schemas: [USER], userName: emailOf(name), ...more });
async function add(name: string, more: object = {}): Promise<string> {
  const { status, body } = await directory.post('/Users', user(name, more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const group = (displayName: string, ...ids: string[]) =>
  directory.post('/Groups', { schemas: [GROUP], displayName, members: ids.map((value) => ({ value })) });
const replace = (path: string, value: unknown) => ({ op: 'replace', path, value });
async function rowOf(id: string) {
  const [row] = await daftar.database.sql<{ role: string; disabled: boolean; role_by: number; id: number }[]>`
    select id, role, disabled_at is not null as disabled, invited_by, role_by, password_hash from operators where id = ${Number(id)}`;
  return row!;
}
async function idOf({ email }: { email: string }): Promise<string> {
  const [row] = await daftar.database.sql<{ id: number }[]>`select id from operators where email = ${email}`;
  return String(row!.id);
}
const isIn = async ({ headers }: OperatorActor) =>
  (await daftar.call({ path: '/api/ops/me', headers })).status === 200;
const actions = async () =>
  (
    await daftar.database.sql<{ action: string }[]>`
      select action from audit_log where merchant_id = 0 and actor = 'scim' order by id`
  ).map(({ action }) => action);

describe('the token', () => {
  test('is made with the own password by whoever holds every role it gives, shown once, and mailed to administrators', async () => {
    const other = await daftar.operator('admin');
    expect((await manage('POST', {})).body.errors).toHaveProperty('current_password');
    expect((await manage('POST', { current_password: 'Wrong1$xx' })).status).toBe(422);
    const finance = await daftar.operator('finance');
    expect((await manage('POST', { current_password: OPERATOR_PASSWORD }, finance)).status).toBe(403);
    await daftar.database.sql`
      insert into operator_roles (name_en, name_ar, permissions, reads, created_at)
      values ('Staff', 'فريق', '{ops:operators}', '{ops:operators}', now()) on conflict do nothing`;
    await daftar.database.sql`
      update operators set role = 'custom', role_id = (select max(id) from operator_roles) where email = ${finance.email}`;
    const beyond = await manage('POST', { current_password: OPERATOR_PASSWORD }, finance);
    expect([beyond.status, beyond.body.message]).toEqual([400, expect.stringContaining('do not hold')]);

    const token = await makeToken();
    const shown = await manage('GET');
    expect(shown.raw).not.toContain(token);
    expect(shown.body.data).toMatchObject({
      url: `${daftar.app.config.publicUrl}${PATH}`,
      domain: 'example.com',
      token: { shown: token.slice(0, 13), made_by: admin.email, last_used_at: null, maker_left: false },
    });
    for (const { email } of [admin, other])
      expect((await readOutbox(daftar.app, { to: email })).length).toBeGreaterThan(0);
    expect(await readOutbox(daftar.app, { to: finance.email })).toEqual([]);
    const stored = await daftar.database.sql`select * from operator_directory`;
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(daftar.logged.join()).not.toContain(token);
  });

  test('counts until it is replaced or revoked, as long as the configuration allows it, and at its own address alone', async () => {
    expect((await directory.get('/Users')).status).toBe(200);
    expect((await manage('GET')).body.data.token.last_used_at).toBe(daftar.clock.now().toISOString());
    const token = await makeToken();
    const next = new ScimClient(origin, token, PATH);
    expect((await directory.get('/Users')).status).toBe(401);
    expect((await next.get('/Users')).status).toBe(200);
    expect((await new ScimClient(origin, token).get('/Users')).status).toBe(401);
    const owner = await daftar.merchant();
    await provenCompanyOf({ daftar, actor: owner, mode: 'live' });
    const [role] = await daftar.database.sql<{ id: number }[]>`
      insert into roles (merchant_id, name_en, name_ar) values (${owner.merchantId}, 'R', 'ر') returning id`;
    const made = await daftar.call({
      method: 'POST',
      path: '/merchant/business-account/company-sign-in/scim',
      mode: 'live',
      as: owner,
      body: { starting_role_id: role!.id, current_password: PASSWORD },
    });
    expect((await new ScimClient(origin, made.body.data.new_token, PATH).get('/Users')).status).toBe(401);
    for (const more of [{ domain: null }, { groups: [] }]) {
      allow(more);
      expect((await next.get('/Users')).status).toBe(403);
      expect((await manage('POST', { current_password: OPERATOR_PASSWORD })).status).toBe(400);
      expect((await manage('GET')).body.data.domain).toBeNull();
    }
    allow();
    await group('Money');
    expect((await manage('DELETE', { current_password: OPERATOR_PASSWORD })).status).toBe(200);
    expect((await next.get('/Users')).status).toBe(401);
    expect((await manage('GET')).body.data).toMatchObject({ token: null, groups: 0 });
    expect((await manage('DELETE', { current_password: OPERATOR_PASSWORD })).status).toBe(404);
  });
});

test('the directory is told what is kept of operators: an address that stays, no name, and roles by groups', async () => {
  const schemas = (await directory.get('/Schemas')).body.Resources;
  const names = schemas[0].attributes.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['userName', 'externalId', 'active', 'emails', 'groups', 'roles']);
  expect(schemas[0].attributes[0]).toMatchObject({ mutability: 'immutable', required: true });
  for (const each of ['/ServiceProviderConfig', '/ResourceTypes/User', `/Schemas/${GROUP}`])
    expect((await directory.get(each)).status).toBe(200);
  const whole = {
    ...user('aya', {
      externalId: 'entra-aya',
      displayName: 7,
      phoneNumbers: [{ type: 'mobile', value: 'x' }],
    }),
    name: { givenName: 'www.example.com' },
    password: 'Secret-1-never',
  };
  const { body } = await directory.post('/Users', whole);
  expect(body).toMatchObject({ userName: emailOf('aya'), externalId: 'entra-aya', active: true, roles: [] });
  expect(Object.keys(body)).not.toContain('name');
  const path = `/Users/${body.id}`;
  expect((await directory.patch(path, replace('name.givenName', 'Aya'))).status).toBe(200);
  expect((await directory.put(path, whole)).body).toEqual((await directory.get(path)).body);
  const moved = await directory.patch(path, replace('active', false), replace('userName', emailOf('b')));
  expect([moved.status, moved.body.scimType]).toEqual([400, 'mutability']);
  expect((await directory.get(path)).body.active).toBe(true);
  for (const filter of [
    `userName eq "${emailOf('aya').toUpperCase()}"`,
    'externalId eq "entra-aya" and active eq true',
  ]) {
    const found = (await directory.get(`/Users?filter=${encodeURIComponent(filter)}`)).body;
    expect(found.Resources.map(({ id }: { id: string }) => id)).toEqual([body.id]);
  }
  expect((await directory.get('/Users?count=1')).body).toMatchObject({ totalResults: 2, itemsPerPage: 1 });
  for (const filter of ['userName eq "x\' or 1=1 --"', 'id eq "0"', 'active eq false'])
    expect((await directory.get(`/Users?filter=${encodeURIComponent(filter)}`)).body.totalResults).toBe(0);
  expect((await directory.post('/Users', { ...whole, userName: 'a@elsewhere.example' })).body.scimType).toBe(
    'invalidValue',
  );
  expect((await directory.post('/Users', whole)).body.scimType).toBe('uniqueness');
  const twice = await Promise.all([1, 2, 3].map(() => directory.post('/Users', user('race'))));
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

describe('an operator of the directory', () => {
  test('gets in with the role of the first group that has one, and out when they are in none', async () => {
    const id = await add('aya');
    expect(await rowOf(id)).toMatchObject({ role: 'none', disabled: true });
    await group('People', id);
    expect(await rowOf(id)).toMatchObject({ role: 'none', disabled: true });
    const desk = await directory.post('/Groups', {
      schemas: [GROUP],
      displayName: 'Desk',
      externalId: 'id-of-desk',
      members: [{ value: id }],
    });
    const maker = Number(await idOf(admin));
    expect(await rowOf(id)).toMatchObject({
      role: 'support',
      disabled: false,
      invited_by: maker,
      role_by: maker,
    });
    const money = await group('Money', id);
    expect(await rowOf(id)).toMatchObject({ role: 'finance', disabled: false });
    expect((await directory.get(`/Users/${id}`)).body.roles).toEqual([
      { value: 'finance', display: 'finance', primary: true },
    ]);
    // A name that gives nothing, and one that would give an administrator's role if groups could.
    await directory.patch(`/Groups/${money.body.id}`, replace('displayName', 'admin'));
    expect(await rowOf(id)).toMatchObject({ role: 'support', disabled: false });
    await directory.delete(`/Groups/${desk.body.id}`);
    expect(await rowOf(id)).toMatchObject({ disabled: true });
    await directory.patch(`/Groups/${money.body.id}`, replace('displayName', 'Money'));
    expect(await rowOf(id)).toMatchObject({ role: 'finance', disabled: false });
    expect((await manage('GET')).body.data).toMatchObject({
      mapping: [
        { group: 'Money', role: 'finance', operators: 1 },
        { group: 'id-of-desk', role: 'support', operators: null },
      ],
    });
    expect((await manage('GET')).body.data.recent[0]).toMatchObject({ subject: emailOf('aya') });
    expect(await actions()).toEqual(
      expect.arrayContaining(['operator.add', 'operator.role', 'operator.enable', 'operator.disable']),
    );
  });

  test('who was made by hand is kept too; who leave are signed out at once, and may come back but by an administrator’s hand', async () => {
    const made = await daftar.operator('support');
    const id = await idOf(made);
    await group('Money', id);
    expect(await isIn(made)).toBe(true);
    expect((await daftar.call({ path: '/api/ops/me', headers: made.headers })).body.data.role).toBe(
      'finance',
    );
    const on = replace('active', true);
    const off = replace('active', 'False');
    expect((await directory.patch(`/Users/${id}`, off)).body.active).toBe(false);
    expect(await isIn(made)).toBe(false);
    const open = await daftar.database
      .sql`select from operator_sessions where operator_id = ${Number(id)} and ended_at is null`;
    expect(open).toHaveLength(0);
    expect((await directory.patch(`/Users/${id}`, on)).body.active).toBe(true);
    expect(await rowOf(id)).toMatchObject({ disabled: false });
    // Their session does not come back with them.
    expect(await isIn(made)).toBe(false);

    const act = (what: string) =>
      daftar.call({ method: 'POST', path: `/api/ops/operators/${id}/${what}`, headers: admin.headers });
    await directory.patch(`/Users/${id}`, off);
    expect((await act('disable')).status).toBe(200);
    expect((await directory.patch(`/Users/${id}`, on)).body.active).toBe(false);
    await group('id-of-desk', id);
    expect(await rowOf(id)).toMatchObject({ disabled: true });
    expect((await act('reset')).status).toBe(200);
    expect((await directory.get(`/Users/${id}`)).body.active).toBe(true);

    expect((await directory.delete(`/Users/${id}`)).status).toBe(204);
    for (const call of [directory.get, directory.delete])
      expect((await call(`/Users/${id}`)).status).toBe(404);
    expect((await group('X', id)).body.scimType).toBe('invalidValue');
    // The same address is the same operator, who starts anew; their requests stay theirs.
    const again = await directory.post('/Users', user('x', { userName: made.email }));
    expect([again.status, again.body.id, again.body.groups]).toEqual([201, id, []]);
    expect(await rowOf(id)).toMatchObject({ role: 'none', disabled: true, password_hash: null });
    expect((await act('reset')).body.message).toContain('role');
  });

  test('neither administrators nor who may sign in without the company’s account change by groups, and the last administrator stays', async () => {
    const named = await daftar.operator('support');
    const other = await daftar.operator('admin');
    const [last, leaving, spared] = [await idOf(admin), await idOf(other), await idOf(named)];
    allow({ breakGlass: [named.email] });
    const { body } = await group('Money', last, leaving, spared);
    await directory.put(`/Groups/${body.id}`, { schemas: [GROUP], displayName: 'Money' });
    for (const [id, role] of [
      [last, 'admin'],
      [leaving, 'admin'],
      [spared, 'support'],
    ] as const)
      expect(await rowOf(id)).toMatchObject({ role, disabled: false });
    const off = replace('active', false);
    const refused = async (id: string) => [
      (await directory.patch(`/Users/${id}`, off)).status,
      (await directory.delete(`/Users/${id}`)).status,
    ];
    expect(await refused(spared)).toEqual([403, 403]);
    allow();
    expect(await isIn(named)).toBe(true);
    // An administrator who leaves the company is out, and comes back by no directory.
    expect((await directory.patch(`/Users/${leaving}`, off)).body.active).toBe(false);
    expect(await isIn(other)).toBe(false);
    expect((await directory.patch(`/Users/${leaving}`, replace('active', true))).body.active).toBe(false);
    expect((await directory.delete(`/Users/${leaving}`)).status).toBe(204);
    expect((await directory.post('/Users', user('x', { userName: other.email }))).status).toBe(409);
    await daftar.database
      .sql`update operators set disabled_at = now() where role = 'admin' and id <> ${Number(last)}`;
    expect(await refused(last)).toEqual([403, 403]);
    expect(await isIn(admin)).toBe(true);
  });

  test('is given no more than whoever made the token still may give, and the maker nothing; what is taken away is', async () => {
    const [id, known, maker] = [await add('late'), await add('known'), await idOf(admin)];
    const money = await group('Money', known);
    await daftar.database.sql`update operators set role = 'support' where id = ${Number(maker)}`;
    const members = [id, known, maker].map((value) => ({ value }));
    await directory.patch(`/Groups/${money.body.id}`, { op: 'add', path: 'members', value: members });
    expect(await rowOf(id)).toMatchObject({ role: 'none', disabled: true });
    expect(await rowOf(maker)).toMatchObject({ role: 'support', disabled: false });
    await directory.patch(`/Users/${known}`, replace('active', false));
    expect(await rowOf(known)).toMatchObject({ disabled: true });
    await directory.patch(`/Users/${known}`, replace('active', true));
    expect(await rowOf(known)).toMatchObject({ disabled: true });
  });

  test('counts as made by whoever made the token, so that the two are not two people to an approval', async () => {
    const id = await add('puppet');
    await group('Money', id);
    const since = new Date(daftar.clock.now().getTime() - 86_400_000);
    const maker = Number(await idOf(admin));
    expect(await areLinked(daftar.database.sql, maker, Number(id), since)).toBe(true);
    await daftar.database
      .sql`update operators set invited_by = null, invited_at = null, role_by = null, role_at = null`;
    // The operator who reset their credentials before is still recorded after the directory lets them in again.
    const former = Number(await idOf(await daftar.operator('admin')));
    await daftar.database
      .sql`update operators set reset_by = ${former}, reset_at = ${daftar.clock.now()} where id = ${Number(id)}`;
    await directory.patch(`/Users/${id}`, replace('active', false));
    await directory.patch(`/Users/${id}`, replace('active', true));
    for (const hand of [maker, former])
      expect(await areLinked(daftar.database.sql, hand, Number(id), since)).toBe(true);
  });

  test('signs in with the company’s account alone at first, sets up a password and an authenticator, and needs both from then on', async () => {
    const id = await add('aya');
    const money = await group('Money', id);
    allow({ breakGlass: [admin.email] });
    const post = (path: string, body: object, cookie = '') =>
      daftar.call({ method: 'POST', path: `/api/ops${path}`, body, headers: cookie ? { cookie } : {} });
    const visit = async (claims: object, body: object = { email: emailOf('aya') }) => {
      const begun = await post('/login/company', body);
      expect(begun.status, begun.raw).toBe(200);
      const { url } = begun.body.data;
      const says = { sub: `sub of aya${serial}`, email: emailOf('aya'), email_verified: true, ...claims };
      const answer = { state: new URL(url).searchParams.get('state'), code: provider.codeFor(url, says) };
      const cookie = String([begun.headers['set-cookie']].flat().at(-1)).split(';')[0]!;
      return post('/login/company/finish', answer, cookie);
    };
    // Whoever begins is unknown; the company's account states who it is.
    for (const claims of [{ email_verified: false }, { email: 'nobody@example.com' }, { groups: ['Others'] }])
      expect((await visit(claims)).status).toBe(400);
    await directory.patch(`/Groups/${money.body.id}`, { op: 'remove', path: 'members' });
    expect((await visit({})).body.message).toContain('no access');
    await directory.patch(`/Groups/${money.body.id}`, { op: 'add', path: 'members', value: [{ value: id }] });
    // An operator who is to be independent of the company's identity provider does not get in by it alone.
    allow({ breakGlass: [admin.email, emailOf('aya')] });
    expect((await visit({})).body.message).toContain('no access');
    allow({ breakGlass: [admin.email] });
    const welcome = await visit({});
    expect(welcome.status, welcome.raw).toBe(200);
    expect(welcome.headers['set-cookie']?.toString() ?? '').not.toContain('daftar_operator=ey');
    const { join: token } = welcome.body.data;
    const { secret } = (await post('/join/open', { token })).body.data;
    const password = 'Str0ng&Pass';
    const code = codeAt(secret, daftar.clock.now());
    const joined = await post('/join', { token, password, password_confirmation: password, code });
    expect(joined.status, joined.raw).toBe(200);
    const session = String([joined.headers['set-cookie']].flat().at(-1)).split(';')[0]!;
    // The session counts as the company's where everybody needs its account.
    expect((await daftar.call({ path: '/api/ops/me', headers: { cookie: session } })).body.data.role).toBe(
      'finance',
    );
    expect((await visit({})).body.message).toContain('authenticator');
    await daftar.database.sql`update operators set totp_step = 0 where id = ${Number(id)}`;
    const again = await visit({}, { email: emailOf('aya'), code: codeAt(secret, daftar.clock.now()) });
    expect(again.body.data.role).toBe('finance');
    await directory.patch(`/Users/${id}`, replace('active', false));
    expect((await daftar.call({ path: '/api/ops/me', headers: { cookie: session } })).status).toBe(401);
  });
});
