/** Differences between processors' reports and our books: listed once, until an operator has ended them. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { balances, differences, type Paid, pay, refund, reportRefund, rowOf } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { discrepancyOf } from '../../tests/kit/processors.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { openChargeback } from '../chargebacks/decide.ts';
import { receiveNotification } from '../checkout/notifications.ts';
import { readOutbox } from '../messages/outbox.ts';
import type { PaymentReport, Step } from '../processors/gateway.ts';
import { SANDBOX } from '../processors/sandbox/index.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let payment: Paid;
beforeAll(async () => {
  daftar = await startTestServer();
  finance = await daftar.operator('finance');
  second = await daftar.operator('finance');
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
  payment = await pay(daftar, owner);
});
afterEach(async () => {
  expect(await differences(daftar)).toEqual([]);
});

const { ask, tell, approveNewest, lastAudit } = deskOf(() => daftar);
const listed = async () =>
  (await ask(finance, '/discrepancies')).body.data.filter(
    (each: { transaction_id: number }) => each.transaction_id === payment.id,
  );
const end = async (how: string, body?: object) => {
  const [{ id }] = await listed();
  return tell(finance, `/discrepancies/${owner.merchantId}/${id}/${how}`, body);
};

/** Delivers a notification about the payment, from a processor that answers inquiries as given. */
async function hear(notified: Step, asked: Step | null): Promise<void> {
  const [attempt] = await daftar.database.sql<{ ref: string }[]>`
    select external_ref as ref from payment_attempts where transaction_id = ${payment.id}`;
  const about = { externalRef: attempt!.ref };
  const report: PaymentReport = { step: notified };
  const said = {
    isGenuine: () => true,
    read: () => ({ id: null, events: [{ kind: 'payment', about, report }] }),
    ask: async () => asked && { step: asked },
  };
  const open = async () => said as never;
  const app = { ...daftar.app, processors: { ...daftar.app.processors, open } };
  const raw = { method: 'POST', query: [], headers: {}, body: '' } as const;
  await receiveNotification(app, { account: { processor: SANDBOX, accountId: null }, raw, isAtOnce: true });
}
const failed: Step = { state: 'failed', reason: 'declined' };

test('a refund that nobody has named is listed again when it is said after “nothing was refunded”', async () => {
  for (let times = 0; times < 2; times += 1) await discrepancyOf(daftar, owner, payment.id);
  expect(await listed()).toHaveLength(1);
  expect((await end('came-back', { reason: 'It came back' })).status).toBe(404);
  expect((await end('chargeback', { chargeback_reference: 'CHB-1' })).status).toBe(404);
  expect((await end('stands', {})).body.errors).toHaveProperty('reason');
  expect((await end('stands', { reason: 'Their page was wrong' })).status).toBe(200);
  expect(await lastAudit()).toMatchObject({ action: 'discrepancy.stands', actor: finance.email });
  expect(await listed()).toEqual([]);
  await discrepancyOf(daftar, owner, payment.id);
  expect(await listed()).toHaveLength(1);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1, refunded: 0 });
});

test('a refund that failed after it was made is given back to the merchant when an operator says so', async () => {
  const before = await balances(daftar, owner);
  const { id } = (await refund(daftar, owner, payment.id, { amount: 40 })).body.data;
  for (const state of ['failed', 'failed'] as const) await reportRefund(daftar, id, state);
  expect(await listed()).toMatchObject([{ kind: 'refund-failed', amount: 40, said: 'failed' }]);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000 });
  const path = `/discrepancies/${owner.merchantId}/${(await listed())[0].id}/came-back`;
  expect((await tell(finance, path, {})).body.errors).toHaveProperty('reason');
  const reason = { reason: 'The bank sent it back' };
  const asked = await Promise.all([1, 2, 3].map(() => tell(finance, path, reason)));
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000 });
  const answers = await Promise.all([1, 2, 3].map(() => approveNewest(second)));
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await lastAudit()).toMatchObject({ action: 'discrepancy.reversed', actor: second.email });
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1, refunded: 0 });
  expect(await balances(daftar, owner)).toEqual(before);
  const mails = await readOutbox(daftar.app, { merchantId: owner.merchantId });
  const subjects = mails
    .map(({ subject }) => subject ?? '')
    .filter((subject) => subject.includes('لم يصل إليك'));
  expect(subjects).toHaveLength(1);
  await reportRefund(daftar, id, 'failed');
  expect(await listed()).toEqual([]);
  // A report that it was made contradicts the operator: the notification fails, for an operator to look at.
  await expect(reportRefund(daftar, id, 'refunded')).rejects.toThrow(/as an operator has said/);
});

test('what its processor has said otherwise since is not what was approved', async () => {
  const { id } = (await refund(daftar, owner, payment.id, { amount: 40 })).body.data;
  await reportRefund(daftar, id, 'failed');
  expect((await end('came-back', { reason: 'It came back' })).status).toBe(200);
  await reportRefund(daftar, id, 'failed', 'FAILED: RETRIED');
  expect(await listed()).toMatchObject([{ said: 'FAILED: RETRIED' }]);
  expect((await approveNewest(second)).status).toBe(409);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000 });
});

test('a refund that failed there and stands here is not asked about again', async () => {
  const { id } = (await refund(daftar, owner, payment.id, { amount: 40 })).body.data;
  await reportRefund(daftar, id, 'failed');
  expect((await end('stands', { reason: 'The payer has it' })).status).toBe(200);
  await reportRefund(daftar, id, 'failed');
  expect(await listed()).toEqual([]);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 4_000 });
});

test('a refund that its processor calls reversed after all waits no longer', async () => {
  const { id } = (await refund(daftar, owner, payment.id, { amount: 40 })).body.data;
  for (const state of ['failed', 'reversed'] as const) await reportRefund(daftar, id, state);
  expect(await listed()).toEqual([]);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: 0 });
});

test('late news of a failed try means nothing; a payment that its processor denies when asked is listed', async () => {
  const came: Step = { state: 'succeeded', reference: 'X', receivedPiastres: 10_000, disputes: false };
  const [row] = await daftar.database.sql<{ reference: string }[]>`
    select processor_reference as reference from payment_attempts where transaction_id = ${payment.id}`;
  await hear(failed, { ...came, reference: row!.reference });
  expect(await listed()).toEqual([]);
  await hear(failed, failed);
  expect(await listed()).toMatchObject([{ kind: 'payment-failed', amount: 100, said: 'failed: declined' }]);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ status: 1 });
  // It is put right by a chargeback of the payment, and by no other.
  const other = await pay(daftar, owner);
  const opening = { reason: 'The money never came', actor: 'ops:test' };
  const open = (transactionId: number) =>
    openChargeback(daftar.app, { merchantId: owner.merchantId, transactionId }, opening);
  const elsewhere = await end('chargeback', { chargeback_reference: await open(other.id) });
  expect(elsewhere.body.errors).toHaveProperty('chargeback_reference');
  const linked = await end('chargeback', { chargeback_reference: (await open(payment.id)).toLowerCase() });
  expect(linked.status, linked.raw).toBe(200);
  await hear(failed, failed);
  expect(await listed()).toEqual([]);
});

test('a dispute without a case is listed until one is entered that explains it', async () => {
  const said = { kind: 'dispute', amountPiastres: 6_000, word: 'chargeback.amount 60.00' } as const;
  await discrepancyOf(daftar, owner, payment.id, said);
  expect(await listed()).toMatchObject([{ kind: 'dispute-unnamed', amount: 60 }]);
  const ref = { merchantId: owner.merchantId, transactionId: payment.id };
  const opening = { amountPiastres: 6_000, caseId: 'C-1', reason: 'fraudulent', actor: 'ops:test' };
  const chargeback = await openChargeback(daftar.app, ref, opening);
  // One of a part leaves the rest unbooked, and it would never be heard of again.
  await discrepancyOf(daftar, owner, payment.id, {
    ...said,
    amountPiastres: 6_100,
    word: 'chargeback.amount 61.00',
  });
  const part = await end('chargeback', { chargeback_reference: chargeback });
  expect([part.status, Object.keys(part.body.errors)]).toEqual([422, ['chargeback_reference']]);
  await discrepancyOf(daftar, owner, payment.id, said);
  const [{ id }] = await listed();
  expect(id).toBeGreaterThan(0);
  await openChargeback(daftar.app, ref, { ...opening, amountPiastres: 100, caseId: 'C-2' });
  expect((await end('chargeback', { chargeback_reference: chargeback })).status).toBe(200);
  expect(await discrepancyOf(daftar, owner, payment.id, said)).toBe(0);
  const more = { ...said, amountPiastres: 7_000, word: 'chargeback.amount 70.00' };
  expect(await discrepancyOf(daftar, owner, payment.id, more)).toBeGreaterThan(0);
});

test('what ended stays as it ended, and no row says that money was put right that was not', async () => {
  const id = await discrepancyOf(daftar, owner, payment.id);
  const change = (set: string) =>
    daftar.database.sql.unsafe(
      `update discrepancies set ended_at = now(), ended_by = 'x', ${set} where id = ${id}`,
    );
  await expect(change("ending = 'refunded', reason = 'x'")).rejects.toThrow(/discrepancies_ending/);
  await expect(change("ending = 'reversed'")).rejects.toThrow(/discrepancies_ending/);
  await change("ending = 'stands', reason = 'x'");
  await expect(change("reason = 'y'")).rejects.toThrow(/append-only/);
});
