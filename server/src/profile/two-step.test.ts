import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginTwoStep, callsOf, codeOf, PASSWORD, turnOnTwoStep } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { sendPasswordLink } from '../auth/links.ts';
import { readOutbox } from '../messages/outbox.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const { own, post, newOwner, mailsTo } = callsOf(() => daftar);
const login = (actor: Actor, password = PASSWORD) => post('login', { email: actor.email, password });
const secondStep = (token: string, code: string) => post('login/second-step', { token, code });

describe('two-step sign-in', () => {
  test('is on only after a code was entered, and then asks for one after the password', async () => {
    const owner = await newOwner();
    const secret = await beginTwoStep(daftar, owner);
    expect((await login(owner)).body.data.access_token).toBeTruthy();
    const wrong = await own(owner, 'POST', 'two-step/confirm', { code: '000000' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['code']]);
    const code = codeOf(secret, daftar.clock.now());
    const on = await own(owner, 'POST', 'two-step/confirm', { code });
    expect(on.body.data.recovery_codes).toHaveLength(10);
    const asked = await login(owner);
    expect(asked.body.data).toEqual({ second_step: { token: expect.any(String), expires_in: 300 } });
    expect(asked.headers['set-cookie']).toBeUndefined();

    daftar.clock.advance({ minutes: 1 });
    const { token } = asked.body.data.second_step;
    const fresh = codeOf(secret, daftar.clock.now());
    const arabic = fresh.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    const answer = await secondStep(token, `${arabic.slice(0, 3)} ${arabic.slice(3)}`);
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.body.data.access_token).toBeTruthy();
    expect(String(answer.headers['set-cookie'])).toContain('refresh=');
    // The challenge is answered and the code is used, so neither can be replayed by an eavesdropper.
    expect((await secondStep(token, fresh)).status).toBe(400);
    const again = (await login(owner)).body.data.second_step.token;
    expect((await secondStep(again, fresh)).status).toBe(422);
  });

  test('is required after a reset by e-mail too', async () => {
    const owner = await newOwner();
    await turnOnTwoStep(daftar, owner);
    await sendPasswordLink(daftar.app, { email: owner.email, purpose: 'reset-password', locale: 'en' });
    const [mail] = await readOutbox(daftar.app, { to: owner.email });
    const token = new URL(mail!.links[0]!).pathname.split('/').at(-1)!;
    const password = 'Fr3sh&Pass';
    const reset = await post('password/reset', { token, password, password_confirmation: password });
    expect(reset.status).toBe(200);
    expect(Object.keys((await login(owner, password)).body.data)).toEqual(['second_step']);
  });

  test('accepts a code once, also when it is sent twice at the same moment', async () => {
    const owner = await newOwner();
    const { secret } = await turnOnTwoStep(daftar, owner);
    daftar.clock.advance({ minutes: 1 });
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => (await login(owner)).body.data.second_step.token),
    );
    const code = codeOf(secret, daftar.clock.now());
    const answers = await Promise.all(tokens.map((token) => secondStep(token, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  test('accepts each recovery code once, in any spelling; new ones replace the old', async () => {
    const owner = await newOwner();
    const { codes } = await turnOnTwoStep(daftar, owner);
    const ask = async () => (await login(owner)).body.data.second_step.token;
    expect((await secondStep(await ask(), ` ${codes[0]!.toLowerCase()} `)).status).toBe(200);
    expect((await secondStep(await ask(), codes[0]!)).status).toBe(422);
    expect((await own(owner, 'GET', 'two-step')).body.data.recovery_codes_left).toBe(9);
    const renewed = await own(owner, 'POST', 'two-step/recovery-codes', { current_password: PASSWORD });
    expect((await secondStep(await ask(), codes[1]!)).status).toBe(422);
    expect((await secondStep(await ask(), renewed.body.data.recovery_codes[1])).status).toBe(200);
  });

  test('allows five tries and five minutes per challenge, and ten tries per account', async () => {
    const owner = await newOwner();
    const { codes } = await turnOnTwoStep(daftar, owner);
    const ask = async () => (await login(owner)).body.data.second_step.token;
    const late = await ask();
    daftar.clock.advance({ minutes: 6 });
    expect((await secondStep(late, codes[0]!)).status).toBe(400);
    const [first, second] = [await ask(), await ask()];
    const guess = (token: string) => secondStep(token, '000000');
    for (let tries = 0; tries < 5; tries += 1) expect((await guess(first)).status).toBe(422);
    expect((await guess(first)).status).toBe(400);
    for (let tries = 0; tries < 5; tries += 1) expect((await guess(second)).status).toBe(422);
    const limited = await guess(await ask());
    expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true]);
    daftar.clock.advance({ minutes: 16 });
    expect((await secondStep(await ask(), codes[0]!)).status).toBe(200);
  });

  test('is turned on and off with the password only, and stores no readable secret', async () => {
    const owner = await newOwner();
    expect((await own(owner, 'POST', 'two-step/begin', { current_password: 'Wrong1$x' })).status).toBe(422);
    const { secret, codes } = await turnOnTwoStep(daftar, owner);
    const rows = await daftar.database.sql`
      select a::text || coalesce(string_agg(c::text, ''), '') as text from authenticators a
        left join recovery_codes c on c.merchant_id = a.merchant_id and c.user_id = a.user_id
       where a.merchant_id = ${owner.merchantId} group by a.*`;
    const hex = (text: string) => Buffer.from(text).toString('hex');
    for (const known of [secret, ...codes]) {
      expect(rows[0]!.text).not.toContain(hex(known));
      expect(daftar.logged.join()).not.toContain(known);
    }
    expect((await own(owner, 'POST', 'two-step/end', { current_password: 'Wrong1$x' })).status).toBe(422);
    expect((await own(owner, 'POST', 'two-step/end', { current_password: PASSWORD })).status).toBe(200);
    expect((await login(owner)).body.data.access_token).toBeTruthy();
    expect((await mailsTo(owner.email))[0]).toContain('turned off');
  });
});
