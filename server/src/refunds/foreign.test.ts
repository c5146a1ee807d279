/**
 * Refunds that processors report although nobody here requested them, or they were considered not made: booked once,
 * like all money that left.
 */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { balances, callerOf, differences, type Paid, pay, rowOf } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { openByReference } from '../chargebacks/decide.ts';
import { recordReport } from '../checkout/outcomes.ts';
import type { PaymentReport, RefundReport } from '../processors/gateway.ts';
import { SANDBOX } from '../processors/sandbox/index.ts';
import { createRefund } from './service.ts';

let daftar: TestServer;
const { approveNewest } = deskOf(() => daftar);
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});
afterEach(async () => {
  expect(await differences(daftar)).toEqual([]);
});

/** Sets the processor's answer about a payment. */
async function report({ id }: Paid, said: Partial<PaymentReport>): Promise<void> {
  const [row] = await daftar.database.sql<{ id: number }[]>`
    select id from payment_attempts where transaction_id = ${id}`;
  const ref = { merchantId: owner.merchantId, id: row!.id } as Parameters<typeof recordReport>[1];
  const account = { processor: SANDBOX, accountId: null };
  await recordReport(daftar.app, ref, account, { step: { state: 'pending' }, ...said });
}
const refundOf = (change: Partial<RefundReport> = {}): RefundReport => ({
  id: 'R-1',
  refundKey: null,
  amountPiastres: 4_000,
  state: 'refunded',
  ...change,
});
const given = async () => {
  const [row] = await daftar.database.sql<{ sum: number }[]>`
    select sum(refunded_piastres)::int as sum from transactions where merchant_id = ${owner.merchantId}`;
  return row!.sum;
};
const feesOnCustomer = () => daftar.database.sql`
  insert into merchant_settings (merchant_id, mode, fees_on) values (${owner.merchantId}, 'live', 'C')
  on conflict (merchant_id, mode) do update set fees_on = 'C'`;

test('the whole charge goes back with the fees that the payer bore, and part of it may come back', async () => {
  await feesOnCustomer();
  const payment = await pay(daftar, owner);
  await report(payment, { refunds: [refundOf({ amountPiastres: 10_000 })] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 3, refunded: 10_000 });
  const fees = refundOf({ id: 'R-2', amountPiastres: 656 });
  await report(payment, { refunds: [fees] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 3, refunded: 10_656 });
  expect(await balances(daftar, owner)).toMatchObject({ clearing: 0, pending: -656 });
  await report(payment, { refunds: [{ ...fees, state: 'reversed' }] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 3, refunded: 10_000 });
  await report(payment, { refunds: [refundOf({ amountPiastres: 10_000, state: 'reversed' })] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1, refunded: 0 });
});

test('what we are asked for stays within the payment’s worth', async () => {
  await feesOnCustomer();
  const { id } = await pay(daftar, owner);
  const form = { amount: 10_001, reason: '', account_name: '', bank_name: '', iban: '' };
  await expect(createRefund(daftar.app, callerOf(owner), id, form)).rejects.toThrow();
});

test('one that came back before we heard of it is not booked by late news that it was made', async () => {
  const payment = await pay(daftar, owner);
  const before = await balances(daftar, owner);
  for (const state of ['reversed', 'refunded', 'pending'] as const)
    await report(payment, { refunds: [refundOf({ state })] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1, refunded: 0, refunding: 0 });
  expect(await balances(daftar, owner)).toEqual(before);
});

test('both payments of an order that was paid twice go back', async () => {
  const payment = await pay(daftar, owner);
  await report(payment, { moreMoney: [{ reference: 'more-1', receivedPiastres: 10_000 }] });
  for (const id of ['R-1', 'R-2', 'R-1'])
    await report(payment, { refunds: [refundOf({ id, amountPiastres: 10_000 })] });
  expect(await given()).toBe(20_000);
  await expect(report(payment, { refunds: [refundOf({ id: 'R-3', amountPiastres: 1 })] })).rejects.toThrow(
    /not so much to refund/,
  );
});

test('one that a person found not made is booked once when its processor made it after all', async () => {
  const payment = await pay(daftar, owner);
  const app = { ...daftar.app, processors: { ...daftar.app.processors, open: async () => null } };
  const form = { amount: 4_000, reason: '', account_name: '', bank_name: '', iban: '' };
  await createRefund(app, callerOf(owner), payment.id, form);
  const [row] = await daftar.database.sql<{ id: number; refundKey: string }[]>`
    update refunds set tried_at = created_at, for_operator = 'ambiguous' where transaction_id = ${payment.id}
    returning id, refund_key as "refundKey"`;
  const as = await daftar.operator('finance');
  const path = `/api/ops/processors/refunds/${owner.merchantId}/${row!.id}/decide`;
  const body = { made: false, reason: 'Not in the dashboard' };
  expect((await daftar.call({ method: 'POST', path, as, body })).status).toBe(200);
  expect((await approveNewest(await daftar.operator('finance'))).status).toBe(200);
  const { refundKey } = row!;
  await Promise.all([1, 2, 3].map(() => report(payment, { refunds: [refundOf({ refundKey })] })));
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000, refunding: 0 });
  await report(payment, { refunds: [refundOf({ refundKey, state: 'reversed' })] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 0, refunding: 0 });
});

test('one of the same amount made in the dashboard is not taken for ours, whose answer was lost', async () => {
  const payment = await pay(daftar, owner);
  const app = { ...daftar.app, processors: { ...daftar.app.processors, open: async () => null } };
  const form = { amount: 4_000, reason: '', account_name: '', bank_name: '', iban: '' };
  await createRefund(app, callerOf(owner), payment.id, form);
  const [row] = await daftar.database.sql<{ refundKey: string }[]>`
    update refunds set tried_at = created_at where transaction_id = ${payment.id} returning refund_key as "refundKey"`;
  const [foreign, ours] = [refundOf({ id: 'D-1' }), refundOf({ id: 'K-1', refundKey: row!.refundKey })];
  await report(payment, { refunds: [foreign] });
  await report(payment, { refunds: [foreign, ours] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 8_000, refunding: 0 });
});

test('one that a person has to make is booked once when they made it in the dashboard', async () => {
  const payment = await pay(daftar, owner);
  const app = { ...daftar.app, processors: { ...daftar.app.processors, open: async () => null } };
  const form = { amount: 4_000, reason: '', account_name: '', bank_name: '', iban: '' };
  await createRefund(app, callerOf(owner), payment.id, form);
  await openByReference(daftar.app, payment.reference, { reason: 'fraudulent', actor: 'ops:test' });
  await report(payment, { refunds: [refundOf({ id: 'D-1' })] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000, refunding: 0, disputed: 10_000 });
});

test('one that a person made and confirmed, by its id within the order, is not booked again when it is reported', async () => {
  const payment = await pay(daftar, owner);
  const app = { ...daftar.app, processors: { ...daftar.app.processors, open: async () => null } };
  const form = { amount: 4_000, reason: '', account_name: '', bank_name: '', iban: '' };
  await createRefund(app, callerOf(owner), payment.id, form);
  await openByReference(daftar.app, payment.reference, { reason: 'fraudulent', actor: 'ops:test' });
  const [row] = await daftar.database.sql<{ id: number; ref: string }[]>`
    select id, order_id as ref from refunds where transaction_id = ${payment.id}`;
  const as = await daftar.operator('finance');
  const path = `/api/ops/processors/refunds/${owner.merchantId}/${row!.id}/decide`;
  const body = { made: true, processor_refund_id: '2' };
  expect((await daftar.call({ method: 'POST', path, as, body })).status).toBe(200);
  await report(payment, { refunds: [refundOf({ id: `${row!.ref}/2` })] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000, refunding: 0 });
  await report(payment, { refunds: [refundOf({ id: `${row!.ref}/2`, state: 'reversed' })] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 0, refunding: 0 });
});

test('one that was reported by its whole id is not booked again by a person who types the id within the order', async () => {
  const payment = await pay(daftar, owner);
  const app = { ...daftar.app, processors: { ...daftar.app.processors, open: async () => null } };
  const form = { amount: 4_000, reason: '', account_name: '', bank_name: '', iban: '' };
  await createRefund(app, callerOf(owner), payment.id, form);
  const [row] = await daftar.database.sql<{ id: number; ref: string }[]>`
    update refunds set tried_at = created_at, for_operator = 'ambiguous' where transaction_id = ${payment.id}
    returning id, order_id as ref`;
  await report(payment, { refunds: [refundOf({ id: `${row!.ref}/2` })] });
  const as = await daftar.operator('finance');
  const path = `/api/ops/processors/refunds/${owner.merchantId}/${row!.id}/decide`;
  for (const id of ['2', `${row!.ref}/2`]) {
    const body = { made: true, processor_refund_id: id };
    const taken = await daftar.call({ method: 'POST', path, as, body });
    expect([taken.status, Object.keys(taken.body.errors)]).toEqual([422, ['processor_refund_id']]);
  }
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000, refunding: 4_000 });
});

test('one that fails, and of which nobody can tell whose it is, does not make ours fail', async () => {
  const payment = await pay(daftar, owner);
  const app = { ...daftar.app, processors: { ...daftar.app.processors, open: async () => null } };
  const form = { amount: 4_000, reason: '', account_name: '', bank_name: '', iban: '' };
  await createRefund(app, callerOf(owner), payment.id, form);
  await daftar.database.sql`
    update refunds set tried_at = created_at, for_operator = 'ambiguous' where transaction_id = ${payment.id}`;
  const unknown = { id: 'F-1', amountPiastres: 4_000 } as const;
  await report(payment, { refunds: [{ ...unknown, state: 'failed' }] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 0, refunding: 4_000 });
  await report(payment, { refunds: [{ ...unknown, id: 'F-2', state: 'refunded' }] });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000, refunding: 0 });
});

test('one that cannot be booked is told, and keeps nothing else of the same answer from being booked', async () => {
  const payment = await pay(daftar, owner);
  const refunds = [refundOf({ id: 'R-9', amountPiastres: 99_000 }), refundOf()];
  const dispute = { caseId: 'A-1', amountPiastres: 2_000, state: 'open', stage: 'chargeback' } as const;
  const said = { refunds, disputes: [{ ...dispute, reasonCode: '13.1', dueAt: null }] };
  await expect(report(payment, said)).rejects.toThrow(/not so much to refund/);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000, disputed: 2_000 });
});

test('one of a payment whose money never arrived is told and books nothing', async () => {
  const payment = await pay(daftar, owner, { card: '4000000000000002' });
  const before = await balances(daftar, owner);
  await expect(report(payment, { refunds: [refundOf()] })).rejects.toThrow(/not so much to refund/);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 2, refunded: 0, refunding: 0 });
  expect(await balances(daftar, owner)).toEqual(before);
});
