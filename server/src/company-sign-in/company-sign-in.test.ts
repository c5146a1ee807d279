/** Signing in with the company's own account, at a real provider and at ones that lie. */
import type { CompanySignIn } from '@daftar/contract/company-sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLIENT,
  type RealProvider,
  type StandInProvider,
  startRealProvider,
  startStandInProvider,
  visit,
} from '../../tests/kit/company-sign-in.ts';
import { startTestDns, type TestDns } from '../../tests/kit/domains.ts';
import { callerOf } from '../../tests/kit/money.ts';
import { codeOf, PASSWORD, turnOnTwoStep, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import { checkDomains } from './domain.ts';
import { readSettings } from './settings.ts';

let daftar: TestServer;
let dns: TestDns;
let real: RealProvider;
let lying: StandInProvider;
let returnUrl: string;
let owner: Actor;
let member: Actor;
let domain: string;
let serial = 0;
const PATH = '/merchant/business-account/company-sign-in';

beforeAll(async () => {
  dns = await startTestDns();
  daftar = await startTestServer();
  Object.assign(daftar.app.config, { dnsServers: dns.of(daftar.app).config.dnsServers });
  returnUrl = `${daftar.app.config.publicUrl}/company-sign-in`;
  // The real provider has the machine's clock.
  daftar.clock.set(new Date());
  [real, lying] = await Promise.all([startRealProvider(returnUrl), startStandInProvider(daftar.clock)]);
});
beforeEach(async () => {
  daftar.clock.set(new Date());
  serial += 1;
  domain = `company${serial}.example`;
  owner = await daftar.merchant();
  await withPassword(daftar, owner);
  member = await daftar.colleague(owner, ['users-manage', 'view-settings']);
  await moveTo(member, `omar@${domain}`);
});
afterAll(async () => {
  real.stop();
  lying.stop();
  dns.close();
  await daftar.close();
});

/** Gives a person an address. */
async function moveTo(person: Actor, email: string): Promise<void> {
  const { sql } = daftar.database;
  const { merchantId, userId } = person;
  await sql`update users set email = ${email} where merchant_id = ${merchantId} and id = ${userId}`;
  person.email = email;
}

const post = (path: string, body?: object, headers: Record<string, string> = {}, as: Actor | null = null) =>
  daftar.call({ method: 'POST', path: `/api${path}`, as, headers, ...(body ? { body } : {}) });
const form = (more: object = {}) => ({
  issuer: real.issuer,
  ...CLIENT,
  domain,
  second_step_there: false,
  current_password: PASSWORD,
  ...more,
});
const save = (more: object = {}, as = owner) =>
  daftar.call({ method: 'PUT', path: PATH, mode: 'live', as, body: form(more) });
const check = () => daftar.call({ method: 'POST', path: `${PATH}/domain`, mode: 'live', as: owner });
const read = async (): Promise<CompanySignIn> =>
  (await daftar.call({ path: PATH, mode: 'live', as: owner })).body.data;

/** Enters a provider for the merchant, and proves its domain. */
async function enter(more: object = {}): Promise<void> {
  const answer = await save(more);
  expect(answer.status, answer.raw).toBe(200);
  const { record } = answer.body.data;
  dns.set(record.name, record.value);
  expect((await check()).status).toBe(200);
}

/** Begins in a new browser. */
async function begin(email: string): Promise<{ url: string; state: string; cookie: string }> {
  const answer = await post('/merchant/login/company', { email, remember_me: true });
  expect(answer.status, answer.raw).toBe(200);
  const { url } = answer.body.data;
  const [cookie = ''] = [answer.headers['set-cookie']].flat().map((each) => String(each).split(';')[0]);
  return { url, state: new URL(url).searchParams.get('state')!, cookie };
}

const finish = (answer: object, cookie: string) => post('/merchant/login/company/finish', answer, { cookie });

/** Signs in at the real provider. */
async function signIn(email = member.email) {
  const { url, cookie } = await begin(email);
  return finish(await visit(url, returnUrl), cookie);
}

const vouchedFor = (email: string) => ({ email, email_verified: true });
const meOf = (token: string) =>
  daftar.call({
    path: '/api/merchant/authenticated-merchant',
    headers: { authorization: `Bearer ${token}` },
  });

describe('a provider of a business', () => {
  test('is entered with a proof by whoever holds every permission, its secret sealed and never shown', async () => {
    expect((await save({ current_password: 'Wrong1$xx' })).body.errors).toHaveProperty('current_password');
    expect((await save({ client_secret: '' })).body.errors).toHaveProperty('client_secret');
    expect((await save({ domain: 'localhost' })).body.errors).toHaveProperty('domain');
    await daftar.database.sql`
      update roles set permissions = '{require-two-step,users-manage}' where merchant_id = ${owner.merchantId} and not is_first`;
    expect((await save({}, member)).status).toBe(400);
    expect(await read()).toBeNull();

    const answer = await save({ issuer: `${real.issuer}/.well-known/openid-configuration` });
    expect(answer.body.data).toMatchObject({ issuer: real.issuer, domain, verified_at: null, people: 0 });
    expect(answer.body.data.return_url).toBe(returnUrl);
    expect(answer.raw).not.toContain(CLIENT.client_secret);
    const [row] = await daftar.database.sql<{ sealed: Buffer }[]>`
      select client_secret_sealed as sealed from company_sign_ins where merchant_id = ${owner.merchantId}`;
    expect(row!.sealed.toString('latin1')).not.toContain(CLIENT.client_secret);
    expect(daftar.logged.join()).not.toContain(CLIENT.client_secret);
    // Saving again does not need the secret, unless the issuer changes.
    expect((await save({ client_secret: null, second_step_there: true })).status).toBe(200);
    expect((await save({ client_secret: null, issuer: lying.issuer })).body.errors).toHaveProperty(
      'client_secret',
    );
    const bells = await daftar.database.sql`
      select from notifications where merchant_id = ${owner.merchantId} and kind = 'company-sign-in-changed'`;
    expect(bells).toHaveLength(2);
  });

  test('has to describe itself at a public address under its own name', async () => {
    const other = await startStandInProvider(daftar.clock, { issuer: 'https://elsewhere.example' });
    const unfit = await startStandInProvider(daftar.clock, { jwks_uri: undefined });
    for (const [issuer, key] of [
      ['ftp://login.example', 'https'],
      ['not an address', 'https'],
      ['http://127.0.0.1:1', 'does not answer'],
      [other.issuer, 'no OpenID Connect provider'],
      [unfit.issuer, 'no OpenID Connect provider'],
    ]) {
      const answer = await save({ issuer });
      expect(answer.body.errors?.issuer?.[0], issuer).toContain(key);
    }
    Object.assign(daftar.app.config, { webhooksToLoopback: false });
    const inside = await save({ issuer: 'https://127.0.0.1:1' });
    const open = await save();
    Object.assign(daftar.app.config, { webhooksToLoopback: true });
    expect(inside.body.errors.issuer[0]).toContain('does not answer');
    expect(open.body.errors.issuer[0]).toContain('https');
    for (const each of [other, unfit]) each.stop();
  });

  test.each(['javascript:alert(1)', 'http://login.example/authorize', 'data:text/html,x'])(
    'is refused at its field when its description has the endpoint %s, and nothing is saved',
    async (address) => {
      const before = await read();
      for (const [name, said] of Object.entries({
        authorization_endpoint: address,
        token_endpoint: address,
        jwks_uri: address,
        end_session_endpoint: address,
        mtls_endpoint_aliases: { token_endpoint: address },
      })) {
        const described = await startStandInProvider(daftar.clock, { [name]: said });
        const answer = await save({ issuer: described.issuer });
        described.stop();
        expect([answer.status, Object.keys(answer.body.errors)], name).toEqual([422, ['issuer']]);
        expect(answer.body.errors.issuer[0]).toContain('no OpenID Connect provider');
      }
      expect(await read()).toEqual(before);
    },
  );

  test('signs nobody in before the domain is proven, and the domain is one business’s', async () => {
    const { record } = (await save()).body.data;
    const early = await post('/merchant/login/company', { email: member.email });
    expect([early.status, early.body.message]).toEqual([
      400,
      'No business on Daftar signs in with e-mail addresses of this domain',
    ]);
    expect((await check()).status).toBe(400);
    dns.set(record.name, record.value);
    expect((await check()).body.data.verified_at).not.toBeNull();

    owner = await daftar.merchant();
    await withPassword(daftar, owner);
    const theirs = (await save()).body.data.record;
    dns.set(theirs.name, theirs.value);
    expect((await check()).status).toBe(409);
    // A changed domain must be proven again.
    domain = `other${domain}`;
    expect((await save()).body.data.verified_at).toBeNull();
  });
});

describe('the proof of a company’s domain', () => {
  /** Looks it up some days after the test began. */
  async function after(days: number): Promise<CompanySignIn['domain_state']> {
    daftar.clock.set(new Date(start + days * 86_400_000).toISOString());
    await checkDomains(daftar.app);
    return (await readSettings(daftar.app, callerOf(owner)))!.domain_state;
  }
  const bells = async () =>
    (
      await daftar.database.sql<{ kind: string }[]>`
        select kind from notifications
         where merchant_id = ${owner.merchantId} and kind like 'company-domain-%' order by id`
    ).map(({ kind }) => kind.replace('company-domain-', ''));
  const login = () => post('/merchant/login', { email: member.email, password: PASSWORD });
  let start: number;
  let record: CompanySignIn['record'];
  beforeEach(async () => {
    await daftar.database.sql`delete from company_groups`;
    await daftar.database.sql`update company_sign_ins set domain_verified_at = null, missing_since = null,
      reminded_at = null, required_since = null`;
    await enter({ issuer: lying.issuer });
    await withPassword(daftar, member);
    record = (await read()).record;
    start = daftar.clock.now().getTime();
    dns.fail(false);
  });

  test('suspends what it proves after a week without the record, with two notices before, and resumes with it', async () => {
    await turnOnTwoStep(daftar, owner);
    const rule = { required: true, break_glass: [owner.userId], current_password: PASSWORD };
    const path = `${PATH}/required`;
    expect((await daftar.call({ method: 'PUT', path, mode: 'live', as: owner, body: rule })).status).toBe(
      200,
    );
    expect((await login()).body.code).toBe('auth_company_needed');

    expect(await after(2)).toBe('verified');
    dns.set(record.name, null);
    expect(await after(3)).toBe('missing');
    const missing = await readSettings(daftar.app, callerOf(owner));
    expect(missing!.suspends_at).toBe(new Date(start + 10 * 86_400_000).toISOString());
    await begin(member.email);
    expect(await after(8)).toBe('missing');
    expect(await bells()).toEqual(['missing']);
    expect(await after(9.1)).toBe('missing');
    expect(await after(9.6)).toBe('missing');
    expect(await bells()).toEqual(['missing', 'reminder']);

    expect(await after(10.1)).toBe('suspended');
    const refused = await post('/merchant/login/company', { email: member.email });
    expect(refused.body.code).toBe('company_sign_in_unknown');
    expect((await login()).body.data).toHaveProperty('access_token');
    const me = await daftar.elsewhere(member);
    expect((await daftar.call({ path: '/api/merchant/authenticated-merchant', as: me })).status).toBe(200);
    expect(await after(60)).toBe('suspended');

    dns.set(record.name, record.value);
    expect(await after(61)).toBe('verified');
    await begin(member.email);
    expect((await login()).body.code).toBe('auth_company_needed');
    expect((await daftar.call({ path: '/api/merchant/authenticated-merchant', as: me })).status).toBe(401);
    expect(await bells()).toEqual(['missing', 'reminder', 'suspended', 'resumed']);
    const mails = await readOutbox(daftar.app, { to: owner.email, merchantId: owner.merchantId });
    for (const words of ['is gone', 'still missing', 'are suspended', 'is back'])
      expect(
        mails.filter(({ subject }) => subject?.includes(words)),
        words,
      ).toHaveLength(1);
    const log = await daftar.database.sql<{ action: string }[]>`
      select action from audit_log where merchant_id = ${owner.merchantId} and action like 'company-domain.%'
       order by id`;
    expect(log.map(({ action }) => action.split('.')[1])).toEqual([
      'missing',
      'reminder',
      'suspended',
      'resumed',
    ]);
  });

  test('stays while DNS does not answer, however long', async () => {
    dns.fail(true);
    expect(await after(2)).toBe('verified');
    expect(await after(30)).toBe('verified');
    dns.fail(false);
    dns.set(record.name, null);
    expect(await after(31)).toBe('missing');
    dns.fail(true);
    expect(await after(60)).toBe('missing');
    dns.fail(false);
    dns.set(record.name, record.value);
    expect(await after(61)).toBe('verified');
    expect(await bells()).toEqual(['missing']);
  });

  test('is not resumed for a business whose domain another one has proven meanwhile', async () => {
    dns.set(record.name, null);
    await after(1);
    expect(await after(9)).toBe('suspended');
    const before = owner;
    daftar.clock.set(new Date());
    owner = await daftar.merchant();
    await withPassword(daftar, owner);
    await enter({ issuer: lying.issuer });
    owner = before;
    dns.set(record.name, record.value);
    expect(await after(12)).toBe('suspended');
  });

  test('begins anew with another domain, and is looked up at once when its owner asks', async () => {
    dns.set(record.name, null);
    await after(1);
    daftar.clock.set(new Date());
    expect((await check()).status).toBe(400);
    expect((await read()).domain_state).toBe('missing');
    dns.set(record.name, record.value);
    expect((await check()).body.data).toMatchObject({ domain_state: 'verified', suspends_at: null });
    dns.set(record.name, null);
    // A record that was found is looked for a day later.
    await after(1.1);
    expect(await after(9)).toBe('suspended');
    daftar.clock.set(new Date());
    expect((await save({ issuer: lying.issuer })).body.data.domain_state).toBe('suspended');
    domain = `other${domain}`;
    expect((await save({ issuer: lying.issuer })).body.data).toMatchObject({
      domain_state: 'waiting',
      suspends_at: null,
    });
  });
});

describe('signing in at a real provider', () => {
  test('links the account once by its confirmed address, and knows it again by issuer and subject', async () => {
    await enter();
    await real.know({ [member.email]: vouchedFor(member.email) });
    const answer = await signIn();
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.body.data.email).toBe(member.email);
    expect((await meOf(answer.body.data.access_token)).body.data.id).toBe(member.userId);
    expect((await read()).people).toBe(1);
    const mails = await readOutbox(daftar.app, { to: member.email });
    expect(mails.map(({ subject }) => subject)).toContain('A change to how you sign in to Daftar');
    const log = await daftar.database.sql<{ action: string }[]>`
      select action from audit_log where merchant_id = ${owner.merchantId} order by id`;
    expect(log.map(({ action }) => action).slice(-2)).toEqual(['company-account.link', 'sign-in.company']);

    // The link to the account survives changes of the address on either side.
    const before = member.email;
    await moveTo(member, `renamed@${domain}`);
    await real.know({ [before]: vouchedFor(`else@${domain}`) });
    expect((await signIn(before)).body.data.email).toBe(member.email);
    // Taking the address does not take another person's account.
    await real.know({ 'somebody else': vouchedFor(member.email) });
    const { url, cookie } = await begin(member.email);
    const asElse = new URL(url);
    asElse.searchParams.set('login_hint', 'somebody else');
    const refused = await finish(await visit(asElse.href, returnUrl), cookie);
    expect(refused.body.message).toBe('You signed in at your company with another account than before');
  });

  test('goes on when the provider replaces its keys', async () => {
    await enter();
    await real.know({ [member.email]: vouchedFor(member.email) });
    expect((await signIn()).status).toBe(200);
    await real.rotate();
    expect((await signIn()).status).toBe(200);
  });

  test('counts an answer once, in the browser that began, and not for long', async () => {
    await enter();
    await real.know({ [member.email]: vouchedFor(member.email) });
    const expired = 'This took too long, or began in another window. Start again';

    const first = await begin(member.email);
    const answer = await visit(first.url, returnUrl);
    const elsewhere = await begin(member.email);
    expect((await finish(answer, elsewhere.cookie)).body.message).toBe(expired);
    // Trying it in the wrong browser used it up.
    expect((await finish(answer, first.cookie)).body.message).toBe(expired);

    const second = await begin(member.email);
    const good = await visit(second.url, returnUrl);
    expect((await finish({ ...good, state: 'made-up' }, second.cookie)).body.message).toBe(expired);
    expect((await finish(good, '')).body.message).toBe(expired);

    const third = await begin(member.email);
    const used = await visit(third.url, returnUrl);
    const signed = await finish(used, third.cookie);
    expect(signed.status, signed.raw).toBe(200);
    expect((await finish(used, third.cookie)).body.message).toBe(expired);

    const slow = await begin(member.email);
    const late = await visit(slow.url, returnUrl);
    daftar.clock.advance({ minutes: 11 });
    expect((await finish(late, slow.cookie)).body.message).toBe(expired);

    daftar.clock.set(new Date());
    const changed = await begin(member.email);
    const old = await visit(changed.url, returnUrl);
    expect((await save({ second_step_there: true })).status).toBe(200);
    expect((await finish(old, changed.cookie)).body.message).toBe(expired);
  });

  test('says so when the provider refuses', async () => {
    await enter();
    const { url, cookie } = await begin(`nobody@${domain}`);
    const answer = await visit(url, returnUrl);
    expect(answer.error).toBe('access_denied');
    expect((await finish(answer, cookie)).body.message).toBe('You were not signed in at your company');
  });

  test('asks for our second step unless the provider has its own', async () => {
    await enter();
    await real.know({ [member.email]: vouchedFor(member.email) });
    const { secret } = await turnOnTwoStep(daftar, member);
    const asked = (await signIn()).body.data.second_step;
    daftar.clock.advance({ seconds: 30 });
    const code = codeOf(secret, daftar.clock.now());
    const answer = await post('/merchant/login/second-step', { token: asked.token, code });
    expect(answer.status, answer.raw).toBe(200);
    await save({ second_step_there: true });
    expect((await signIn()).body.data).toHaveProperty('access_token');
  });

  test('proves again who one is, in the place of a password', async () => {
    await enter();
    await real.know({ [member.email]: vouchedFor(member.email) });
    const token = (await signIn()).body.data.access_token;
    const headers = { authorization: `Bearer ${token}` };
    const beginAgain = async () =>
      (await post('/merchant/profile/step-up/company/begin', undefined, headers)).body.data.url;
    const answer = await visit(await beginAgain(), returnUrl);
    const proof = await post('/merchant/profile/step-up/company', answer, headers);
    expect(proof.status, proof.raw).toBe(200);
    expect(proof.body.data.step_up).toBeTruthy();
    expect((await post('/merchant/profile/step-up/company', answer, headers)).status).toBe(400);
    // Another session of the same person, and an answer of a sign-in, are of no use.
    const other = await daftar.elsewhere(member);
    const theirs = await visit(await beginAgain(), returnUrl);
    expect((await post('/merchant/profile/step-up/company', theirs, {}, other)).status).toBe(400);
    const signing = await begin(member.email);
    const wrongKind = await visit(signing.url, returnUrl);
    expect((await post('/merchant/profile/step-up/company', wrongKind, headers)).status).toBe(400);
    const nobody = await post('/merchant/profile/step-up/company/begin', undefined, {}, owner);
    expect(nobody.body.message).toBe('Sign in with your company first');
  });
});

describe('a provider that lies', () => {
  const ok = () => ({ sub: 'omar', ...vouchedFor(member.email) });
  async function answered(
    claims: object,
    header?: Parameters<StandInProvider['codeFor']>[2],
    more: object = {},
  ) {
    const { url, state, cookie } = await begin(member.email);
    return finish({ state, code: lying.codeFor(url, { ...ok(), ...claims }, header), ...more }, cookie);
  }

  test('signs nobody in with a token that is not ours, not now, or not signed by it', async () => {
    await enter({ issuer: lying.issuer });
    const past = Math.floor(Date.now() / 1000) - 3600;
    const lies: [string, object, Parameters<StandInProvider['codeFor']>[2]?][] = [
      ['nonce', { nonce: 'of another sign-in' }],
      ['no nonce', { nonce: undefined }],
      ['audience', { aud: 'somebody else' }],
      ['issuer', { iss: real.issuer }],
      ['lifetime', { iat: past, exp: past + 300 }],
      ['subject', { sub: undefined }],
      ['signature', {}, { key: 'other' }],
      ['algorithm', {}, { alg: 'none' }],
    ];
    for (const [what, claims, header] of lies) {
      const answer = await answered(claims, header);
      expect([answer.status, answer.body.message], what).toEqual([
        400,
        'The answer of your company’s sign-in provider could not be verified. Tell whoever runs it',
      ]);
    }
    expect((await answered({}, {}, { iss: real.issuer })).status).toBe(400);
    expect((await read()).people).toBe(0);
    expect((await answered({})).status).toBe(200);
  });

  test('links no address that is not confirmed, not of the domain, or not a colleague’s', async () => {
    await enter({ issuer: lying.issuer });
    const stranger = await daftar.merchant();
    await moveTo(stranger, `victim@${domain}`);
    const unproven =
      'Your company’s sign-in provider did not confirm an e-mail address of the company for you';
    for (const [claims, message] of [
      [{ email_verified: false }, unproven],
      [{ email_verified: 'true' }, unproven],
      [{ email_verified: undefined }, unproven],
      [{ email: undefined }, unproven],
      [{ email: 'omar@elsewhere.example' }, unproven],
      [{ email: owner.email }, unproven],
      [{ email: stranger.email }, 'Nobody at this business has the e-mail address'],
      [{ email: `new@${domain}` }, 'Nobody at this business has the e-mail address'],
    ] as const) {
      const answer = await answered(claims);
      expect([answer.status, answer.body.message], JSON.stringify(claims)).toEqual([
        400,
        expect.stringContaining(message),
      ]);
    }
    expect((await read()).people).toBe(0);
  });

  test('says that somebody signed in again who did not, in vain', async () => {
    await enter({ issuer: lying.issuer });
    const token = (await answered({})).body.data.access_token;
    const headers = { authorization: `Bearer ${token}` };
    for (const [claims, status] of [
      [{ auth_time: undefined }, 400],
      [{ auth_time: Math.floor(Date.now() / 1000) - 600 }, 400],
      [{ sub: 'somebody else' }, 400],
      [{}, 200],
    ] as const) {
      const { url } = (await post('/merchant/profile/step-up/company/begin', undefined, headers)).body.data;
      expect(new URL(url).searchParams.get('prompt')).toBe('login');
      const code = lying.codeFor(url, { ...ok(), ...claims });
      const state = new URL(url).searchParams.get('state');
      const answer = await post('/merchant/profile/step-up/company', { state, code }, headers);
      expect(answer.status, JSON.stringify(claims)).toBe(status);
    }
  });
});

describe('whoever was linked', () => {
  const claims = () => ({ sub: 'omar', ...vouchedFor(member.email) });
  async function enterAndSignIn(): Promise<string> {
    await enter({ issuer: lying.issuer });
    return again();
  }
  async function again(): Promise<string> {
    const { url, state, cookie } = await begin(member.email);
    return (await finish({ state, code: lying.codeFor(url, claims()) }, cookie)).body.data?.access_token;
  }

  test('has joined without a password, touched by whoever entered the provider', async () => {
    const { sql } = daftar.database;
    await sql`update users set password_hash = null where merchant_id = ${owner.merchantId} and id = ${member.userId}`;
    await enterAndSignIn();
    const path = `/merchant/business-account/merchants/${member.userId}`;
    expect((await daftar.call({ path, mode: 'live', as: owner })).body.data.invited).toBe(false);
    const touches = await sql`
      select by_user_id as by from account_touches
       where merchant_id = ${owner.merchantId} and user_id = ${member.userId} and what = 'company'`;
    expect(touches).toEqual([{ by: owner.userId }]);
  });

  test('is refused once deactivated, and forgotten with another issuer or without a provider', async () => {
    const token = await enterAndSignIn();
    const { sql } = daftar.database;
    await sql`update users set is_active = false where merchant_id = ${owner.merchantId} and id = ${member.userId}`;
    expect(await again()).toBeUndefined();
    await sql`update users set is_active = true where merchant_id = ${owner.merchantId} and id = ${member.userId}`;
    expect((await meOf(token)).status).toBe(200);
    expect((await save({ issuer: real.issuer })).body.data.people).toBe(0);
    expect((await meOf(token)).status).toBe(401);

    await enter({ issuer: lying.issuer });
    const later = await again();
    const remove = { method: 'DELETE', path: PATH, mode: 'live', as: owner } as const;
    expect((await daftar.call({ ...remove, body: { current_password: PASSWORD } })).status).toBe(200);
    expect((await meOf(later)).status).toBe(401);
    expect(await read()).toBeNull();
  });
});
