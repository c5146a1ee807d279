/** The mode filter of lists across merchants. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pay } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { openChargeback } from '../chargebacks/decide.ts';

let daftar: TestServer;
let admin: OperatorActor;
let owner: Actor;
const { ask } = deskOf(() => daftar);
beforeAll(async () => {
  daftar = await startTestServer();
  admin = await daftar.operator('admin');
  owner = await daftar.merchant();
  for (const mode of ['live', 'test', 'live'] as const) {
    const { id } = await pay(daftar, owner, { mode });
    const ref = { merchantId: owner.merchantId, transactionId: id };
    await openChargeback(daftar.app, ref, { reason: 'Fraud', actor: 'ops:test' });
    daftar.clock.advance({ minutes: 1 });
  }
});
afterAll(() => daftar.close());

test.each(['transactions', 'chargebacks'])(
  '%s: any lists both modes in one order, of a merchant or all',
  async (list) => {
    const modes = async (query: Record<string, string>) =>
      (await ask(admin, `/${list}`, query)).body.data.map(({ mode }: { mode: string }) => mode);
    const scopes: Record<string, string>[] = [{}, { merchant_id: String(owner.merchantId) }];
    for (const scope of scopes) {
      expect(await modes({ ...scope, mode: 'any' })).toEqual(['live', 'test', 'live']);
      expect(await modes({ ...scope, mode: 'test' })).toEqual(['test']);
      expect(await modes({ ...scope })).toEqual(['live', 'live']);
    }
  },
);

test.each(['refunds', 'payouts', 'settlements', 'unanswered-payments', 'reserve-items', 'tickets'])(
  '%s takes any',
  async (list) => {
    const listed = await ask(admin, `/${list}`, { mode: 'any' });
    expect(listed.status, listed.raw).toBe(200);
  },
);

test('the numbers on tabs count both modes', async () => {
  const counted = await ask(admin, '/list-counts', { list: 'ops-chargebacks', mode: 'any' });
  expect(counted.body.data).toContainEqual(expect.objectContaining({ status: '0', total: 3 }));
});
