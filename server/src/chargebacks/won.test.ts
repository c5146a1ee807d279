/** A dispute has at most one decision that waits. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, pay } from '../../tests/kit/money.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { deskOf } from '../ops/testing.ts';
import { openChargeback } from './decide.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
const { tell, declineNewest } = deskOf(() => daftar);

test('while a decision for the merchant waits, nobody decides for the payer; once it is declined, somebody may', async () => {
  const [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
  const owner = await daftar.merchant();
  const payment = await pay(daftar, owner);
  const ref = { merchantId: owner.merchantId, transactionId: payment.id };
  await openChargeback(daftar.app, ref, { amountPiastres: 2_000, reason: 'Fraud', actor: 'ops' });
  const [row] = await daftar.app.db<{ id: number; status: number }[]>`
    select id from chargebacks where merchant_id = ${owner.merchantId}`;
  const path = `/chargebacks/${owner.merchantId}/${row!.id}`;
  const won = { answered_at: null, reason: 'The merchant proved delivery' };
  expect((await tell(finance, `${path}/withdraw`, won)).status).toBe(200);
  expect((await tell(second, `${path}/withdraw`, won)).status).toBe(409);
  const refused = await tell(second, `${path}/apply`, { answered_at: null });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A decision for the merchant waits for another operator. Withdraw that request first, or have it declined',
  ]);
  expect((await declineNewest(second)).status).toBe(200);
  const decided = await tell(second, `${path}/apply`, { answered_at: null });
  expect(decided.status, decided.raw).toBe(200);
  expect(await differences(daftar)).toEqual([]);
});
