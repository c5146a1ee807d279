import { OPERATOR_PERMISSIONS } from '@daftar/contract/ops-roles';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OperatorActor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import { codeAt } from '../../platform/totp.ts';
import { disableOperator, renewOperator, revealTotpSecret } from './accounts.ts';
import { operatorCommands } from './commands.ts';
import { demoOperator } from './demo.ts';

let daftar: TestServer;
let operator: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  operator = await daftar.operator('finance');
  // The code of the sign-in above is used.
  daftar.clock.advance({ minutes: 1 });
});

const codeNow = () => codeAt(operator.secret, daftar.clock.now());
const signIn = (changed: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  daftar.call({
    method: 'POST',
    path: '/api/ops/login',
    body: { email: operator.email, password: operator.password, code: codeNow(), ...changed },
    headers,
  });
const me = (headers: Record<string, string> = operator.headers) =>
  daftar.call({ path: '/api/ops/me', headers });

describe('signing in', () => {
  test('requires password and code, and keeps the session where no script reads it', async () => {
    const answer = await signIn();
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.body.data).toEqual({
      email: operator.email,
      role: 'finance',
      role_name: null,
      permissions: expect.arrayContaining(['ops:payouts']),
      reads: answer.body.data.permissions,
    });
    expect(answer.body.data.permissions).not.toContain('ops:kyc');
    const [cookie = '', known] = [answer.headers['set-cookie']].flat().map(String);
    expect(known).toMatch(
      /^known=[\w-]{16}\.[\w-]{32}; Max-Age=15552000; Path=\/api\/ops\/login; HttpOnly; SameSite=Strict$/,
    );
    expect(cookie).toMatch(
      /^operator=[\w-]{40,}; Max-Age=28800; Path=\/api\/ops; HttpOnly; SameSite=Strict$/,
    );
    const token = cookie.slice('operator='.length, cookie.indexOf(';'));
    expect(answer.raw).not.toContain(token);
    expect((await me({ cookie: `operator=${token}` })).body.data.email).toBe(operator.email);
    expect(JSON.stringify(daftar.logged)).not.toContain(token);
    expect(JSON.stringify(daftar.logged)).not.toContain(operator.password);
  });

  test('support sees merchants and payments beside its tickets, a viewer sees everything; neither moves money', async () => {
    const profileOf = async (role: 'support' | 'viewer') =>
      (await me((await daftar.operator(role)).headers)).body.data;
    expect(await profileOf('support')).toMatchObject({
      permissions: ['ops:tickets'],
      reads: ['ops:tickets', 'ops:merchants', 'ops:transactions'],
    });
    expect(await profileOf('viewer')).toMatchObject({ permissions: [], reads: OPERATOR_PERMISSIONS });
  });

  test('accepts the code in Arabic digits', async () => {
    const code = [...codeNow()].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join('');
    expect((await signIn({ code })).status).toBe(200);
  });

  test('never accepts a code twice, nor two at once, nor an older one', async () => {
    const code = codeNow();
    const before = codeAt(operator.secret, new Date(daftar.clock.now().getTime() - 30_000));
    const answers = await Promise.all([signIn({ code }), signIn({ code }), signIn({ code })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await signIn({ code })).status).toBe(400);
    expect((await signIn({ code: before })).status).toBe(400);
    daftar.clock.advance({ seconds: 30 });
    expect((await signIn()).status).toBe(200);
  });

  test('leaves no session behind where the way in is reset meanwhile', async () => {
    const { sql } = daftar.database;
    let call: ReturnType<typeof signIn> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from operators where email = ${operator.email} for update`;
      call = signIn();
      for (let waits = false; !waits; )
        waits =
          (
            await sql`
              select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%totp_step%'`
          ).length > 0;
      await tx`
        update operators set password_hash = null, totp_sealed = null, totp_step = 0 where email = ${operator.email}`;
    });
    expect((await call!).status).toBe(400);
  });

  test('accepts a code of half a minute ago, and none of two minutes ago', async () => {
    const past = (seconds: number) =>
      codeAt(operator.secret, new Date(daftar.clock.now().getTime() - seconds * 1000));
    expect((await signIn({ code: past(120) })).status).toBe(400);
    expect((await signIn({ code: past(30) })).status).toBe(200);
  });

  test('gives the same error whatever was wrong', async () => {
    const wrong = await signIn({ password: 'Wrong1$xx' });
    expect(wrong.status).toBe(400);
    const nobody = await signIn({ email: 'nobody@example.com' });
    const code = await signIn({ code: codeNow() === '000000' ? '000001' : '000000' });
    expect(nobody.raw).toBe(wrong.raw);
    expect(code.raw).toBe(wrong.raw);
    // A wrong password does not use the code up.
    expect((await signIn()).status).toBe(200);
  });

  test('is locked after ten failures, even with the right credentials, but not in a browser where the operator was signed in', async () => {
    const welcome = await signIn();
    const known = String([welcome.headers['set-cookie']].flat().at(-1)).split(';')[0]!;
    daftar.clock.advance({ minutes: 1 });
    for (let n = 0; n < 10; n += 1) expect((await signIn({ code: '000000' })).status).toBe(400);
    const answer = await signIn();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn({}, { cookie: known })).status).toBe(200);
    daftar.clock.advance({ minutes: 16 });
    expect((await signIn()).status).toBe(200);
  });

  test('refuses another site’s form', async () => {
    expect((await signIn({}, { origin: 'https://elsewhere.example' })).status).toBe(403);
  });

  test('refuses a merchant’s account', async () => {
    const owner = await daftar.merchant();
    expect((await signIn({ email: owner.email })).status).toBe(400);
  });

  test('reports a missing or malformed code under its field', async () => {
    expect((await signIn({ code: '' })).body.errors).toEqual({ code: ['This field is required'] });
    expect((await signIn({ code: '12345' })).body.errors.code).toHaveLength(1);
  });
});

describe('a session', () => {
  test('ends after half an hour without activity, and after a working day in any case', async () => {
    daftar.clock.advance({ minutes: 28 });
    expect((await me()).status).toBe(200);
    daftar.clock.advance({ minutes: 28 });
    expect((await me()).status).toBe(200);
    for (let n = 0; n < 16; n += 1) {
      daftar.clock.advance({ minutes: 28 });
      await me();
    }
    expect((await me()).status).toBe(401);
    const again = await daftar.operator();
    daftar.clock.advance({ minutes: 31 });
    expect((await me(again.headers)).status).toBe(401);
  });

  test('ends on the server when its operator signs out', async () => {
    const out = await daftar.call({ method: 'DELETE', path: '/api/ops/logout', headers: operator.headers });
    expect(out.status).toBe(200);
    expect((await me()).status).toBe(401);
    expect((await daftar.call({ method: 'DELETE', path: '/api/ops/logout' })).status).toBe(200);
  });

  test('ends when its operator is disabled or given new credentials', async () => {
    const other = await daftar.operator('reviewer');
    await renewOperator(daftar.app, operator.email, 'test');
    expect((await me()).status).toBe(401);
    expect((await signIn()).status).toBe(400);
    await disableOperator(daftar.app, other.email, 'test');
    expect((await me(other.headers)).status).toBe(401);
    daftar.clock.advance({ minutes: 1 });
    operator = other;
    expect((await signIn()).status).toBe(400);
  });
});

describe('stored data', () => {
  test('contains neither password nor secret, and every step is logged', async () => {
    await signIn();
    const { sql } = daftar.database;
    const [row] = await sql`select * from operators where email = ${operator.email}`;
    const text = JSON.stringify(row, (_key, value) =>
      Buffer.isBuffer(value) ? value.toString('latin1') : value,
    );
    expect(text).not.toContain(operator.password);
    expect(text).not.toContain(operator.secret);
    expect(await revealTotpSecret(daftar.app, operator.email)).toBe(operator.secret);
    const otherServer = {
      ...daftar.app,
      config: { ...daftar.app.config, secret: 'another secret of 32 characters' },
    };
    expect(await revealTotpSecret(otherServer, operator.email)).toBeNull();
    const log =
      await sql`select action, actor, address from audit_log where actor = ${operator.email} order by id`;
    expect(log.map(({ action }) => action)).toEqual(['operator.sign-in', 'operator.sign-in']);
    expect(log[0]?.address).toBe('127.0.0.1');
  });
});

describe('from the command line', () => {
  test('an operator is added, renewed and disabled, and errors are reported', async () => {
    const { add, renew, disable } = operatorCommands;
    const told = await add?.(daftar.app, ['Mona@Daftar.example', 'admin'], 'test');
    const secret = /authenticator {2}([A-Z2-7]{32})/.exec(told ?? '')?.[1] ?? '';
    const password = /password {7}(\S{20})/.exec(told ?? '')?.[1] ?? '';
    expect(told).toContain(`otpauth://totp/Daftar:mona%40daftar.example?`);
    const code = codeAt(secret, daftar.clock.now());
    expect((await signIn({ email: 'mona@daftar.example', password, code })).body.data.role).toBe('admin');
    await expect(add?.(daftar.app, ['mona@daftar.example'], 'test')).rejects.toThrow('ops.operatorExists');
    expect(await add?.(daftar.app, ['mona@daftar.example', 'owner'], 'test')).toBeNull();
    expect(await add?.(daftar.app, ['mona'], 'test')).toBeNull();
    expect(await renew?.(daftar.app, ['mona@daftar.example'], 'test')).not.toContain(secret);
    await expect(disable?.(daftar.app, ['nobody@daftar.example'], 'test')).rejects.toThrow(
      'ops.operatorNotFound',
    );
  });
});

test('the demo’s operator is created once, and again when the server’s secret has changed', async () => {
  const made = await demoOperator(daftar.app);
  expect(made).toMatchObject(await demoOperator(daftar.app));
  const moved = {
    ...daftar.app,
    config: { ...daftar.app.config, secret: 'another secret of 32 characters' },
  };
  expect((await demoOperator(moved)).secret).not.toBe(made.secret);
});
