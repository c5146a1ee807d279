import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settingsOf } from '../../tests/kit/account.ts';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

/** Tests account settings: what is stored, what is refused, and where the settings apply. */
let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(async () => {
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const { call, post } = settingsOf(() => ({ daftar, owner }));

describe('allowed addresses', () => {
  const save = (ips: string[], more: object = {}) => post('IpWhiteListing', { ips, ...more });
  const from = (address: string, headers: Record<string, string>) =>
    daftar.server.inject({
      method: 'GET',
      url: '/api/sandbox/merchant/payment_links',
      remoteAddress: address,
      headers,
    });
  async function keyHeaders() {
    await withPassword(daftar, owner);
    const rolled = await post('KeysInfo/roll', { key: 'secret', current_password: PASSWORD });
    return { authorization: `Bearer ${rolled.body.data.key}` };
  }

  test('are stored trimmed and without duplicates, and shown with the caller’s own address', async () => {
    expect((await save([' 10.0.0.1 ', '10.0.0.0/8, 2001:db8::/32', '', '10.0.0.1', '١٠.٠.٠.٢'])).status).toBe(
      200,
    );
    expect((await call('IpWhiteListing')).body.data).toEqual({
      ips: ['10.0.0.1', '10.0.0.0/8', '2001:db8::/32', '10.0.0.2'],
      portal: false,
      your_address: '127.0.0.1',
    });
  });

  test.each([
    '300.1.1.1',
    '10.0.0',
    '10.0.0.0/33',
    '::1/129',
    'shop.example',
    '0x7f.1',
    '010.0.0.1',
    '1.2.3.4/',
  ])('refuse %s by name, and store nothing', async (entry) => {
    const answer = await save(['10.0.0.1', entry]);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.ips).toHaveLength(1);
    expect(answer.body.errors.ips[0]).toContain(entry);
    expect((await call('IpWhiteListing')).body.data.ips).toEqual([]);
  });

  test('apply to keys from the next call, and not to people', async () => {
    const key = await keyHeaders();
    expect((await from('203.0.113.9', key)).statusCode).toBe(200);
    await save(['203.0.113.0/24', '2001:db8::/32']);
    const expected = [
      ['203.0.113.9', 200],
      ['::ffff:203.0.113.9', 200],
      ['2001:db8::7', 200],
      // As some proxies pass them on.
      ['203.0.113.9:51234', 200],
      ['[2001:db8::7]:443', 200],
      ['[::ffff:203.0.113.9]:51234', 200],
      ['203.0.114.9:51234', 403],
      ['203.0.114.9', 403],
      ['2001:db9::7', 403],
    ] as const;
    for (const [address, status] of expected) {
      expect((await from(address, key)).statusCode, address).toBe(status);
      expect((await from(address, owner.headers)).statusCode, address).toBe(200);
    }
    await save([]);
    expect((await from('203.0.114.9', key)).statusCode).toBe(200);
  });

  test('cannot be bypassed by a forged header', async () => {
    const key = await keyHeaders();
    await save(['203.0.113.9']);
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip']) {
      const value = header === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9';
      expect((await from('198.51.100.1', { ...key, [header]: value })).statusCode, header).toBe(403);
    }
  });

  test('apply to people too, when chosen; saving a list without one’s own address needs a confirmation', async () => {
    const refused = await save(['203.0.113.9'], { portal: true });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('127.0.0.1');
    expect((await call('IpWhiteListing')).body.data).toMatchObject({ ips: [], portal: false });
    expect((await save(['127.0.0.1', '203.0.113.9'], { portal: true })).status).toBe(200);
    expect((await from('203.0.113.9', owner.headers)).statusCode).toBe(200);
    expect((await from('198.51.100.1', owner.headers)).statusCode).toBe(403);
    expect((await save(['203.0.113.9'], { lock_me_out: true })).status).toBe(200);
    expect((await call('IpWhiteListing')).status).toBe(403);
  });
});
