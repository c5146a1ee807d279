/** A booked batch is reversed with the consent of a second operator: all of it goes back, and it can be booked again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balances, differences, pay, refund } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { aProfile, csvOf, fileForm, moveToAccount } from '../../tests/kit/reconciliation.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { patiently } from '../platform/db/long-work.ts';
import { transaction } from '../platform/db/transaction.ts';
import { BatchRefused } from './errors.ts';
import { reverseBatch } from './reverse.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar, { tolerance: 0.05 }));
  second = await daftar.operator('finance');
});
afterAll(() => daftar.close());

const { ask, tell, approveNewest } = deskOf(() => daftar);

/** The ledgers of the merchant and of the provider itself. */
async function ledgers() {
  const provider = await daftar.app.db<{ kind: string; balance: number }[]>`
    select kind::text, balance from ledger_accounts where merchant_id = 0 and mode = 'live' and balance <> 0 order by kind`;
  const clearing = await daftar.app.db<{ merchant: number; balance: number }[]>`
    select merchant_id as merchant, balance from clearing_balances where processor_account_id = ${profile.accountId} order by 1`;
  const ofMerchant = Object.entries(await balances(daftar, owner)).filter(([, balance]) => balance !== 0);
  return { ofMerchant: Object.fromEntries(ofMerchant), provider: [...provider], clearing: [...clearing] };
}

const bookingOf = async (fileId: number) =>
  (await ask(finance, `/reconciliation/files/${fileId}`)).body.data.batches[0];
const book = async (id: number, amount: number) => {
  const body = { amount, bank_reference: 'CIB-77', received_on: '2026-06-16' };
  const booked = await tell(finance, `/reconciliation/batches/${id}/book`, body);
  expect(booked.status, booked.raw).toBe(200);
};

test('payments, refunds, costs, what nobody knows and a differing deposit go back, also after a line was matched by hand', async () => {
  const paid = async () => {
    const payment = await pay(daftar, owner);
    await moveToAccount(daftar, owner, payment.id, profile.accountId);
    return payment;
  };
  const [first, near, unknown, refunded] = [
    await paid(),
    await paid(),
    await paid(),
    await pay(daftar, owner),
  ];
  await refund(daftar, owner, refunded.id, { amount: 10, reason: 'Broken' });
  await moveToAccount(daftar, owner, refunded.id, profile.accountId);
  const before = await ledgers();
  const rows = [
    { gross: 10_000, fee: 228, order: first.reference },
    { gross: 9_997, fee: 228, order: near.reference },
    { gross: 10_000, fee: 228, order: refunded.reference },
    { gross: -1_000, type: 'Refund', order: refunded.reference },
    { gross: 10_000, fee: 100, id: 'nobody' },
    { gross: 700, fee: 0, id: 'stranger' },
    { gross: 0, fee: 5_000, type: 'Monthly fee', id: 'rent' },
  ];
  const file = fileForm(csvOf(rows));
  const sent = await tell(finance, `/reconciliation/profiles/${profile.id}/import`, file);
  expect(sent.status, sent.raw).toBe(200);
  const { id: fileId } = sent.body.data;
  const { id, net } = await bookingOf(fileId);
  const reverse = () => tell(finance, `/reconciliation/batches/${id}/reverse`, { reason: 'The wrong batch' });
  expect((await reverse()).body.message).toBe('This batch is not booked, or was booked again since');
  await book(id, net + 1);
  const breaks = async () =>
    (await ask(finance, '/reconciliation/breaks', { account_id: String(profile.accountId) })).body.data;
  const nobody = (await breaks()).find(({ amount }: { amount: number }) => amount === 99);
  const matched = await tell(finance, `/reconciliation/breaks/${nobody.id}/match`, {
    reference: unknown.reference,
  });
  expect(matched.status, matched.raw).toBe(200);
  expect(await ledgers()).not.toEqual(before);

  const asked = await Promise.all([reverse(), reverse(), reverse()]);
  expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect([(await reverse()).status, (await bookingOf(fileId)).reversal_waits]).toEqual([409, true]);
  // Nothing happens until another operator approves, and nobody can approve their own request.
  const path = `/reconciliation/files/${fileId}`;
  expect((await tell(finance, `${path}/undo`, { reason: 'Now' })).status).toBe(400);
  expect((await approveNewest(finance)).status).toBeGreaterThanOrEqual(400);
  expect((await bookingOf(fileId)).booking).not.toBeNull();
  const approved = await approveNewest(second);
  expect(approved.status, approved.raw).toBe(200);
  expect(await ledgers()).toEqual(before);
  expect((await bookingOf(fileId)).booking).toBeNull();
  expect((await breaks()).map(({ kind }: { kind: string }) => kind)).toEqual(['theirs_only']);
  expect(await differences(daftar)).toEqual([]);

  // Booked again, and reversed again; a request about an earlier booking does nothing.
  await book(id, net);
  expect(await differences(daftar)).toEqual([]);
  const booked = await ledgers();
  const earlier = { change: { batchId: id, reversals: 0 }, reason: 'Late', askedBy: finance.email };
  const late = transaction(daftar.app.db, (tx) =>
    reverseBatch({ ...daftar.app, db: tx }, earlier as never, { actor: second.email } as never),
  );
  await expect(late).rejects.toBeInstanceOf(BatchRefused);
  expect(await ledgers()).toEqual(booked);
  expect((await reverse()).status).toBe(200);
  expect((await approveNewest(second)).status).toBe(200);
  const undone = await tell(finance, `${path}/undo`, { reason: 'The wrong file' });
  expect(undone.status, undone.raw).toBe(200);
  expect(await ledgers()).toEqual(before);
  expect(await differences(daftar)).toEqual([]);
});

test('a reversal is approved beside work that takes minutes, and is in the audit log with who asked and who approved', async () => {
  const rows = [{ gross: 500, id: 'once' }];
  const sent = await tell(finance, `/reconciliation/profiles/${profile.id}/import`, fileForm(csvOf(rows)));
  const { id } = await bookingOf(sent.body.data.id);
  await book(id, 5);
  await tell(finance, `/reconciliation/batches/${id}/reverse`, { reason: 'Twice on the statement' });
  const { pool } = daftar.app;
  let letGo = () => {};
  const untilDecided = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const held = Array.from({ length: 4 }, () => patiently(pool, () => untilDecided));
  expect((await approveNewest(second)).status).toBe(200);
  letGo();
  await Promise.all(held);
  const [entry] = await daftar.database.sql`
    select actor, action, after from audit_log where action = 'reconciliation-batch.reverse' order by id desc limit 1`;
  expect(entry).toMatchObject({
    actor: second.email,
    after: { reason: 'Twice on the statement', askedBy: finance.email },
  });
});

test('it is refused while the difference of its deposit is written off, and possible once that is taken back', async () => {
  const rows = [{ gross: 900, id: 'gone' }];
  const sent = await tell(finance, `/reconciliation/profiles/${profile.id}/import`, fileForm(csvOf(rows)));
  const { id } = await bookingOf(sent.body.data.id);
  const before = await ledgers();
  await book(id, 8.5);
  const query = { kind: 'deposit', account_id: String(profile.accountId) };
  const [difference] = (await ask(finance, '/reconciliation/breaks', query)).body.data;
  const told = (what: string) =>
    tell(finance, `/reconciliation/breaks/${difference.id}/${what}`, { reason: 'Charges of the bank' });
  await told('write-off');
  expect((await approveNewest(second)).status).toBe(200);
  const reverse = () => tell(finance, `/reconciliation/batches/${id}/reverse`, { reason: 'Never came' });
  expect((await reverse()).status).toBe(200);
  const refused = await approveNewest(second);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Something of this batch is written off; take that back first',
  ]);
  expect((await bookingOf(sent.body.data.id)).booking).not.toBeNull();
  // Nor by any other way than two operators: the database refuses it.
  await expect(
    daftar.database.sql`update reconciliation_batches set booked_at = null where id = ${id}`,
  ).rejects.toThrow();
  await told('take-back-write-off');
  expect((await approveNewest(second)).status).toBe(200);
  expect((await reverse()).status).toBe(409);
  const done = await approveNewest(second);
  expect(done.status, done.raw).toBe(200);
  expect(await ledgers()).toEqual(before);
  expect(await differences(daftar)).toEqual([]);
});
