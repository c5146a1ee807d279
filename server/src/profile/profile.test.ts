import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../files/testing.ts';
import { type Actor, startTestServer, type TestServer } from '../testing/server.ts';
import {
  beginTwoStep,
  codeOf,
  Device,
  newPasskeyForm,
  PASSWORD,
  resetWaysIn,
  turnOnTwoStep,
} from './testing.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const ME = '/api/merchant/authenticated-merchant';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const own = (as: Actor, method: Method, path: string, body?: unknown) =>
  daftar.call({
    method,
    path: `/api/merchant/profile/${path}`,
    as,
    ...(body === undefined ? {} : { body }),
  });
const post = (path: string, body: unknown) =>
  daftar.call({ method: 'POST', path: `/api/merchant/${path}`, body });
const login = (actor: Actor, password = PASSWORD) => post('login', { email: actor.email, password });
const secondStep = (token: string, code: string) => post('login/second-step', { token, code });
const isSignedIn = async (actor: Actor) =>
  (await daftar.call({ path: '/api/sandbox/merchant/authenticated-merchant', as: actor })).status === 200;

async function newOwner(): Promise<Actor> {
  const owner = await daftar.merchant();
  await resetWaysIn(daftar, owner);
  return owner;
}

const formOf = ({ email, mobile }: Actor, changes: Record<string, unknown> = {}) => ({
  first_name: 'Mona',
  last_name: 'Adel',
  email,
  mobile,
  avatar: null,
  address: null,
  password: '',
  password_confirmation: '',
  ...changes,
});
const save = (as: Actor, changes: Record<string, unknown> = {}) =>
  daftar.call({ method: 'PUT', path: ME, as, body: formOf(as, changes) });

async function mailsTo(to: string): Promise<string[]> {
  const headers = { accept: 'application/json' };
  const { body } = await daftar.call({ path: '/dev/outbox', query: { to }, headers });
  return body.map((mail: { text: string }) => mail.text);
}

describe('the profile', () => {
  test('is saved with 201, and read back; names need no password', async () => {
    const owner = await newOwner();
    const saved = await save(owner, { first_name: 'منى', receive_notifications: false });
    expect([saved.status, saved.body.statusCode, saved.body.message]).toEqual([
      201,
      201,
      'Your profile was saved',
    ]);
    const { body } = await daftar.call({
      path: '/api/sandbox/merchant/authenticated-merchant',
      as: owner,
    });
    expect(body.data).toMatchObject({
      first_name: 'منى',
      mobile_number: owner.mobile,
      receive_notifications: false,
    });
    await save(owner);
    // What is not named stays as it was.
    const after = await daftar.call({ path: '/api/sandbox/merchant/authenticated-merchant', as: owner });
    expect(after.body.data.receive_notifications).toBe(false);
  });

  test('asks for the current password before another password or e-mail address, and nothing is half-written', async () => {
    const owner = await newOwner();
    const password = 'N3w&Better';
    for (const changes of [
      { password, password_confirmation: password },
      { password, password_confirmation: password, current_password: 'Wrong1$x' },
      { email: `moved${owner.userId}@example.com` },
      { email: `moved${owner.userId}@example.com`, current_password: 'Wrong1$x' },
    ]) {
      const refused = await save(owner, { ...changes, first_name: 'Changed' });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors)).toEqual(['current_password']);
    }
    expect((await login(owner)).status).toBe(200);
    const { body } = await daftar.call({
      path: '/api/sandbox/merchant/authenticated-merchant',
      as: owner,
    });
    expect(body.data).toMatchObject({ first_name: 'Mona', email: owner.email });
  });

  test('a new password ends every other session, lets the old one in no more, and is told by e-mail', async () => {
    const owner = await newOwner();
    const other = await daftar.elsewhere(owner);
    expect(await isSignedIn(other)).toBe(true);
    const password = 'N3w&Better';
    const change = { password, password_confirmation: password, current_password: PASSWORD };
    expect((await save(owner, change)).status).toBe(201);
    expect([await isSignedIn(owner), await isSignedIn(other)]).toEqual([true, false]);
    expect((await login(owner)).status).toBe(400);
    expect((await login(owner, password)).status).toBe(200);
    expect((await mailsTo(owner.email))[0]).toContain('The password of your account was changed');
  });

  test('a new e-mail address signs in; the old one is told and does not', async () => {
    const owner = await newOwner();
    const email = `moved${owner.userId}@example.com`;
    expect((await save(owner, { email, current_password: PASSWORD })).status).toBe(201);
    expect((await login({ ...owner, email })).status).toBe(200);
    expect((await login(owner)).status).toBe(400);
    expect((await mailsTo(owner.email))[0]).toContain('e-mail address of your account was changed');
  });

  test('cannot take what leads to somebody else, and says which', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const taken = await save(owner, { email: other.email, mobile: other.mobile, current_password: PASSWORD });
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['email', 'mobile']]);
  });

  test('refuses a weak password, and two that differ', async () => {
    const owner = await newOwner();
    const weak = await save(owner, {
      password: 'short',
      password_confirmation: 'short',
      current_password: PASSWORD,
    });
    expect(Object.keys(weak.body.errors)).toEqual(['password']);
    const differ = await save(owner, {
      password: 'N3w&Better',
      password_confirmation: 'x',
      current_password: PASSWORD,
    });
    expect(Object.keys(differ.body.errors)).toEqual(['password_confirmation']);
  });
});

describe('the picture', () => {
  async function upload(as: Actor, name: string, content: Buffer) {
    const form = new FormData();
    form.append('image', new Blob([content]), name);
    return daftar.call({ method: 'POST', path: '/api/avatar_uploader', as, body: form });
  }

  test('is kept with the next save, shown at its address, and stays until another takes its place', async () => {
    const owner = await newOwner();
    const sent = await upload(owner, 'me.PNG', await picture());
    expect(sent.status, sent.raw).toBe(200);
    const reference = sent.body.data as string;
    expect((await save(owner, { avatar: reference })).status).toBe(201);
    const me = () => daftar.call({ path: '/api/sandbox/merchant/authenticated-merchant', as: owner });
    expect((await me()).body.data.avatar).toBe(reference);
    const shown = await daftar.call({ path: `/api/${reference}`, as: owner });
    // Made anew: small, and without what the camera wrote into it.
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await daftar.call({ path: `/api/${reference}`, as: await newOwner() })).status).toBe(404);
    expect((await save(owner)).status).toBe(201);
    expect((await me()).body.data.avatar).toBe(reference);
    const second = (await upload(owner, 'other.jpg', await picture({ format: 'jpeg' }))).body.data;
    await save(owner, { avatar: second });
    expect((await me()).body.data.avatar).toBe(second);
  });

  test('is a PNG or JPEG by name and by content, and the merchant’s own', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    for (const [name, content] of [
      ['me.gif', await picture({ format: 'gif' })],
      ['me.png', Buffer.from('<script>alert(1)</script>')],
    ] as const) {
      const refused = await upload(owner, name, content);
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        { image: ['Only PNG, JPG, and JPEG files are allowed.'] },
      ]);
    }
    const { data } = (await upload(other, 'me.png', await picture())).body;
    for (const avatar of [data, 'avatars/../../etc/passwd', 'https://evil.example/x.png']) {
      const refused = await save(owner, { avatar });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['avatar']]);
    }
  });
});

describe('own sessions', () => {
  test('are listed with device and address, this one first, and nobody else’s among them', async () => {
    const owner = await newOwner();
    const agent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
    await daftar.call({
      method: 'POST',
      path: '/api/merchant/login',
      body: { email: owner.email, password: PASSWORD },
      headers: { 'user-agent': agent },
    });
    const { body } = await own(owner, 'GET', 'sessions');
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({ id: owner.sessionId, is_current: true });
    expect(body.data[1]).toMatchObject({
      browser: 'Safari',
      system: 'iOS',
      kind: 'mobile',
      is_current: false,
    });
  });

  test('end one by one, on their very next call; a colleague’s does not', async () => {
    const owner = await newOwner();
    const other = await daftar.elsewhere(owner);
    const colleague = await daftar.colleague(owner, []);
    expect(await isSignedIn(other)).toBe(true);
    expect((await own(owner, 'DELETE', `sessions/${colleague.sessionId}`)).status).toBe(404);
    expect((await own(owner, 'DELETE', `sessions/${other.sessionId}`)).status).toBe(200);
    expect([await isSignedIn(owner), await isSignedIn(other), await isSignedIn(colleague)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await own(owner, 'DELETE', `sessions/${other.sessionId}`)).status).toBe(404);
  });
});

describe('two-step sign-in', () => {
  test('is on only after a code was given, and then asks for one after the password', async () => {
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
    // The question is answered, and the code is used, for whoever overheard both.
    expect((await secondStep(token, fresh)).status).toBe(400);
    const again = (await login(owner)).body.data.second_step.token;
    expect((await secondStep(again, fresh)).status).toBe(422);
  });

  test('takes one code once, also when it comes twice at the same moment', async () => {
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

  test('takes each recovery code once, as people type it; new ones end the old', async () => {
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

  test('gives a question five tries and five minutes, and an account ten tries however many questions', async () => {
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

  test('is begun and ended with the password alone, and keeps no secret that can be read', async () => {
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

describe('a passkey', () => {
  const ask = async () =>
    (await post('login/passkey/begin', {})).body.data as { token: string; challenge: string; rp_id: string };
  async function ownerWithDevice() {
    const owner = await newOwner();
    const device = new Device(daftar.app.config.publicUrl);
    const added = await own(owner, 'POST', 'passkeys', await newPasskeyForm(daftar, owner, device));
    expect(added.status, added.raw).toBe(200);
    return { owner, device, id: added.body.data.id as number };
  }

  test('signs its owner in without password or code', async () => {
    const { owner, device } = await ownerWithDevice();
    const question = await ask();
    expect(question.rp_id).toBe('localhost');
    const answer = await post('login/passkey', {
      token: question.token,
      answer: device.sign(question.challenge),
    });
    expect(answer.status, answer.raw).toBe(200);
    expect(answer.body.data.email).toBe(owner.email);
    const { body } = await own(owner, 'GET', 'passkeys');
    expect(body.data[0]).toMatchObject({ name: 'Telephone', last_used_at: expect.any(String) });
  });

  test('answers each question once, and only the one that was asked', async () => {
    const { device } = await ownerWithDevice();
    const [one, two] = [await ask(), await ask()];
    const answer = device.sign(one.challenge);
    const send = (token: string) => post('login/passkey', { token, answer });
    expect((await send(two.token)).status).toBe(400);
    const both = await Promise.all([send(one.token), send(one.token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('is refused without the device’s lock, from another site, as a copy, and once removed or its user inactive', async () => {
    const { owner, device, id } = await ownerWithDevice();
    const tryWith = async (sign: (challenge: string) => unknown) => {
      const { token, challenge } = await ask();
      return (await post('login/passkey', { token, answer: sign(challenge) })).status;
    };
    expect(await tryWith((challenge) => device.sign(challenge, { flags: 0x01 }))).toBe(400);
    const origin = 'https://daftar.evil.example';
    expect(await tryWith((challenge) => device.sign(challenge, { origin }))).toBe(400);
    expect(await tryWith((challenge) => device.sign(challenge, { counts: true }))).toBe(200);
    expect(await tryWith((challenge) => device.sign(challenge))).toBe(400);
    expect(await tryWith((challenge) => new Device('http://localhost:3000').sign(challenge))).toBe(400);
    await daftar.database.sql`update users set is_active = false where id = ${owner.userId}`;
    expect(await tryWith((challenge) => device.sign(challenge, { counts: true }))).toBe(400);
    await daftar.database.sql`update users set is_active = true where id = ${owner.userId}`;
    expect((await own(owner, 'DELETE', `passkeys/${id}`)).status).toBe(200);
    expect(await tryWith((challenge) => device.sign(challenge, { counts: true }))).toBe(400);
  });

  test('is made by whoever knows the password, for themselves, and is known once', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    expect((await own(owner, 'POST', 'passkeys/begin', { current_password: 'Wrong1$x' })).status).toBe(422);
    const device = new Device(daftar.app.config.publicUrl);
    const form = await newPasskeyForm(daftar, owner, device);
    expect((await own(other, 'POST', 'passkeys', form)).status).toBe(400);
    expect((await own(owner, 'POST', 'passkeys', await newPasskeyForm(daftar, owner, device))).status).toBe(
      200,
    );
    expect((await own(other, 'POST', 'passkeys', await newPasskeyForm(daftar, other, device))).status).toBe(
      400,
    );
    expect((await own(other, 'GET', 'passkeys')).body.data).toEqual([]);
    const [{ id }] = (await own(owner, 'GET', 'passkeys')).body.data;
    expect((await own(other, 'DELETE', `passkeys/${id}`)).status).toBe(404);
    expect((await own(owner, 'PUT', `passkeys/${id}`, { name: ' حاسوب المحل ' })).status).toBe(200);
    expect((await own(owner, 'GET', 'passkeys')).body.data[0].name).toBe('حاسوب المحل');
    expect((await mailsTo(owner.email))[0]).toContain('A passkey was added');
  });
});
