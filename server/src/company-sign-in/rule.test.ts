/** Requiring the company's account, and roles that follow from its groups. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT, type StandInProvider, startStandInProvider } from '../../tests/kit/company-sign-in.ts';
import { codeOf, PASSWORD, turnOnTwoStep, withPassword } from '../../tests/kit/profile.ts';
import { provenCompanyOf } from '../../tests/kit/samples-company.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let provider: StandInProvider;
let owner: Actor;
let member: Actor;
let serial = 0;
let secret: string;
const TEAM = '/merchant/business-account';
const PATH = `${TEAM}/company-sign-in`;

beforeAll(async () => {
  daftar = await startTestServer();
  provider = await startStandInProvider(daftar.clock);
});
afterAll(async () => {
  provider.stop();
  await daftar.close();
});
beforeEach(async () => {
  serial += 1;
  owner = await daftar.merchant();
  await provenCompanyOf({ daftar, actor: owner, mode: 'live' });
  ({ secret } = await turnOnTwoStep(daftar, owner));
  member = await daftar.colleague(owner, ['users-manage']);
  await withPassword(daftar, member);
  // One business at a time has the domain of the kit's people.
  await daftar.database.sql`
    update company_sign_ins set domain = 'former' || merchant_id || '.example', required_since = null
     where merchant_id <> ${owner.merchantId}`;
  await daftar.database.sql`
    update company_sign_ins set issuer = ${provider.issuer}, domain = 'example.com'
     where merchant_id = ${owner.merchantId}`;
});

const call = (method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, body?: object, as: Actor = owner) =>
  daftar.call({ method, path, mode: 'live', as, ...(body ? { body } : {}) });
const rule = (required: boolean, break_glass: number[] = [owner.userId], as = owner) =>
  call('PUT', `${PATH}/required`, { required, break_glass, current_password: PASSWORD }, as);
const login = (person: Actor) =>
  daftar.call({
    method: 'POST',
    path: '/api/merchant/login',
    body: { email: person.email, password: PASSWORD },
  });
const isIn = async (person: Actor) =>
  (await daftar.call({ path: '/api/merchant/authenticated-merchant', as: person })).status === 200;

/** Signs a person in at the identity provider. */
async function signIn(person: Actor, claims: object = {}) {
  const begun = await daftar.call({
    method: 'POST',
    path: '/api/merchant/login/company',
    body: { email: person.email },
  });
  const { url } = begun.body.data;
  const cookie = String([begun.headers['set-cookie']].flat()[0]).split(';')[0]!;
  const state = new URL(url).searchParams.get('state');
  const says = { sub: person.email, email: person.email, email_verified: true, ...claims };
  const body = { state, code: provider.codeFor(url, says) };
  return daftar.call({
    method: 'POST',
    path: '/api/merchant/login/company/finish',
    headers: { cookie },
    body,
  });
}

describe('the company’s account, when it is required', () => {
  test('is required by an owner who can do without, of a proven domain', async () => {
    const other = await daftar.colleague(owner, []);
    expect((await rule(true, [])).body.errors).toHaveProperty('break_glass');
    expect((await rule(true, [owner.userId, other.userId])).body.errors).toHaveProperty('break_glass');
    await daftar.database
      .sql`update company_sign_ins set domain_verified_at = null where merchant_id = ${owner.merchantId}`;
    expect((await rule(true)).status).toBe(400);
    await daftar.database
      .sql`update company_sign_ins set domain_verified_at = now() where merchant_id = ${owner.merchantId}`;
    const answer = await rule(true);
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.body.data.required_since).not.toBeNull();
    expect(answer.body.data.owners).toEqual([
      { id: owner.userId, name: 'Mona Adel', ready: true, break_glass: true },
    ]);
  });

  test('ends other sessions, refuses passwords and passkeys, and lets chosen owners in with a code', async () => {
    const token = (await signIn(member)).body.data.access_token;
    expect(await isIn(member)).toBe(true);
    expect((await rule(true)).status).toBe(200);
    expect(await isIn(member)).toBe(false);
    expect(await isIn(owner)).toBe(true);
    const headers = { authorization: `Bearer ${token}` };
    const path = '/api/merchant/authenticated-merchant';
    expect((await daftar.call({ path, headers })).status).toBe(200);

    const refused = await login(member);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'Your business requires signing in with the company’s account',
    ]);
    const log = await daftar.database.sql<{ after: object }[]>`
      select after from audit_log where merchant_id = ${owner.merchantId} and action = 'sign-in.refused'`;
    expect(log).toEqual([{ after: { reason: 'company' } }]);
    // A session that was opened otherwise is of no use, however it came about.
    expect(await isIn(await daftar.elsewhere(member))).toBe(false);
    expect((await signIn(member)).status).toBe(200);

    const asked = (await login(owner)).body.data.second_step;
    daftar.clock.advance({ seconds: 30 });
    const body = { token: asked.token, code: codeOf(secret, daftar.clock.now()) };
    const answer = await daftar.call({ method: 'POST', path: '/api/merchant/login/second-step', body });
    expect(answer.status, answer.raw).toBe(200);

    expect((await rule(false)).status).toBe(200);
    expect((await login(member)).body.data).toHaveProperty('access_token');
  });

  test('leaves the last owner who can do without where and as they are', async () => {
    const { sql } = daftar.database;
    const { merchantId } = owner;
    const second = await daftar.colleague(owner, []);
    await turnOnTwoStep(daftar, second);
    await sql`
      update users set role_id = (select id from roles where merchant_id = ${merchantId} and is_first)
       where merchant_id = ${merchantId} and id = ${second.userId}`;
    expect((await rule(true)).status).toBe(200);
    await sql`update sessions set by_company = true, ended_at = null where merchant_id = ${merchantId} and user_id = ${second.userId}`;
    const last =
      'Nobody else could sign in without the company’s account. Choose another owner for that first';
    const status = { is_active: false };
    const person = `${TEAM}/merchants/${owner.userId}`;
    for (const answer of [
      await call('PUT', `${TEAM}/merchants/status/${owner.userId}`, status, second),
      await call('DELETE', person, undefined, second),
    ])
      expect([answer.status, answer.body.message]).toEqual([400, last]);
    const end = { current_password: PASSWORD };
    const off = await daftar.call({
      method: 'POST',
      path: '/api/merchant/profile/two-step/end',
      as: owner,
      body: end,
    });
    expect(off.status).toBe(400);
    // A provider cannot be moved to another domain meanwhile.
    const moved = { issuer: provider.issuer, ...CLIENT, domain: 'moved.example', second_step_there: true };
    expect((await call('PUT', PATH, { ...moved, ...end })).status).toBe(400);

    expect((await rule(true, [owner.userId, second.userId])).status).toBe(200);
    expect((await call('DELETE', person, undefined, second)).status).toBe(200);
  });
});

describe('groups of the company', () => {
  async function role(permissions: string[]): Promise<number> {
    const [row] = await daftar.database.sql<{ id: number }[]>`
      insert into roles (merchant_id, name_en, name_ar, permissions)
      values (${owner.merchantId}, ${`R${serial}`}, ${permissions.join()}, ${permissions}) returning id`;
    return row!.id;
  }
  const save = (groups: object[], as = owner) =>
    call('PUT', `${PATH}/groups`, { groups, current_password: PASSWORD }, as);
  const roleOf = async (person: Actor) =>
    (await call('GET', `${TEAM}/merchants/${person.userId}`)).body.data.role_id;

  test('give each person the role of the first that they are in, at every sign-in, and nobody the owner’s', async () => {
    const [refunds, looking] = [await role(['transaction-refund']), await role([])];
    const [first] = await daftar.database.sql<{ id: number }[]>`
      select id from roles where merchant_id = ${owner.merchantId} and is_first`;
    const foreign = await daftar.merchant();
    const [theirs] = await daftar.database.sql<{ id: number }[]>`
      select id from roles where merchant_id = ${foreign.merchantId}`;
    for (const role_id of [first!.id, theirs!.id, 999_999_999])
      expect((await save([{ name: 'Owners', role_id }])).body.errors).toHaveProperty('groups');
    const twice = [
      { name: 'A', role_id: refunds },
      { name: 'A', role_id: looking },
    ];
    expect((await save(twice)).body.errors).toHaveProperty('groups');
    const groups = [
      { name: 'Refunds', role_id: refunds },
      { name: 'Everybody', role_id: looking },
    ];
    expect((await save(groups, member)).status).toBe(403);
    expect((await save(groups)).body.data.groups).toMatchObject(groups);

    expect((await signIn(member, { groups: ['Everybody', 'Refunds'] })).status).toBe(200);
    expect(await roleOf(member)).toBe(refunds);
    const bells = await daftar.database.sql`
      select from notifications where merchant_id = ${owner.merchantId} and kind = 'company-power-given'`;
    expect(bells).toHaveLength(1);
    const { body } = await signIn(member, { groups: ['Everybody'] });
    expect(body.data.permissions).toEqual([]);
    expect(await roleOf(member)).toBe(looking);

    for (const claims of [{ groups: ['Others'] }, { groups: 'Everybody' }, {}]) {
      const answer = await signIn(member, claims);
      expect([answer.status, answer.body.message]).toEqual([
        400,
        expect.stringContaining('none of the company’s groups'),
      ]);
    }
    // Owners are none of the provider's business.
    expect((await signIn(owner, { groups: ['Everybody'] })).status).toBe(200);
    expect(await roleOf(owner)).toBe(first!.id);

    await save([]);
    expect((await signIn(member, {})).status).toBe(200);
    expect(await roleOf(member)).toBe(looking);
  });
});
