import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callsOf, Device, newPasskeyForm, PASSWORD } from '../../tests/kit/profile.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const { own, post, newOwner, mailsTo } = callsOf(() => daftar);

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

  test('accepts each challenge once, and only the one that was issued', async () => {
    const { device } = await ownerWithDevice();
    const [one, two] = [await ask(), await ask()];
    const answer = device.sign(one.challenge);
    const send = (token: string) => post('login/passkey', { token, answer });
    expect((await send(two.token)).status).toBe(400);
    const both = await Promise.all([send(one.token), send(one.token)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('that is refused ten times is locked, and no other one of the same office', async () => {
    const [wrong, { device }] = [new Device('http://localhost:3000'), await ownerWithDevice()];
    const tryWith = async (which: Device) => {
      const { token, challenge } = await ask();
      return (await post('login/passkey', { token, answer: which.sign(challenge) })).status;
    };
    for (let tries = 0; tries < 10; tries += 1) expect(await tryWith(wrong)).toBe(400);
    expect(await tryWith(wrong)).toBe(429);
    expect(await tryWith(device)).toBe(200);
  });

  test('is refused without user verification, from another site, as a copy, when removed, and for an inactive user', async () => {
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
    const remove = (current_password: string) =>
      own(owner, 'POST', `passkeys/${id}/remove`, { current_password });
    expect((await remove('Wrong1$x')).status).toBe(422);
    expect((await remove(PASSWORD)).status).toBe(200);
    expect((await mailsTo(owner.email))[0]).toContain('A passkey was removed from your account');
    expect(await tryWith((challenge) => device.sign(challenge, { counts: true }))).toBe(400);
  });

  test('has a name that its owner can change, and the log has both names', async () => {
    const { owner, id } = await ownerWithDevice();
    expect((await own(owner, 'PUT', `passkeys/${id}`, { name: 'Laptop' })).status).toBe(200);
    expect((await own(await newOwner(), 'PUT', `passkeys/${id}`, { name: 'Mine' })).status).toBe(404);
    const [row] = await daftar.database.sql`
      select action, before, after from audit_log where merchant_id = ${owner.merchantId} order by id desc limit 1`;
    expect(row).toMatchObject({
      action: 'passkey.rename',
      before: { name: 'Telephone' },
      after: { name: 'Laptop' },
    });
  });

  test('is added by a user with the password, for themselves, and is registered once', async () => {
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
    expect((await own(other, 'POST', `passkeys/${id}/remove`, { current_password: PASSWORD })).status).toBe(
      404,
    );
    expect((await own(owner, 'PUT', `passkeys/${id}`, { name: ' حاسوب المحل ' })).status).toBe(200);
    expect((await own(owner, 'GET', 'passkeys')).body.data[0].name).toBe('حاسوب المحل');
    expect((await mailsTo(owner.email))[0]).toContain('A passkey was added');
  });
});
