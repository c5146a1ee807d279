/** Late payments of orders: always booked, and never counted as a sale. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CUSTOMER, shopOf } from '../../tests/kit/orders.ts';
import { PASSWORD } from '../../tests/kit/people.ts';
import { productOf } from '../../tests/kit/samples-store.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { simulateOutcome } from '../checkout/service.ts';
import { findAttemptByToken } from '../checkout/store.ts';
import { readOutbox } from '../messages/outbox.ts';

let daftar: TestServer;
let owner: Actor;
let shop: ReturnType<typeof shopOf>;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
  shop = shopOf(daftar, owner);
});

const IBAN = 'EG380019000500000000263180002';

/** Takes a kiosk code for an order and leaves. @returns how its cash is paid in */
async function codeFor(token: string): Promise<() => Promise<void>> {
  await shop.pay(token, { method: 4, ending: 'leaves' });
  const [row] = await daftar.database.sql<{ token: string }[]>`
    select a.token from payment_attempts a join orders o on o.merchant_id = a.merchant_id and o.id = a.payable_id
     where a.payable_kind = 'order' and o.token = ${token} order by a.id desc limit 1`;
  const attempt = (await findAttemptByToken(daftar.app.db, owner.merchantId, row!.token))!;
  return () => simulateOutcome(daftar.app, { ...attempt, state: 'awaiting' }, 'pay');
}

async function runPaymentJobs(): Promise<void> {
  const jobs = await daftar.database.sql<{ id: number; payload: unknown }[]>`
    select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = 'payment-captured' order by j.id`;
  for (const { id, payload } of jobs) {
    await checkoutJobs['payment-captured']!(daftar.app, payload);
    await daftar.database.sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
  }
}

/** Returns the e-mails except those about new orders, oldest first. */
const mailsOf = async () =>
  (await readOutbox(daftar.app, { merchantId: owner.merchantId }))
    .reverse()
    // All of this happens in test mode, which the subjects state.
    .map((mail) => ({ ...mail, subject: mail.subject.replace(/^\[(?:Test|تجريبي)\] /, '') }))
    .filter(
      ({ channel, subject }) => channel === 'email' && !/^(Your order|New order|كود الدفع)/.test(subject),
    );

describe('cash for an order that was canceled in between', () => {
  const paidAfterCancel = async () => {
    const { id } = await productOf(shop.world, { in_stock: 3 });
    // Sessions last 15 minutes, so earlier events must be dated before them.
    daftar.clock.advance({ minutes: -16 });
    const token = await shop.order(id);
    const payIn = await codeFor(token);
    daftar.clock.advance({ minutes: 16 });
    await checkoutJobs['expire-attempts']!(daftar.app, {});
    const { reference } = await shop.orderRow(token);
    expect((await shop.step(reference, 'canceled')).status).toBe(200);
    await payIn();
    return { id, token, reference };
  };

  test('is booked and flagged, takes no stock, counts no sale, and the order stays canceled', async () => {
    const { id, token, reference } = await paidAfterCancel();
    expect(await shop.orderRow(token)).toMatchObject({ status: 1, stock: 'released' });
    expect(await shop.stockOf(id)).toEqual({ inStock: 3, reserved: 0 });
    expect((await shop.call('GET', '/statistics')).body.data).toMatchObject({ sales: 0 });
    const [transaction] = await daftar.database.sql`
      select status, flags, charged_piastres as charged, fee_piastres as fee, vat_piastres as vat, net_piastres as net
        from transactions where merchant_id = ${owner.merchantId}`;
    // 2.75 % of 150.25 and 3 EGP, and 14 % VAT of that.
    expect(transaction).toEqual({
      status: 1,
      flags: ['late', 'not-owed'],
      charged: 15_025,
      fee: 713,
      vat: 100,
      net: 14_212,
    });
    expect(await shop.details(reference)).toMatchObject({
      status: 'UNPAID',
      fulfilment: 'canceled',
      transaction_id: null,
    });
    await shop.expectBooksInOrder();
  });

  test('shopper and merchant are told what happened, and not that the order is paid', async () => {
    const { reference } = await paidAfterCancel();
    await runPaymentJobs();
    await runPaymentJobs();
    const mails = await mailsOf();
    expect(mails.map(({ to, subject }) => [to === CUSTOMER.email, subject])).toEqual([
      [true, expect.stringContaining(`We received 150.25 EGP for order ${reference}`)],
      [false, `Payment not counted: 150.25 EGP for order ${reference}`],
    ]);
    expect(mails[0]!.text).toContain('had already canceled the order');
    const notices = await daftar.database.sql`
      select kind, params->'flags' as flags from notifications
       where merchant_id = ${owner.merchantId} and kind = 'payment-received'`;
    expect([...notices]).toEqual([{ kind: 'payment-received', flags: ['late', 'not-owed'] }]);
  });

  test('the order still takes a note and names the payment, from which it is refunded', async () => {
    const { reference } = await paidAfterCancel();
    expect((await shop.step(reference, 'canceled', 'Called the customer')).status).toBe(200);
    const [payment, ...more] = (await shop.details(reference)).other_payments;
    expect(more).toEqual([]);
    expect(payment).toMatchObject({ amount: 150.25, reference: expect.stringMatching(/^TRX-/) });
    const account = { account_name: 'Sara', bank_name: 'CIB', iban: IBAN };
    const given = await daftar.call({
      method: 'POST',
      path: `/merchant/transactions/${payment.transaction_id}/refunds`,
      mode: 'test',
      as: owner,
      body: { amount: 150.25, ...account, current_password: PASSWORD },
    });
    expect(given.status, given.raw).toBe(200);
    await shop.expectBooksInOrder();
  });

  test('the database refuses a canceled order that has its pieces', async () => {
    const { token } = await paidAfterCancel();
    await expect(
      daftar.database.sql`
        update orders set stock = 'taken' where merchant_id = ${owner.merchantId} and token = ${token}`,
    ).rejects.toMatchObject({ constraint_name: 'orders_canceled_has_no_stock' });
  });
});

test('an order is canceled as soon as its payer’s hold has expired, before any job', async () => {
  const { id } = await productOf(shop.world, { in_stock: 1 });
  daftar.clock.advance({ minutes: -14 });
  const token = await shop.order(id);
  await shop.pay(token, { card: 'challenged', ending: 'leaves' });
  const { reference } = await shop.orderRow(token);
  daftar.clock.advance({ minutes: 14 });
  expect((await shop.step(reference, 'canceled')).status).toBe(400);
  daftar.clock.advance({ minutes: 1 });
  expect((await shop.step(reference, 'canceled')).status).toBe(200);
  expect(await shop.stockOf(id)).toEqual({ inStock: 1, reserved: 0 });
  await checkoutJobs['expire-attempts']!(daftar.app, {});
  expect(await shop.stockOf(id)).toEqual({ inStock: 1, reserved: 0 });
  await shop.expectBooksInOrder();
});

test('the second payment of an order is announced as not counted, and listed for refund', async () => {
  const { id } = await productOf(shop.world);
  daftar.clock.advance({ minutes: -16 });
  const token = await shop.order(id);
  const payIn = await codeFor(token);
  daftar.clock.advance({ minutes: 16 });
  await shop.pay(token);
  await payIn();
  await runPaymentJobs();
  const { reference } = await shop.orderRow(token);
  const subjects = (await mailsOf()).map(({ subject }) => subject);
  expect(subjects).toHaveLength(4);
  expect(subjects[0]).toContain(`Paid: your order ${reference}`);
  expect(subjects[3]).toBe(`Payment not counted: 150.25 EGP for order ${reference}`);
  const order = await shop.details(reference);
  expect(order).toMatchObject({ status: 'PAID', other_payments: [{ amount: 150.25 }] });
  expect(order.other_payments[0].transaction_id).not.toBe(order.transaction_id);
  expect(await shop.stockOf(id)).toEqual({ inStock: 9, reserved: 0 });
  await shop.expectBooksInOrder();
});
