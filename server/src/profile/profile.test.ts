import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../../tests/kit/files.ts';
import { callsOf, PASSWORD } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const ME = '/api/merchant/authenticated-merchant';
const { own, post, newOwner, mailsTo } = callsOf(() => daftar);
const login = (actor: Actor, password = PASSWORD) => post('login', { email: actor.email, password });
const isSignedIn = async (actor: Actor) =>
  (await daftar.call({ path: '/api/sandbox/merchant/authenticated-merchant', as: actor })).status === 200;

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
    // Fields that are not sent do not change.
    const after = await daftar.call({ path: '/api/sandbox/merchant/authenticated-merchant', as: owner });
    expect(after.body.data.receive_notifications).toBe(false);
  });

  test('takes a number that somebody signed up with and never confirmed, a day later', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    await daftar.database.sql`update users set password_hash = null where email = ${stranger.email}`;
    expect(Object.keys((await save(owner, { mobile: stranger.mobile })).body.errors)).toEqual(['mobile']);
    daftar.clock.advance({ hours: 25 });
    const later = await newOwner();
    expect((await save(later, { mobile: stranger.mobile })).status).toBe(201);
  });
  test('requires the current password for a new password or e-mail address, and saves nothing without it', async () => {
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

  test('a new password ends every other session, replaces the old one, and is announced by e-mail', async () => {
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

  test('a new e-mail address signs in; the old one is notified and no longer signs in', async () => {
    const owner = await newOwner();
    const email = `moved${owner.userId}@example.com`;
    expect((await save(owner, { email, current_password: PASSWORD })).status).toBe(201);
    expect((await login({ ...owner, email })).status).toBe(200);
    expect((await login(owner)).status).toBe(400);
    expect((await mailsTo(owner.email))[0]).toContain('e-mail address of your account was changed');
  });

  test('cannot take an e-mail or mobile of another user, and says which is taken', async () => {
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

  test('is stored with the next save, shown at its address, and stays until replaced', async () => {
    const owner = await newOwner();
    const sent = await upload(owner, 'me.PNG', await picture());
    expect(sent.status, sent.raw).toBe(200);
    const reference = sent.body.data as string;
    expect((await save(owner, { avatar: reference })).status).toBe(201);
    const me = () => daftar.call({ path: '/api/sandbox/merchant/authenticated-merchant', as: owner });
    expect((await me()).body.data.avatar).toBe(reference);
    const shown = await daftar.call({ path: `/api/${reference}`, as: owner });
    // Re-encoded: small, and without the camera's metadata.
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await daftar.call({ path: `/api/${reference}`, as: await newOwner() })).status).toBe(404);
    expect((await save(owner)).status).toBe(201);
    expect((await me()).body.data.avatar).toBe(reference);
    const second = (await upload(owner, 'other.jpg', await picture({ format: 'jpeg' }))).body.data;
    await save(owner, { avatar: second });
    expect((await me()).body.data.avatar).toBe(second);
  });

  test('must be a PNG or JPEG by name and by content, and the merchant’s own', async () => {
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
  test('are listed with device and address, the current one first, without those of others', async () => {
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

  test('can be ended singly with the password, effective on the next call; a colleague’s cannot', async () => {
    const owner = await newOwner();
    const other = await daftar.elsewhere(owner);
    const colleague = await daftar.colleague(owner, []);
    expect(await isSignedIn(other)).toBe(true);
    const end = (id: string, current_password = PASSWORD) =>
      own(owner, 'POST', `sessions/${id}/end`, { current_password });
    const guessed = await end(other.sessionId, 'Wrong1$x');
    expect([guessed.status, Object.keys(guessed.body.errors)]).toEqual([422, ['current_password']]);
    expect(await isSignedIn(other)).toBe(true);
    expect((await end(colleague.sessionId)).status).toBe(404);
    expect((await end(other.sessionId)).status).toBe(200);
    expect([await isSignedIn(owner), await isSignedIn(other), await isSignedIn(colleague)]).toEqual([
      true,
      false,
      true,
    ]);
    expect((await end(other.sessionId)).status).toBe(404);
  });

  test('can all be ended except the current one, with the password only', async () => {
    const owner = await newOwner();
    const others = [await daftar.elsewhere(owner), await daftar.elsewhere(owner)];
    const endOthers = (current_password: string) =>
      own(owner, 'POST', 'sessions/end-others', { current_password });
    expect((await endOthers('Wrong1$x')).status).toBe(422);
    expect(await isSignedIn(others[0]!)).toBe(true);
    expect((await endOthers(PASSWORD)).status).toBe(200);
    const left = await Promise.all([owner, ...others].map(isSignedIn));
    expect(left).toEqual([true, false, false]);
  });
});
