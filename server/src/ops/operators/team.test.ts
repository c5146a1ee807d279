import { INVITATION_HOURS } from '@daftar/contract/ops-operators';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OPERATOR_PASSWORD } from '../../../tests/kit/people.ts';
import { type OperatorActor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import { readOutbox } from '../../messages/outbox.ts';
import { codeAt } from '../../platform/totp.ts';

let daftar: TestServer;
let admin: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  admin = await daftar.operator('admin');
});

const PASSWORD = 'Str0ng&Pass';
let serial = 0;
const newAddress = () => {
  serial += 1;
  return `colleague${serial}@example.com`;
};
const post = (path: string, body?: unknown, as: OperatorActor | null = admin) =>
  daftar.call({ method: 'POST', path: `/api/ops${path}`, as, body });
const invite = (form: object, as: OperatorActor = admin) =>
  post('/operators', { current_password: OPERATOR_PASSWORD, ...form }, as);
const idOf = async (email: string) => {
  const { body } = await daftar.call({ path: '/api/ops/operators?page_size=100', as: admin });
  return body.data.find((each: { email: string }) => each.email === email).id as number;
};
const linkOf = async (email: string) => {
  const [mail] = await readOutbox(daftar.app, { to: email });
  return new URL(mail!.links[0]!);
};
const tokenOf = async (email: string) => (await linkOf(email)).hash.slice(1);
const open = (token: string) => post('/join/open', { token }, null);
const codeOf = (secret: string) => codeAt(secret, daftar.clock.now());
const join = (token: string, code: string, changed: Record<string, string> = {}) =>
  post('/join', { token, password: PASSWORD, password_confirmation: PASSWORD, code, ...changed }, null);
const stateOf = async (email: string) => {
  const { body } = await daftar.call({ path: '/api/ops/operators?page_size=100', as: admin });
  return body.data.find((each: { email: string }) => each.email === email);
};

test('an invited operator joins by the link, with a password and an authenticator that nobody else has seen', async () => {
  const email = newAddress();
  const answer = await invite({ email, role: 'reviewer' });
  expect(answer.status, answer.raw).toBe(200);
  expect(await stateOf(email)).toMatchObject({ role: 'reviewer', state: 'invited', last_seen_at: null });
  expect((await linkOf(email)).pathname).toBe('/ops/join');
  const token = await tokenOf(email);
  const first = await open(token);
  expect(first.body.data).toMatchObject({ email, role: 'reviewer' });
  // A page that is opened twice, or reloaded, shows the same secret, which may have been scanned already.
  expect((await open(token)).body.data.secret).toBe(first.body.data.secret);
  const { secret } = first.body.data;
  expect(Object.keys((await join(token, '000000')).body.errors)).toEqual(['code']);
  // Too weak, leaked, made of the address: each is refused, and the link stays good.
  for (const password of ['weak', 'Butt3rfly99!', 'xColleague2026!']) {
    const changed = { password, password_confirmation: password };
    expect(Object.keys((await join(token, codeOf(secret), changed)).body.errors), password).toEqual([
      'password',
    ]);
  }
  const joined = await join(token, codeOf(secret));
  expect(joined.status, joined.raw).toBe(200);
  const cookie = String(joined.headers['set-cookie']).split(';')[0]!;
  const me = await daftar.call({ path: '/api/ops/me', headers: { cookie } });
  expect(me.body.data).toMatchObject({ email, role: 'reviewer' });
  expect(await stateOf(email)).toMatchObject({ state: 'active', invited_until: null });
  expect(JSON.stringify(daftar.logged)).not.toContain(token);
  const kept = await daftar.database.sql`select after from audit_log where action = 'operator.invite'`;
  expect(JSON.stringify(kept)).not.toContain(token);
});

test('a link works once, for a day, for its own address, and not for an operator disabled meanwhile', async () => {
  const [once, late, out] = [newAddress(), newAddress(), newAddress()];
  for (const email of [once, late, out]) await invite({ email, role: 'finance' });
  const token = await tokenOf(once);
  const { secret } = (await open(token)).body.data;
  const answers = await Promise.all([1, 2, 3].map(() => join(token, codeOf(secret))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  expect((await open(token)).status).toBe(400);
  await post(`/operators/${await idOf(out)}/disable`);
  expect((await open(await tokenOf(out))).status).toBe(400);
  daftar.clock.advance({ hours: INVITATION_HOURS });
  expect((await open(await tokenOf(late))).status).toBe(400);
  expect((await open('nonsense')).status).toBe(400);
});

test('an operator whose authenticator is reset is signed out at once, and returns only by a new link', async () => {
  const lost = await daftar.operator('finance');
  const me = () => daftar.call({ path: '/api/ops/me', as: lost });
  expect((await me()).status).toBe(200);
  const id = await idOf(lost.email);
  expect((await post(`/operators/${id}/reset`)).status).toBe(200);
  const before = await tokenOf(lost.email);
  expect((await me()).status).toBe(401);
  daftar.clock.advance({ minutes: 1 });
  const old = { email: lost.email, password: lost.password, code: codeOf(lost.secret) };
  expect((await post('/login', old, null)).status).toBe(400);
  // Asked again, the link before is void.
  expect((await post(`/operators/${id}/reset`)).status).toBe(200);
  expect((await open(before)).status).toBe(400);
  const token = await tokenOf(lost.email);
  const { secret } = (await open(token)).body.data;
  expect(secret).not.toBe(lost.secret);
  expect((await join(token, codeOf(secret))).status).toBe(200);
  const [entry] = await daftar.database.sql`
    select actor, subject from audit_log where action = 'operator.reset' order by id desc limit 1`;
  expect(entry).toEqual({ actor: admin.email, subject: `operator:${id}` });
});

test('a disabled operator is signed out at the next call, and a reset restores access', async () => {
  const leaver = await daftar.operator('reviewer');
  const id = await idOf(leaver.email);
  expect((await post(`/operators/${id}/disable`)).status).toBe(200);
  expect((await daftar.call({ path: '/api/ops/me', as: leaver })).status).toBe(401);
  expect(await stateOf(leaver.email)).toMatchObject({ state: 'disabled' });
  await post(`/operators/${id}/reset`);
  expect(await stateOf(leaver.email)).toMatchObject({ state: 'invited' });
});

test('no operator can disable or reset themselves, and of administrators who disable each other one remains', async () => {
  const own = await idOf(admin.email);
  for (const what of ['disable', 'reset']) {
    const refused = await post(`/operators/${own}/${what}`);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'You cannot do this to yourself; ask another administrator',
    ]);
  }
  const other = await daftar.operator('admin');
  const { sql } = daftar.database;
  await sql`update operators set disabled_at = now() where email not in (${admin.email}, ${other.email})`;
  const their = await idOf(other.email);
  const [mine, theirs] = await Promise.all([
    post(`/operators/${their}/disable`),
    post(`/operators/${own}/disable`, undefined, other),
  ]);
  expect([mine.status, theirs.status].filter((status) => status === 200)).toHaveLength(1);
  const left = await sql`select from operators where role = 'admin' and disabled_at is null`;
  expect(left).toHaveLength(1);
});

test('an address is invited once, and only by administrators', async () => {
  const email = newAddress();
  expect((await invite({ email, role: 'nonsense' })).status).toBe(422);
  expect((await invite({ email, role: 'finance' })).status).toBe(200);
  expect((await invite({ email, role: 'admin' })).status).toBe(409);
  const finance = await daftar.operator('finance');
  expect((await invite({ email: newAddress(), role: 'admin' }, finance)).status).toBe(403);
});

test.each([
  ['no password', undefined],
  ['a wrong password', 'Wrong&1234567'],
])('nobody is invited with %s: a stolen session makes no operator', async (_, current_password) => {
  const email = newAddress();
  const refused = await invite({ email, role: 'admin', current_password });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['current_password']]);
  expect(await stateOf(email)).toBeUndefined();
  expect(await readOutbox(daftar.app, { to: email })).toEqual([]);
});
