/** A company's directory keeps its people and groups here: by the letter of the standard, and as Entra and Okta write it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { by, keysOf } from '../../tests/kit/api-keys.ts';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { provenCompanyOf } from '../../tests/kit/samples-company.ts';
import { originOf, ScimClient } from '../../tests/kit/scim.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { applyGroups } from '../company-sign-in/groups.ts';
import { readOutbox } from '../messages/outbox.ts';
import { giveRoleByCompany } from '../team/company.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const TEAM = '/merchant/business-account';
const PATH = `${TEAM}/company-sign-in/scim`;

let daftar: TestServer;
let origin: string;
let owner: Actor;
let member: Actor;
let starting: number;
let directory: ScimClient;
let serial = 0;

beforeAll(async () => {
  daftar = await startTestServer();
  origin = await originOf(daftar);
});
afterAll(() => daftar.close());
beforeEach(async () => {
  serial += 1;
  await daftar.database.sql`update company_sign_ins set domain = 'former' || merchant_id || '.example'`;
  owner = await daftar.merchant();
  await provenCompanyOf({ daftar, actor: owner, mode: 'live' });
  await daftar.database
    .sql`update company_sign_ins set domain = 'example.com' where merchant_id = ${owner.merchantId}`;
  member = await daftar.colleague(owner, ['tickets-list']);
  starting = await role([]);
  directory = new ScimClient(origin, await makeToken());
});

const manage = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', body?: object, as = owner, path = PATH) =>
  daftar.call({ method, path, mode: 'live', as, ...(body ? { body } : {}) });
async function makeToken(): Promise<string> {
  const answer = await manage('POST', { starting_role_id: starting, current_password: PASSWORD });
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.new_token;
}
async function role(permissions: string[]): Promise<number> {
  const [row] = await daftar.database.sql<{ id: number }[]>`
    insert into roles (merchant_id, name_en, name_ar, permissions)
    values (${owner.merchantId}, ${`R${serial}`}, ${permissions.join()}, ${permissions}) returning id`;
  return row!.id;
}
const mapGroups = (...groups: { name: string; role_id: number }[]) =>
  manage('PUT', { groups, current_password: PASSWORD }, owner, `${TEAM}/company-sign-in/groups`);
const user = (name: string, more: object = {}) => ({
  schemas: [USER],
  userName: `${name}${serial}@example.com`,
  externalId: `entra-${name}`,
  name: { givenName: name, familyName: 'Said' },
  ...more,
});
async function add(name: string, more: object = {}): Promise<string> {
  const { status, body } = await directory.post('/Users', user(name, more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}
const group = (displayName: string, ...ids: string[]) =>
  directory.post('/Groups', { schemas: [GROUP], displayName, members: ids.map((value) => ({ value })) });
const roleOf = async (id: string | number) =>
  (await manage('GET', undefined, owner, `${TEAM}/merchants/${id}`)).body.data.role_id;
const isIn = async (person: Actor) =>
  (await daftar.call({ path: '/api/merchant/authenticated-merchant', as: person })).status === 200;
const log = () => daftar.database.sql<{ action: string; actor: string }[]>`
  select action, actor from audit_log where merchant_id = ${owner.merchantId} and actor = 'scim' order by id`;
const bells = (kind: string) => daftar.database.sql<{ params: object }[]>`
  select params from notifications where merchant_id = ${owner.merchantId} and kind = ${kind}`;

describe('the token', () => {
  test('is made with a proof by whoever holds every permission, shown once, and told to the owners', async () => {
    await withPassword(daftar, member);
    const body = { starting_role_id: starting, current_password: PASSWORD };
    expect((await manage('POST', body, member)).status).toBe(403);
    expect((await manage('POST', { ...body, current_password: 'Wrong1$xx' })).status).toBe(422);
    const powerful = await role(['transaction-refund']);
    for (const starting_role_id of [powerful, await roleOf(owner.userId), 999_999_999])
      expect((await manage('POST', { ...body, starting_role_id })).body.errors).toHaveProperty(
        'starting_role_id',
      );

    const token = await makeToken();
    const shown = await manage('GET');
    expect(shown.raw).not.toContain(token);
    expect(shown.body.data.url).toBe(`${daftar.app.config.publicUrl}/scim/v2`);
    expect(shown.body.data.token).toMatchObject({
      shown: token.slice(0, 9),
      starting_role_id: starting,
      last_used_at: null,
    });
    expect(await bells('scim-token-made')).toHaveLength(2);
    const stored = await daftar.database
      .sql`select * from scim_settings where merchant_id = ${owner.merchantId}`;
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(daftar.logged.join()).not.toContain(token);
  });

  test('counts until it is replaced or revoked, and only while the domain is proven', async () => {
    expect((await directory.get('/Users')).status).toBe(200);
    expect((await manage('GET')).body.data.token.last_used_at).toBe(daftar.clock.now().toISOString());
    const next = new ScimClient(origin, await makeToken());
    expect((await directory.get('/Users')).status).toBe(401);
    expect((await next.get('/Users')).status).toBe(200);
    const { sql } = daftar.database;
    await sql`update company_sign_ins set domain_verified_at = null where merchant_id = ${owner.merchantId}`;
    expect((await next.get('/Users')).status).toBe(403);
    const early = { starting_role_id: starting, current_password: PASSWORD };
    expect((await manage('POST', early)).status).toBe(400);
    await sql`update company_sign_ins set domain_verified_at = now() where merchant_id = ${owner.merchantId}`;
    expect((await manage('DELETE', { current_password: PASSWORD })).status).toBe(200);
    expect((await next.get('/Users')).status).toBe(401);
    expect((await manage('GET')).body.data.token).toBeNull();
    expect((await manage('DELETE', { current_password: PASSWORD })).status).toBe(404);
    for (const token of ['', 'nonsense', `scim_${'a'.repeat(43)}`, owner.token])
      expect((await new ScimClient(origin, token).get('/Users')).status, token).toBe(401);
  });

  test('begins people with a role that stays as long as it is named', async () => {
    expect((await manage('DELETE', undefined, owner, `${TEAM}/roles/${starting}`)).status).toBe(400);
    const other = await role(['view-orders']);
    const answer = await manage('PUT', { starting_role_id: other, current_password: PASSWORD });
    expect(answer.body.data.token.starting_role_id).toBe(other);
    expect((await manage('DELETE', undefined, owner, `${TEAM}/roles/${starting}`)).status).toBe(200);
    expect(await roleOf(await add('nada'))).toBe(other);
  });
});

describe('the protocol', () => {
  test('says what it can, in both languages', async () => {
    const config = (await directory.get('/ServiceProviderConfig')).body;
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 100 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    });
    const types = (await directory.get('/ResourceTypes')).body.Resources;
    expect(types.map((each: { endpoint: string; schema: string }) => [each.endpoint, each.schema])).toEqual([
      ['/Users', USER],
      ['/Groups', GROUP],
    ]);
    for (const type of types) expect((await directory.get(`/ResourceTypes/${type.id}`)).body).toEqual(type);
    for (const language of ['en', 'ar']) {
      const { body } = await directory.call('GET', '/Schemas', undefined, { 'accept-language': language });
      for (const schema of body.Resources) {
        const described = schema.attributes.flatMap((each: { subAttributes?: object[] }) => [
          each,
          ...(each.subAttributes ?? []),
        ]);
        for (const { name, description } of described) expect(description, name).not.toMatch(/^scim\./);
      }
    }
    expect((await directory.get(`/Schemas/${GROUP}`)).body.id).toBe(GROUP);
    expect((await directory.get(`/Schemas?filter=id eq "x"`)).status).toBe(403);
    for (const path of ['/Nothing', '/Users/abc', '/Users/999999', '/Groups/0', '/Schemas/x'])
      expect((await directory.get(path)).status, path).toBe(404);
  });

  test('refuses what it cannot read, in its own form', async () => {
    const raw = (body: string, type = 'application/scim+json') =>
      directory.call('POST', '/Users', body, { 'content-type': type });
    expect((await raw('{')).body).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
    expect((await raw('[]')).body.scimType).toBe('invalidSyntax');
    expect((await raw('a=1', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await raw(JSON.stringify({ a: 'x'.repeat(2_000_000) }))).status).toBe(413);
    expect((await directory.post('/Users', { userName: 'x' })).body.scimType).toBe('invalidSyntax');
    for (const [more, named] of [
      [{ userName: undefined }, 'userName'],
      [{ userName: 'no address' }, 'userName'],
      [{ userName: 'a@elsewhere.example' }, 'example.com'],
      [{ userName: 'a@sub.example.com' }, 'example.com'],
      [{ name: { givenName: 'One' } }, 'familyName'],
      [{ name: { givenName: 'See www.example.com', familyName: 'X' } }, 'givenName'],
      [{ active: 'perhaps' }, 'active'],
      [{ externalId: 'x'.repeat(300) }, 'externalId'],
    ] as const) {
      const { status, body } = await directory.post('/Users', user('bad', more));
      expect([status, body.scimType], named).toEqual([400, 'invalidValue']);
      expect(body.detail).toContain(named);
    }
    for (const filter of [
      'userName co "a"',
      'title eq "x"',
      'userName eq',
      'userName eq "a" or id eq "1"',
      'externalId eq "\\u0000"',
      '"',
    ])
      expect((await directory.get(`/Users?filter=${encodeURIComponent(filter)}`)).body.scimType).toBe(
        'invalidFilter',
      );
    expect((await directory.get('/Users?startIndex=x')).body.scimType).toBe('invalidValue');
    const id = await add('omar');
    for (const [operation, scimType] of [
      [{ op: 'jump' }, 'invalidSyntax'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'shoeSize', value: 44 }, 'invalidPath'],
      [{ op: 'replace', path: 'name..x', value: 'a' }, 'invalidPath'],
      [{ op: 'replace', path: 'id', value: '7' }, 'mutability'],
      [{ op: 'add', path: 'roles', value: [{ value: '1' }] }, 'mutability'],
      [{ op: 'remove', path: 'userName' }, 'invalidValue'],
      [{ op: 'replace', path: 'active', value: {} }, 'invalidValue'],
    ] as const)
      expect(
        (await directory.patch(`/Users/${id}`, operation)).body.scimType,
        JSON.stringify(operation),
      ).toBe(scimType);
    expect((await directory.patch(`/Users/${id}`)).body.scimType).toBe('invalidSyntax');
    // Objects that cannot be made a text.
    const odd = { toString: 1, valueOf: 1 };
    expect((await directory.post('/Users', { schemas: [odd] })).status).toBe(400);
    expect(
      (await directory.post('/Groups', { schemas: [GROUP], displayName: 'Odd', members: [{ type: odd }] }))
        .status,
    ).toBe(400);
    for (const operation of [
      { op: 'add', path: odd, value: 1 },
      { op: 'add', path: 'locale', value: odd },
      { op: 'add', path: 'phoneNumbers', value: [{ type: odd, value: odd }] },
    ])
      expect((await directory.patch(`/Users/${id}`, operation)).status).toBeLessThan(500);
    // Nothing of it was half-written.
    const half = [
      { op: 'replace', path: 'name.givenName', value: 'Half' },
      { op: 'replace', path: 'userName', value: 'a@elsewhere.example' },
    ];
    expect((await directory.patch(`/Users/${id}`, ...half)).status).toBe(400);
    expect((await directory.get(`/Users/${id}`)).body.name.givenName).toBe('omar');
  });

  test('is refused when it calls too often, and told when to come again', async () => {
    const slow = await startTestServer({ requestsPerMinute: 10 });
    const actor = await slow.merchant();
    await provenCompanyOf({ daftar: slow, actor, mode: 'live' });
    const [row] = await slow.database.sql<{ id: number }[]>`
      insert into roles (merchant_id, name_en, name_ar) values (${actor.merchantId}, 'R', 'ر') returning id`;
    const body = { starting_role_id: row!.id, current_password: PASSWORD };
    const made = await slow.call({ method: 'POST', path: PATH, mode: 'live', as: actor, body });
    const there = new ScimClient(await originOf(slow), made.body.data.new_token);
    for (let at = 0; at < 10; at += 1) expect((await there.get('/Users')).status).toBe(200);
    const { status, headers } = await there.get('/Users');
    await slow.close();
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});

describe('people', () => {
  test('of a domain that is proven in Punycode are named in its letters or in Punycode', async () => {
    const domain = 'xn--mgb9awbf.xn--wgbh1c';
    await daftar.database.sql`
      update company_sign_ins set domain = ${domain} where merchant_id = ${owner.merchantId}`;
    const added = await directory.post('/Users', user('aya', { userName: `aya${serial}@${domain}` }));
    expect([added.status, added.body.userName]).toEqual([201, `aya${serial}@عمان.مصر`]);
    const again = await directory.post('/Users', user('aya', { userName: `aya${serial}@عمان.مصر` }));
    expect(again.status).toBe(409);
    const filter = encodeURIComponent(`userName eq "aya${serial}@${domain}"`);
    expect((await directory.get(`/Users?filter=${filter}`)).body.totalResults).toBe(1);
  });

  test('are added without a password, found, and listed in parts and pages', async () => {
    const [first, second] = [await add('aya', { title: 'Head' }), await add('basma')];
    const { body } = await directory.get(`/Users/${first}`);
    expect(body).toMatchObject({
      externalId: 'entra-aya',
      userName: `aya${serial}@example.com`,
      displayName: 'aya Said',
      active: true,
      groups: [],
      roles: [{ value: String(starting) }],
    });
    expect(body).not.toHaveProperty('phoneNumbers');
    const found = async (filter: string) =>
      (await directory.get(`/Users?filter=${encodeURIComponent(filter)}`)).body.Resources.map(
        ({ id }: { id: string }) => id,
      );
    expect(await found(`userName eq "AYA${serial}@Example.com"`)).toEqual([first]);
    expect(await found(`${USER}:userName Eq "basma${serial}@example.com"`)).toEqual([second]);
    expect(await found('externalId eq "entra-basma"')).toEqual([second]);
    expect(await found('externalId eq "ENTRA-basma"')).toEqual([]);
    expect(await found(`emails[type eq "work"].value eq "aya${serial}@example.com"`)).toEqual([first]);
    expect(await found(`id eq "${first}" and active eq true`)).toEqual([first]);
    const all = (await directory.get('/Users')).body;
    expect([all.totalResults, all.startIndex]).toEqual([4, 1]);
    const page = (await directory.get('/Users?startIndex=2&count=2&attributes=userName,name.givenName')).body;
    expect(page).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 });
    expect(Object.keys(page.Resources[1]).sort()).toEqual(['id', 'name', 'schemas', 'userName']);
    expect(page.Resources[1].name).toEqual({ givenName: 'aya' });
    expect((await directory.get('/Users?count=0')).body).toMatchObject({ totalResults: 4, Resources: [] });
    const without = (await directory.get(`/Users/${first}?excludedAttributes=emails,meta`)).body;
    expect(without).not.toHaveProperty('emails');

    const [row] = await daftar.database.sql`
      select p.password_hash, u.mobile, p.mobile as login from users u join people p on p.id = u.person_id
       where u.merchant_id = ${owner.merchantId} and u.id = ${Number(first)}`;
    expect(row).toEqual({ password_hash: null, mobile: '', login: null });
    expect(await readOutbox(daftar.app, { to: `aya${serial}@example.com` })).toEqual([]);
    // An editor need not enter a missing number, but cannot remove an existing one.
    const form = { first_name: 'Aya', last_name: 'Said', mobile: '', role_id: starting };
    const edit = (id: string | number, email: string) =>
      manage('PUT', { ...form, email }, owner, `${TEAM}/merchants/${id}`);
    expect((await edit(first, `aya${serial}@example.com`)).status).toBe(200);
    expect((await edit(member.userId, member.email)).body.errors).toHaveProperty('mobile');
  });

  test('keep one address and one id for one person; who is in another business, too, keeps their address and password', async () => {
    await add('aya');
    const taken = { status: '409', scimType: 'uniqueness' };
    expect((await directory.post('/Users', user('aya', { externalId: 'other' }))).body).toMatchObject(taken);
    const same = user('dina', { externalId: 'entra-aya' });
    expect((await directory.post('/Users', same)).body).toMatchObject(taken);
    const stranger = await daftar.merchant();
    const added = await directory.post('/Users', user('x', { userName: stranger.email }));
    expect(added.status).toBe(201);
    const { id: known } = added.body;
    await daftar.database.sql`update users set joined_at = now() where id = ${known}`;
    const change = (path: string, value: unknown) =>
      directory.patch(`/Users/${known}`, { op: 'replace', path, value });
    const moved = await change('userName', `moved${serial}@example.com`);
    expect([moved.status, moved.body.detail]).toEqual([403, expect.stringContaining('another business')]);
    expect((await change('active', false)).status).toBe(200);
    expect((await directory.delete(`/Users/${known}`)).status).toBe(204);
    const theirs = await daftar.call({
      method: 'POST',
      path: '/api/merchant/login',
      body: { email: stranger.email, password: PASSWORD },
    });
    expect(theirs.status).toBe(200);
    // The directory sees neither other businesses nor people with addresses elsewhere.
    await daftar.database.sql`
      update users set email = 'adviser@elsewhere.example' where merchant_id = ${owner.merchantId} and id = ${member.userId}`;
    for (const id of [stranger.userId, member.userId]) {
      expect((await directory.get(`/Users/${id}`)).status).toBe(404);
      expect(
        (await directory.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status,
      ).toBe(404);
      expect((await directory.delete(`/Users/${id}`)).status).toBe(404);
      expect((await group('Strangers', String(id))).body.scimType).toBe('invalidValue');
    }
    expect(await isIn(stranger)).toBe(true);
  });

  test('are changed as Entra and as Okta write it', async () => {
    const id = await add('omar', { phoneNumbers: [{ type: 'mobile', value: '+20 100 555 0199' }] });
    const { body } = await directory.get(`/Users/${id}`);
    expect(body.phoneNumbers).toEqual([{ value: '+201005550199', type: 'mobile', primary: true }]);
    const entra = await directory.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'name.familyName', value: 'Hassan' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ignored@example.com' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+44 20 7946 0000' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Sales',
      },
      { op: 'Replace', path: `${USER}:title`, value: 'Head' },
    );
    expect(entra.body).toMatchObject({ active: false, name: { formatted: 'omar Hassan' } });
    expect(entra.body).not.toHaveProperty('phoneNumbers');
    const pathless = { active: true, 'name.givenName': 'Omar', externalId: 'okta-1', 'shoe size': 4 };
    const okta = await directory.patch(`/Users/${id}`, { op: 'replace', value: pathless });
    expect(okta.body).toMatchObject({
      active: true,
      externalId: 'okta-1',
      name: { formatted: 'Omar Hassan' },
    });
    const whole = {
      ...user('omar'),
      id,
      displayName: 'Someone Else',
      password: 'Secret-1-never',
      active: true,
    };
    const put = await directory.put(`/Users/${id}`, { ...whole, groups: [{ value: '1' }], nickName: 'O' });
    expect(put.body).toMatchObject({
      externalId: 'entra-omar',
      name: { givenName: 'omar', familyName: 'Said' },
    });
    expect(daftar.logged.join()).not.toContain('Secret-1-never');
    const named = await directory.post('/Users', {
      ...user('x'),
      name: undefined,
      displayName: 'Abu Bakr Said',
    });
    expect(named.body.name).toMatchObject({ givenName: 'Abu Bakr', familyName: 'Said' });
    expect((await log()).map(({ action }) => action)).toContain('user.deactivate');
  });

  test('who leave are signed out at once and stay in the history; what their keys know moves no money', async () => {
    const gone = await daftar.colleague(owner, ['transaction-refund', 'view-orders', 'api-keys-settings']);
    const { key } = await keysOf(() => daftar).create(gone, ['transaction-refund', 'view-orders'], 'live');
    const withKey = async (method: 'GET' | 'POST', to: string) =>
      (
        await daftar.call({
          method,
          path: to,
          mode: 'live',
          as: by(gone, key),
          body: method === 'GET' ? undefined : {},
        })
      ).status;
    const refund = '/merchant/hpp/aman-card-partial-refund';
    expect(await isIn(gone)).toBe(true);
    expect(await withKey('POST', refund)).toBe(422);
    const path = `/Users/${gone.userId}`;
    const deactivate = { op: 'replace', value: { active: false } };
    expect((await directory.patch(path, deactivate)).body.active).toBe(false);
    expect(await isIn(gone)).toBe(false);
    expect(await withKey('POST', refund)).toBe(403);
    expect(await withKey('GET', '/merchant/store/products/orders')).toBe(200);
    expect(await bells('scim-keys-left')).toHaveLength(1);
    const open = await daftar.database.sql`
      select from sessions where merchant_id = ${owner.merchantId} and user_id = ${gone.userId} and ended_at is null`;
    expect(open).toHaveLength(0);
    expect((await directory.patch(path, deactivate)).body.active).toBe(false);
    expect((await directory.patch(path, { op: 'replace', path: 'active', value: 'True' })).body.active).toBe(
      true,
    );
    expect(await isIn(gone)).toBe(false);
    expect((await directory.delete(path)).status).toBe(204);
    expect((await directory.get(path)).status).toBe(404);
    expect((await directory.delete(path)).status).toBe(404);
    const [row] = await daftar.database.sql`
      select first_name, deleted_at is not null as gone from users
       where merchant_id = ${owner.merchantId} and id = ${gone.userId}`;
    expect(row).toEqual({ first_name: 'Omar', gone: true });
    expect((await directory.post('/Users', user('x', { userName: gone.email }))).status).toBe(201);
    expect((await log()).map(({ action }) => action)).toEqual([
      'user.deactivate',
      'user.activate',
      'user.delete',
      'user.add',
    ]);
  });

  test('whom the business itself deactivated stay out', async () => {
    const path = `/Users/${member.userId}`;
    await manage('PUT', { is_active: false }, owner, `${TEAM}/merchants/status/${member.userId}`);
    const on = { op: 'replace', path: 'active', value: true };
    expect((await directory.patch(path, on)).body.active).toBe(false);
    await directory.patch(path, { op: 'replace', path: 'active', value: false });
    expect((await directory.patch(path, on)).body.active).toBe(false);
    await manage('PUT', { is_active: true }, owner, `${TEAM}/merchants/status/${member.userId}`);
    await directory.patch(path, { op: 'replace', path: 'active', value: false });
    expect((await directory.patch(path, on)).body.active).toBe(true);
  });

  test('who are owners keep their mobile number, whatever the directory sends', async () => {
    const mobiles = () => daftar.database.sql`
      select u.mobile, p.mobile as login from users u join people p on p.id = u.person_id
       where u.merchant_id = ${owner.merchantId} and u.id = ${owner.userId}`;
    const before = [...(await mobiles())];
    const path = 'phoneNumbers[type eq "mobile"].value';
    await directory.patch(`/Users/${owner.userId}`, { op: 'Replace', path, value: '+201005550177' });
    expect([...(await mobiles())]).toEqual(before);
    await directory.patch(`/Users/${owner.userId}`, { op: 'Remove', path: 'phoneNumbers' });
    expect([...(await mobiles())]).toEqual(before);
  });

  test('who are owners are neither deactivated, deleted nor moved', async () => {
    const path = `/Users/${owner.userId}`;
    const name = { op: 'replace', path: 'name.givenName', value: 'Other' };
    expect((await directory.patch(path, name, { op: 'replace', path: 'active', value: false })).status).toBe(
      403,
    );
    expect((await directory.put(path, user('moved'))).status).toBe(403);
    expect((await directory.delete(path)).status).toBe(403);
    await mapGroups({ name: 'Staff', role_id: starting });
    expect((await group('Staff', String(owner.userId))).status).toBe(201);
    const { body } = await directory.get(path);
    expect(body).toMatchObject({ active: true, userName: owner.email, name: { givenName: 'Mona' } });
    expect(await isIn(owner)).toBe(true);
    expect(await roleOf(owner.userId)).not.toBe(starting);
  });

  test('who get another address set their password anew and are told at the old one', async () => {
    const moved = await directory.patch(`/Users/${member.userId}`, {
      op: 'replace',
      path: 'userName',
      value: `New${serial}@example.com`,
    });
    expect(moved.body.userName).toBe(`new${serial}@example.com`);
    expect(await isIn(member)).toBe(false);
    const login = { email: moved.body.userName, password: PASSWORD };
    expect((await daftar.call({ method: 'POST', path: '/api/merchant/login', body: login })).status).not.toBe(
      200,
    );
    expect(await readOutbox(daftar.app, { to: member.email })).toHaveLength(1);
    expect(await readOutbox(daftar.app, { to: moved.body.userName })).toHaveLength(1);
    const back = { op: 'replace', path: 'userName', value: owner.email };
    expect((await directory.patch(`/Users/${member.userId}`, back)).body.scimType).toBe('uniqueness');
  });
});

describe('groups', () => {
  test('give roles by the one mapping of names or ids, at once, and take them away again', async () => {
    const [refunds, orders] = [await role(['transaction-refund']), await role(['view-orders'])];
    const [aya, basma] = [await add('aya'), await add('basma')];
    const made = await group('Refunds', aya, basma);
    expect(made.body.members).toEqual([
      expect.objectContaining({ value: aya, type: 'User', display: 'aya Said' }),
      expect.objectContaining({ value: basma }),
    ]);
    // Until a group has a role, no role changes.
    expect(await roleOf(aya)).toBe(starting);
    expect(
      (await mapGroups({ name: 'Refunds', role_id: refunds }, { name: 'id-of-orders', role_id: orders }))
        .status,
    ).toBe(200);
    expect([await roleOf(aya), await roleOf(basma)]).toEqual([refunds, refunds]);
    expect(await bells('company-power-given')).toHaveLength(1);

    const path = `/Groups/${made.body.id}`;
    const second = await directory.post('/Groups', {
      schemas: [GROUP],
      displayName: 'Orders',
      externalId: 'id-of-orders',
      members: [{ value: aya }],
    });
    expect(await roleOf(aya)).toBe(refunds);
    // Entra's way, and the standard's.
    const entra = { op: 'Remove', path: 'members', value: [{ value: aya }] };
    expect((await directory.patch(path, entra)).status).toBe(204);
    expect(await roleOf(aya)).toBe(orders);
    expect((await directory.patch(path, { op: 'remove', path: `members[value eq "${basma}"]` })).status).toBe(
      204,
    );
    expect(await roleOf(basma)).toBe(starting);
    // Okta's.
    const rename = { op: 'replace', value: { id: made.body.id, displayName: 'Former' } };
    const members = { op: 'add', path: 'members', value: [{ value: basma, display: 'b' }] };
    expect((await directory.patch(path, rename, members)).status).toBe(204);
    expect(await roleOf(basma)).toBe(starting);
    expect(
      (await directory.patch(path, { op: 'replace', path: 'displayName', value: 'Refunds' })).status,
    ).toBe(204);
    expect(await roleOf(basma)).toBe(refunds);
    expect((await directory.get(`/Users/${basma}`)).body.groups).toEqual([
      expect.objectContaining({ value: made.body.id, display: 'Refunds', type: 'direct' }),
    ]);
    expect((await directory.put(path, { schemas: [GROUP], displayName: 'Refunds' })).body.members).toEqual(
      [],
    );
    expect(await roleOf(basma)).toBe(starting);
    expect((await directory.delete(`/Groups/${second.body.id}`)).status).toBe(204);
    expect(await roleOf(aya)).toBe(starting);
    expect((await log()).map(({ action }) => action).filter((each) => each.startsWith('scim-group'))).toEqual(
      [
        'scim-group.create',
        'scim-group.create',
        'scim-group.update',
        'scim-group.update',
        'scim-group.update',
        'scim-group.update',
        'scim-group.update',
        'scim-group.delete',
      ],
    );
  });

  test('are found, listed with or without members, and known by one name', async () => {
    const aya = await add('aya');
    const { body } = await group('Finance', aya);
    await group('People');
    const query = encodeURIComponent('displayName eq "Finance"');
    const lean = (await directory.get(`/Groups?excludedAttributes=members&filter=${query}`)).body;
    expect(lean.Resources).toHaveLength(1);
    expect(lean.Resources[0]).not.toHaveProperty('members');
    const of = encodeURIComponent(`id eq "${body.id}" and members eq "${aya}"`);
    expect((await directory.get(`/Groups?filter=${of}`)).body.totalResults).toBe(1);
    expect((await directory.get('/Groups?count=1')).body).toMatchObject({ totalResults: 2, itemsPerPage: 1 });
    expect((await group('Finance')).body.scimType).toBe('uniqueness');
    expect((await group('X', '999999')).body.scimType).toBe('invalidValue');
    const nested = { op: 'add', path: 'members', value: [{ value: body.id, type: 'Group' }] };
    expect((await directory.patch(`/Groups/${body.id}`, nested)).body.scimType).toBe('invalidValue');
    const many = Array.from({ length: 2001 }, (_, at) => ({ value: String(at + 1) }));
    const full = { op: 'add', path: 'members', value: many };
    expect((await directory.patch(`/Groups/${body.id}`, full)).body.scimType).toBe('invalidValue');
    await directory.delete(`/Users/${aya}`);
    expect((await directory.get(`/Groups/${body.id}`)).body.members).toEqual([]);
  });

  test('count at a sign-in where the provider says nothing of groups, until the directory is turned off', async () => {
    const refunds = await role(['transaction-refund']);
    await mapGroups({ name: 'Refunds', role_id: refunds });
    await group('Refunds', String(member.userId));
    const { merchantId } = owner;
    const how = { address: '127.0.0.1', by: owner.userId, group: null };
    await giveRoleByCompany(daftar.app, daftar.auth, { merchantId, userId: member.userId }, starting, how);
    const settings = { merchantId, changedBy: owner.userId } as Parameters<typeof applyGroups>[2];
    const signIn = (groups: string[] | null) =>
      applyGroups(daftar.app, daftar.auth, settings, { userId: member.userId, address: '127.0.0.1', groups });
    await signIn(null);
    expect(await roleOf(member.userId)).toBe(refunds);
    await expect(signIn([])).rejects.toThrow('company-sign-in.noGroup');
    await manage('DELETE', { current_password: PASSWORD });
    await expect(signIn(null)).rejects.toThrow('company-sign-in.noGroup');
  });
});
