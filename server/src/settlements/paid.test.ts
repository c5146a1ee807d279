/** The bank's transfer of a settlement, delivered to the merchant's own server, which is a real one on this machine. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { differences, pay, receivingAccount } from '../../tests/kit/money.ts';
import { PASSWORD } from '../../tests/kit/people.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { type Received, startReceiver } from '../../tests/kit/webhooks.ts';
import { deliverWebhook } from '../webhooks/deliver.ts';
import { AlreadyPaid } from './errors.ts';
import { paySettlement } from './pay.ts';
import { settleAllDue } from './service.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // The verifier looks at the machine's own clock.
  daftar.clock.set(new Date());
  owner = await daftar.merchant();
  await receivingAccount(daftar, owner);
});

const read = async (path: string) => {
  const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
  const as = { ...owner, headers: { authorization: `Bearer ${token}` } };
  return (await daftar.call({ path: `/merchant/${path}`, mode: 'live', as })).body.data;
};

/** The signing secret, for a proof. */
const secretShown = async (): Promise<string> => {
  const token = await daftar.auth.tokens.sign(owner, daftar.clock.now());
  const as = { ...owner, headers: { authorization: `Bearer ${token}` } };
  const path = '/merchant/AccountSettings/WebhookSecret/reveal';
  const body = { current_password: PASSWORD };
  return (await daftar.call({ method: 'POST', path, mode: 'live', as, body })).body.data.secret;
};

/** Settles one payment. */
async function settled() {
  const payment = await pay(daftar, owner);
  const later = new Date(daftar.clock.now().getTime() + 14 * 86_400_000);
  // On the first day on which banks work.
  for (let day = 0; day < 14 && (await read('settlements')).length === 0; day += 1) {
    const moment = new Date(later.getTime() + day * 86_400_000);
    await settleAllDue({ ...daftar.app, clock: { now: () => moment } }, owner.merchantId);
  }
  const [settlement] = await read('settlements');
  return { payment, settlement };
}

const payThrice = (id: number) =>
  Promise.allSettled(
    ['CIB-1', 'CIB-1', 'CIB-1'].map((bankReference) =>
      paySettlement(daftar.app, { merchantId: owner.merchantId, id }, { bankReference, actor: 'ops:test' }),
    ),
  );

test('a settlement that the bank paid is announced once, signed, and the payment shows where its money is', async () => {
  const receiver = await startReceiver();
  try {
    await daftar.database.sql`
      update merchant_settings set callback_url = ${receiver.url}
       where merchant_id = ${owner.merchantId} and mode = 'live'`;
    const { payment, settlement } = await settled();
    expect(settlement).toMatchObject({ paid_at: null, bank_reference: null, bank_account: 'CIB ****0002' });
    expect(await read(`transactions/${payment.id}`)).toMatchObject({
      settlement_status: 1,
      settlement_reference: settlement.reference,
      settlement_bank_account: 'CIB ****0002',
      settlement_bank_reference: null,
    });

    const answers = await payThrice(settlement.id);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of answers)
      if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(AlreadyPaid);

    const told = (await deliverAll(receiver.received)).filter(({ type }) => type === 'settlement.paid');
    expect(told).toEqual([
      expect.objectContaining({
        type: 'settlement.paid',
        mode: 'live',
        data: {
          id: settlement.id,
          reference: settlement.reference,
          amount: 93.44,
          currency: 'EGP',
          total_transactions: 1,
          bank_account: 'CIB ****0002',
          bank_amount: 93.44,
          reserved_amount: 0,
          bank_reference: 'CIB-1',
        },
      }),
    ]);
    const [now] = await read('settlements');
    expect(now).toMatchObject({ bank_reference: 'CIB-1', paid_at: daftar.clock.now().toISOString() });
    expect(await read(`transactions/${payment.id}`)).toMatchObject({
      settlement_bank_account: 'CIB ****0002',
      settlement_bank_reference: 'CIB-1',
    });
    expect(await differences(daftar)).toEqual([]);
  } finally {
    await receiver.close();
  }
});

/** Sends all queued messages of this merchant's server. @returns what arrived there, after verifying its signature. */
async function deliverAll(received: Received[]): Promise<{ type: string }[]> {
  const events = await daftar.database.sql<{ id: number }[]>`
    select id from webhook_events where merchant_id = ${owner.merchantId} order by id`;
  for (const { id: eventId } of events) {
    const message = {
      merchantId: owner.merchantId,
      mode: 'live' as const,
      eventId,
      attempt: 1,
      manual: false,
    };
    await deliverWebhook(daftar.app, message, { milliseconds: 5000, replyBytes: 4096 });
  }
  const secret = await secretShown();
  return received.map(
    ({ body, headers }) =>
      new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string },
  );
}
