/**
 * Changes exactly the intended rows and shows the right names, among other refunds of the same payment, merchant and of
 * another.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changesOf } from '../../tests/kit/changes.ts';
import { anAccount } from '../../tests/kit/ledger.ts';
import { type Paid, pay, peopleWhoDecide, refund, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { transaction } from '../platform/db/transaction.ts';
import { findWaiting, finishRefund, getRefund, insertRefund, writeTried } from './store.ts';

const TABLES = ['refunds', 'transactions', 'approvals'];

let daftar: TestServer;
let owner: Actor;
let paid: Paid;
let other: Paid;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  for (let merchants = 0; merchants < 2; merchants += 1) {
    owner = await daftar.merchant();
    [paid, other] = [await pay(daftar, owner), await pay(daftar, owner)];
  }
});

const ofTable = (changes: object, table: string) =>
  Object.entries(changes).filter(([name]) => name.startsWith(`${table} `));
const promise = async (piastres: number, payment = paid) => {
  const id = await transaction(daftar.app.db, (tx) =>
    insertRefund(
      tx,
      { merchantId: owner.merchantId, mode: 'live' },
      {
        transactionId: payment.id,
        amountPiastres: piastres,
        reason: '',
        refundKey: `refund-${payment.id}-${piastres}`,
        processor: 'sandbox',
        accountId: null,
        externalRef: 'an order',
        paymentReference: null,
        accountName: '',
        bankName: '',
        iban: '',
        userId: owner.userId,
        approvalId: null,
        isMade: false,
        own: { merchantReference: null, isAlone: false, metadata: {} },
        now: daftar.clock.now(),
      },
    ),
  );
  if (id === undefined) throw new Error(`there is no ${piastres} left to refund`);
  return id;
};
const finish = async (id: number, failure: string | null) => {
  const row = await getRefund(daftar.app.db, { merchantId: owner.merchantId, id });
  return transaction(daftar.app.db, (tx) => finishRefund(tx, row, failure, daftar.clock.now()));
};

test('a refund reserves its amount on its own payment, and on no other', async () => {
  const changes = await changesOf(daftar.database.sql, TABLES, () => promise(1_000));
  expect(ofTable(changes, 'transactions')).toEqual([
    [`transactions ${paid.id}`, { refunding_piastres: [0, 1_000] }],
  ]);
  expect(ofTable(changes, 'refunds')).toMatchObject([[expect.any(String), 'new']]);
});

test('a refund that succeeds or fails ends itself and no other, once', async () => {
  const [first, second, third] = [await promise(1_000), await promise(2_000), await promise(500, other)];
  const now = daftar.clock.now().toISOString();
  const arrived = await changesOf(daftar.database.sql, TABLES, () => finish(first, null));
  expect(arrived).toEqual({
    [`refunds ${first}`]: { state: ['pending', 'succeeded'], finished_at: [null, now] },
    [`transactions ${paid.id}`]: {
      refunding_piastres: [3_000, 2_000],
      refunded_piastres: [0, 1_000],
      pending_out_piastres: [0, 1_000],
    },
  });
  const failed = await changesOf(daftar.database.sql, TABLES, () => finish(second, 'declined'));
  expect(failed).toEqual({
    [`refunds ${second}`]: {
      state: ['pending', 'failed'],
      failure_reason: [null, 'declined'],
      finished_at: [null, now],
    },
    [`transactions ${paid.id}`]: { refunding_piastres: [2_000, 0] },
  });
  for (const [id, failure] of [
    [first, 'declined'],
    [second, null],
  ] as const) {
    const again = await changesOf(daftar.database.sql, ['refunds'], async () =>
      expect(await finish(id, failure)).toBeNull(),
    );
    expect(again).toEqual({});
  }
  const tried = await changesOf(daftar.database.sql, TABLES, async () => {
    for (const id of [first, second, third]) {
      const row = await getRefund(daftar.app.db, { merchantId: owner.merchantId, id });
      await writeTried(daftar.app.db, row, daftar.clock.now());
    }
  });
  expect(tried).toEqual({ [`refunds ${third}`]: { tried_at: [null, now] } });
});

test('the last piastre makes a payment Refunded, and one piastre less does not', async () => {
  await finish(await promise(9_999), null);
  const [row] = await daftar.database.sql`select status from transactions where id = ${paid.id}`;
  expect(row!.status).toBe(1);
  expect(await finish(await promise(1), null)).toEqual({ from: 'pending', fullyRefunded: true });
  const [after] = await daftar.database.sql`select status from transactions where id = ${paid.id}`;
  expect(after!.status).toBe(3);
});

test('a refund of a settled payment debits the balance, and takes nothing off what waits for settlement', async () => {
  await settleAll(daftar, owner);
  const id = await promise(1_000);
  const changes = await changesOf(daftar.database.sql, ['transactions'], async () =>
    expect(await finish(id, null)).toEqual({ from: 'available', fullyRefunded: false }),
  );
  expect(changes).toEqual({
    [`transactions ${paid.id}`]: { refunding_piastres: [1_000, 0], refunded_piastres: [0, 1_000] },
  });
});

test('each refund shows its requester and approver, on its own payment only', async () => {
  const approve = (id: number, as: Actor) =>
    daftar.call({ method: 'POST', path: `/merchant/approvals/${id}/approve`, mode: 'live', as });
  expect((await refund(daftar, owner, paid.id, { amount: 1 })).status).toBe(200);
  const people = await peopleWhoDecide(daftar, owner);
  for (const [payment, amount, asker, checker] of [
    [paid, 2, 0, 1],
    [paid, 3, 1, 2],
    [other, 4, 0, 2],
  ] as const) {
    const { approval_id } = (await refund(daftar, people[asker], payment.id, { amount })).body.data;
    expect((await approve(approval_id, people[checker])).status).toBe(200);
  }
  const listed = async ({ id }: Paid) => {
    const path = `/merchant/transactions/${id}/refunds`;
    const answer = await daftar.call({ path, mode: 'live', as: owner });
    expect(answer.status, answer.raw).toBe(200);
    const rows = answer.body.data.refunds ?? answer.body.data;
    return rows.map((row: Record<string, unknown>) => [row.amount, row.requested_by, row.approved_by]);
  };
  expect(await listed(paid)).toEqual([
    [3, 'Basma S', 'Dina S'],
    [2, 'Ali S', 'Basma S'],
    [1, 'Ali S', null],
  ]);
  expect(await listed(other)).toEqual([[4, 'Ali S', 'Dina S']]);
});

test('as many refunds of each account are sent again, however many others fail, and those first that wait longest', async () => {
  const { app, clock, database } = daftar;
  const accountAt = () => anAccount(app.db, { mode: 'live', merchantId: owner.merchantId });
  const [one, another] = [await accountAt(), await accountAt()];
  const [first, second, third] = [await promise(1_000), await promise(2_000), await promise(3_000)];
  const elsewhere = await promise(4_000, other);
  await database.sql`
    update refunds set processor_account_id = case id when ${elsewhere} then ${another}::bigint else ${one} end
     where merchant_id = ${owner.merchantId}`;
  await database.sql`
    update refunds set tried_at = created_at + interval '1 minute', processor_refund_id = 'R' where id = ${first}`;
  const waiting = await findWaiting(app.db, new Date(clock.now().getTime() + 120_000), 2);
  const ours = waiting.filter(({ accountId }) => accountId === one || accountId === another);
  expect(ours.map(({ id }) => id).sort((a, b) => a - b)).toEqual([second, third, elsewhere]);
});
