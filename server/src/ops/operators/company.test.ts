/** Operators who sign in with their company's account. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CLIENT,
  type RealProvider,
  type StandInProvider,
  startRealProvider,
  startStandInProvider,
  visit,
} from '../../../tests/kit/company-sign-in.ts';
import { type OperatorActor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import type { OperatorSignIn } from '../../config.ts';
import { codeAt } from '../../platform/totp.ts';

let daftar: TestServer;
let real: RealProvider;
let provider: StandInProvider;
let operator: OperatorActor;

const returnUrl = () => `${daftar.app.config.publicUrl}/ops/company-sign-in`;
const set = (more: Partial<OperatorSignIn> | null) => {
  const usual = {
    issuer: provider.issuer,
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    breakGlass: null,
    groups: [],
  };
  Object.assign(daftar.app.config, { operatorSignIn: more && { ...usual, ...more } });
};

beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set(new Date());
  [real, provider] = await Promise.all([startRealProvider(returnUrl()), startStandInProvider(daftar.clock)]);
  operator = await daftar.operator('finance');
});
afterAll(async () => {
  real.stop();
  provider.stop();
  await daftar.close();
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  daftar.call({ method: 'POST', path: `/api/ops/login${path}`, body, headers });
/** A code that was not used yet, as it counts: the clock must not leave the provider's. */
const codeOf = async ({ secret, email }: OperatorActor) => {
  await daftar.database.sql`update operators set totp_step = 0 where email = ${email}`;
  return codeAt(secret, daftar.clock.now());
};
const begin = async (who = operator, code?: string) =>
  post('/company', { email: who.email, code: code ?? (await codeOf(who)) });
const cookieOf = (answer: Awaited<ReturnType<typeof post>>) =>
  String([answer.headers['set-cookie']].flat().at(-1)).split(';')[0]!;

/** Signs an operator in at the stand-in. */
async function signIn(claims: object = {}, who = operator) {
  const begun = await begin(who);
  expect(begun.status, begun.raw).toBe(200);
  const { url } = begun.body.data;
  const says = { sub: `sub of ${who.email}`, email: who.email, email_verified: true, ...claims };
  const body = { state: new URL(url).searchParams.get('state'), code: provider.codeFor(url, says) };
  return { answer: await post('/company/finish', body, { cookie: cookieOf(begun) }), body, begun };
}
const me = async (cookie: string) => (await daftar.call({ path: '/api/ops/me', headers: { cookie } })).status;
const offered = async () => (await daftar.call({ path: '/api/ops/login/company' })).body.data.offered;

describe('an operator', () => {
  test('is offered the company’s account only where a provider is configured', async () => {
    expect(await offered()).toBe(false);
    expect((await begin()).status).toBe(404);
    set({});
    expect(await offered()).toBe(true);
  });

  test('signs in at a real provider in the place of the password, with the code of the authenticator', async () => {
    set({ issuer: real.issuer });
    await real.know({ [operator.email]: { email: operator.email, email_verified: true } });
    expect((await begin(operator, '000000')).status).toBe(400);
    expect((await post('/company', { email: 'nobody@example.com', code: '000000' })).status).toBe(400);
    const begun = await begin();
    const { url } = begun.body.data;
    expect(new URL(url).searchParams.get('max_age')).toBe('0');
    const back = await visit(url, returnUrl());
    expect((await post('/company/finish', back)).status).toBe(400);
    const again = await begin();
    const answer = await visit(again.body.data.url, returnUrl());
    const done = await post('/company/finish', answer, { cookie: cookieOf(again) });
    expect(done.status, done.raw).toBe(200);
    expect(done.body.data.email).toBe(operator.email);
    expect(await me(cookieOf(done))).toBe(200);
    expect((await post('/company/finish', answer, { cookie: cookieOf(again) })).status).toBe(400);
    await daftar.database.sql`delete from operator_company_accounts`;
  });

  test('is known by issuer and subject, linked once by a confirmed address, and asked anew', async () => {
    set({});
    for (const claims of [
      { email_verified: false },
      { email: 'somebody@else.example' },
      { auth_time: undefined },
      { auth_time: Math.floor(daftar.clock.now().getTime() / 1000) - 3600 },
      { nonce: 'another' },
    ]) {
      const { answer } = await signIn(claims);
      expect(answer.status, JSON.stringify(claims)).toBe(400);
    }
    const { answer, body, begun } = await signIn();
    expect(answer.status, answer.raw).toBe(200);
    expect((await post('/company/finish', body, { cookie: cookieOf(begun) })).status).toBe(400);
    expect((await signIn({ email: 'renamed@else.example' })).answer.status).toBe(200);
    expect((await signIn({ sub: 'another account' })).answer.status).toBe(400);
    // An account is one operator's.
    const other = await daftar.operator('support');
    expect((await signIn({ sub: `sub of ${operator.email}` }, other)).answer.status).toBe(400);
    const [row] = await daftar.database.sql<{ n: number }[]>`
      select count(*)::int as n from audit_log where action = 'operator.company-link' and actor = ${operator.email}`;
    expect(row!.n).toBe(2);
  });

  test('needs it where it is required, but for those whom the configuration names', async () => {
    const named = await daftar.operator('admin');
    const password = async (who: OperatorActor) =>
      post('', { email: who.email, password: who.password, code: await codeOf(who) });
    const [session, kept] = [operator.headers.cookie, named.headers.cookie];
    set({ breakGlass: [named.email] });
    expect((await password(operator)).body.message).toBe(
      'Sign in with the company’s account instead of the password',
    );
    expect(await me(session)).toBe(401);
    expect((await password(named)).status).toBe(200);
    expect(await me(kept)).toBe(200);
    const { answer } = await signIn();
    expect(await me(cookieOf(answer))).toBe(200);
    set({});
    expect((await password(operator)).status).toBe(200);
  });

  test('is not shut out by many first sign-ins from the same office, which have a limit of their own', async () => {
    set({});
    const first = async (email: string) => (await post('/company', { email })).status;
    for (let each = 0; each < 51; each += 1) expect(await first(`new${each}@example.com`)).toBe(200);
    expect((await signIn()).answer.status).toBe(200);
    for (let each = 0; each < 10; each += 1) expect(await first('again@example.com')).toBe(200);
    expect(await first('again@example.com')).toBe(429);
    expect(await first('other@example.com')).toBe(200);
    daftar.clock.advance({ minutes: 16 });
    expect(await first('again@example.com')).toBe(200);
    daftar.clock.set(new Date());
  });

  test('gets the role of the first group, never the administrators’, who keep theirs', async () => {
    set({
      groups: [
        { name: 'Desk', role: 'support' },
        { name: 'Money', role: 'finance' },
      ],
    });
    expect((await signIn({ groups: ['Money', 'Desk'] })).answer.body.data.role).toBe('support');
    expect((await signIn({ groups: ['Money'] })).answer.body.data.role).toBe('finance');
    expect((await signIn({ groups: ['Others'] })).answer.status).toBe(400);
    const admin = await daftar.operator('admin');
    expect((await signIn({ groups: ['Desk'] }, admin)).answer.body.data.role).toBe('admin');
  });
});
