import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPasskey, codeOf, Device, PASSWORD, resetWaysIn, turnOnTwoStep } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf } from '../../tests/kit/team.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const { send } = callsOf(() => daftar);
const post = (path: string, body: unknown) =>
  daftar.call({ method: 'POST', path: `/api/merchant/${path}`, body });
const login = ({ email }: Actor, password = PASSWORD) => post('login', { email, password });
const policy = async (as: Actor) => (await send(as, 'GET', '/two-step')).body.data;
const ask = (as: Actor, required: boolean, current_password = PASSWORD) =>
  send(as, 'PUT', '/two-step', { required, current_password });
const isSignedIn = async ({ headers }: Pick<Actor, 'headers'>) =>
  (await daftar.call({ path: '/api/merchant/authenticated-merchant', headers })).status === 200;

/** Creates an owner whose business requires two-step sign-in of everybody, and a colleague without it. */
async function strictBusiness(): Promise<{ owner: Actor; colleague: Actor }> {
  const owner = await daftar.merchant();
  await turnOnTwoStep(daftar, owner);
  const colleague = await daftar.colleague(owner, ['view-settlements']);
  await resetWaysIn(daftar, colleague);
  const asked = await ask(owner, true);
  expect(asked.status, asked.raw).toBe(200);
  return { owner, colleague };
}

describe('two-step sign-in for all users', () => {
  test('is required by an owner who has it on, with the password', async () => {
    const owner = await daftar.merchant();
    await resetWaysIn(daftar, owner);
    expect(await policy(owner)).toEqual({ required_since: null, own: false, without: 1 });
    const early = await ask(owner, true);
    expect([early.status, early.body.message]).toEqual([
      400,
      'Turn two-step sign-in on for yourself first, in your profile',
    ]);
    await turnOnTwoStep(daftar, owner);
    const guessed = await ask(owner, true, 'Wrong1$x');
    expect([guessed.status, Object.keys(guessed.body.errors)]).toEqual([422, ['current_password']]);
    expect((await ask(owner, true)).status).toBe(200);
    const now = daftar.clock.now().toISOString();
    expect(await policy(owner)).toEqual({ required_since: now, own: true, without: 0 });
    expect(await isSignedIn(owner)).toBe(true);
    const log = await daftar.database.sql`
      select action, user_id::int as "userId" from audit_log
       where merchant_id = ${owner.merchantId} and action like 'two-step.%' order by id`;
    expect(log.map(({ action }) => action)).toEqual(['two-step.on', 'two-step.require']);
    expect(log[1]!.userId).toBe(owner.userId);
  });

  test('signs out users without it, on their next call, and has them set it up before anything else', async () => {
    const { colleague } = await strictBusiness();
    expect(await isSignedIn(colleague)).toBe(false);
    const answer = await login(colleague);
    expect(answer.body.data).toEqual({ second_step_missing: { token: expect.any(String), expires_in: 900 } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { token } = answer.body.data.second_step_missing;
    const begun = await post('login/second-step/begin', { token });
    const { secret, uri } = begun.body.data;
    expect(uri).toContain(encodeURIComponent(colleague.email));
    const wrong = await post('login/second-step/set-up', { token, code: '000000' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']]);
    const code = codeOf(secret, daftar.clock.now());
    const set = await post('login/second-step/set-up', { token, code });
    expect(set.status, set.raw).toBe(200);
    expect(set.body.data.recovery_codes).toHaveLength(10);
    expect(set.body.data.permissions).toEqual([{ name: 'view-settlements' }]);
    expect(String(set.headers['set-cookie'])).toContain('refresh=');
    const headers = { authorization: `Bearer ${set.body.data.access_token}` };
    expect(await isSignedIn({ headers })).toBe(true);
    // The question is answered, and from now on a code is asked for; a recovery code does.
    expect((await post('login/second-step/set-up', { token, code })).status).toBe(400);
    const asked = (await login(colleague)).body.data.second_step.token;
    const [recovery] = set.body.data.recovery_codes;
    expect((await post('login/second-step', { token: asked, code: recovery })).status).toBe(200);
    expect((await post('login/second-step', { token: asked, code: recovery })).status).toBe(400);
  });

  test('cannot be turned off by a user while the merchant requires it', async () => {
    const { owner, colleague } = await strictBusiness();
    const end = () =>
      daftar.call({
        method: 'POST',
        path: '/api/merchant/profile/two-step/end',
        as: owner,
        body: { current_password: PASSWORD },
      });
    expect((await end()).status).toBe(400);
    const { body } = await daftar.call({ path: '/api/merchant/profile/two-step', as: owner });
    expect(body.data.required).toBe(true);
    expect((await ask(owner, false)).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect((await login(colleague)).body.data.access_token).toBeTruthy();
  });

  test('counts a passkey as two factors, and limits a set-up to five tries', async () => {
    const { colleague } = await strictBusiness();
    const owner = await daftar.merchant();
    const device = new Device(daftar.app.config.publicUrl);
    await addPasskey(daftar, owner, device);
    await daftar.database.sql`
      update merchants set two_step_required_at = now() where id = ${owner.merchantId}`;
    const question = (await post('login/passkey/begin', {})).body.data;
    const entered = await post('login/passkey', {
      token: question.token,
      answer: device.sign(question.challenge),
    });
    const headers = { authorization: `Bearer ${entered.body.data.access_token}` };
    expect(await isSignedIn({ headers })).toBe(true);

    const { token } = (await login(colleague)).body.data.second_step_missing;
    await post('login/second-step/begin', { token });
    const guess = () => post('login/second-step/set-up', { token, code: '000000' });
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(400);
    expect((await post('login/second-step/begin', { token })).status).toBe(400);
    const late = (await login(colleague)).body.data.second_step_missing.token;
    daftar.clock.advance({ minutes: 16 });
    expect((await post('login/second-step/begin', { token: late })).status).toBe(400);
  });

  test('cannot be set up from an address that the merchant does not allow', async () => {
    const { owner, colleague } = await strictBusiness();
    await daftar.database.sql`
      update merchants set allowed_ips = '{203.0.113.7}', portal_restricted = true where id = ${owner.merchantId}`;
    const answer = await login(colleague);
    expect([answer.status, answer.body.data]).toEqual([403, undefined]);
  });
});
