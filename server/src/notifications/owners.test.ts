import { permissionId } from '@daftar/contract/team';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../tests/kit/people.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { readOutbox } from '../messages/outbox.ts';
import type { Mode } from '../platform/context.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const send = (method: 'POST' | 'PUT', path: string, body: object) =>
  daftar.call({
    method,
    path: `/merchant/${path}`,
    mode: 'test',
    as: owner,
    body: { ...body, current_password: PASSWORD },
  });

const roleOf = async (someone: Actor) => {
  const [row] = await daftar.database.sql<{ role: number }[]>`
    select role_id as role from users where merchant_id = ${owner.merchantId} and id = ${someone.userId}`;
  return row!.role;
};

/** Done in test mode, it is of the whole account. */
const OF_THE_ACCOUNT: Record<string, () => Promise<{ status: number }>> = {
  'a role is given power': async () => {
    const role = await roleOf(await daftar.colleague(owner, ['tickets-list']));
    const permissions = [permissionId('transaction-refund')];
    return send('PUT', `business-account/roles/${role}`, { name_ar: 'Tills', name_en: 'Tills', permissions });
  },
  'somebody is invited to power': async () => {
    const role = await roleOf(await daftar.colleague(owner, ['transaction-refund']));
    const person = {
      first_name: 'New',
      last_name: 'Person',
      email: 'new@example.com',
      mobile: '01511111111',
    };
    return send('POST', 'business-account/merchants', { ...person, role_id: role });
  },
  'a colleague is to sign in with another address': async () => {
    const other = await daftar.colleague(owner, ['tickets-list']);
    const path = `business-account/merchants/${other.userId}`;
    const { body } = await daftar.call({ path: `/merchant/${path}`, mode: 'test', as: owner });
    const { first_name, last_name, mobile_number: mobile, role_id } = body.data;
    return send('PUT', path, { first_name, last_name, mobile, role_id, email: 'moved@example.com' });
  },
  'calls may come from other addresses': () =>
    send('POST', 'AccountSettings/IpWhiteListing', { ips: ['192.0.2.1'] }),
};

describe('owners of a live merchant', () => {
  test.each(Object.entries(OF_THE_ACCOUNT))(
    'are notified that %s in the mode where they work, and not as of a test, though it was done in test mode',
    async (_, act) => {
      expect((await act()).status).toBe(200);
      const bell = async (mode: Mode) =>
        (await daftar.call({ path: '/merchant/notifications', mode, as: owner })).body.data.data.length;
      expect([await bell('live'), await bell('test')]).toEqual([1, 0]);
      const mails = await readOutbox(daftar.app, { merchantId: owner.merchantId, to: owner.email });
      expect(mails.map(({ mode }) => mode)).toEqual(['live']);
    },
  );

  test('are notified of a test key in test mode', async () => {
    await send('POST', 'AccountSettings/WebhookSecret/rotate', {});
    const { body } = await daftar.call({ path: '/merchant/notifications', mode: 'test', as: owner });
    expect(body.data.data).toHaveLength(1);
  });
});
