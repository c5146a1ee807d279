/**
 * Among other payouts, of the same merchant and of another: only the intended rows change, and only their names are
 * shown.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { changesOf } from '../../tests/kit/changes.ts';
import { differences, pay, peopleWhoDecide, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { moneyCommands } from '../ops/money.ts';
import { endPayout } from './end.ts';
import { PayoutNotFound, PayoutOver } from './errors.ts';
import { payoutJobs } from './index.ts';

const TABLES = ['payouts', 'transactions', 'approvals'];

interface Row {
  id: number;
  code: string;
  transaction: number;
}

let daftar: TestServer;
let owner: Actor;
let rows: [Row, Row, Row];
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  for (let merchants = 0; merchants < 2; merchants += 1) {
    owner = await daftar.merchant();
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    for (const amount of [10, 20, 30]) expect((await ask(amount)).status).toBe(201);
    rows = (await daftar.database.sql`
      select id, code, transaction_id as transaction from payouts
       where merchant_id = ${owner.merchantId} order by id`) as unknown as [Row, Row, Row];
  }
});

const post = (path: string, as: Actor, body?: object) =>
  daftar.call({ method: 'POST', path: `/merchant/${path}`, mode: 'live', as, body });
const ask = (amount: number, as = owner) => post('payment_links/payout', as, { amount });
const listed = async (as = owner) =>
  (await daftar.call({ path: '/merchant/payouts', mode: 'live', as })).body.data as {
    amount: number;
    transaction_reference: string;
    requested_by: string;
    approved_by: string | null;
  }[];
const namesOf = ({ id, transaction }: Row) => [`payouts ${id}`, `transactions ${transaction}`];

test('handing over or returning a payout writes its own rows and no other', async () => {
  const [first, second] = rows;
  const now = daftar.clock.now().toISOString();
  const handed = await changesOf(daftar.database.sql, TABLES, () =>
    // As typed by a person.
    moneyCommands['payout-hand-over']!(daftar.app, [` ${first.code.toLowerCase()} `], 'ops:test'),
  );
  expect(handed).toEqual({
    [`payouts ${first.id}`]: { state: ['requested', 'handed-over'], finished_at: [null, now] },
    [`transactions ${first.transaction}`]: { status: [0, 1], paid_at: [null, now] },
  });
  const returned = await changesOf(daftar.database.sql, TABLES, () =>
    moneyCommands['payout-return']!(daftar.app, [second.code, 'Wrong', 'account'], 'ops:test'),
  );
  expect(returned).toEqual({
    [`payouts ${second.id}`]: {
      state: ['requested', 'returned'],
      finished_at: [null, now],
      reason: ['', 'Wrong account'],
    },
    [`transactions ${second.transaction}`]: { status: [0, 5], failure_reason: [null, 'Wrong account'] },
  });
  expect(await differences(daftar)).toEqual([]);
});

test('an ended payout cannot be ended again, an unknown one is not found, and nothing is written', async () => {
  const { id, code } = rows[0];
  await moneyCommands['payout-hand-over']!(daftar.app, [code], 'ops:test');
  const end = (payout: number) =>
    endPayout(
      daftar.app,
      { merchantId: owner.merchantId, id: payout },
      { state: 'returned', actor: 'ops:test' },
    );
  const inVain = await changesOf(daftar.database.sql, TABLES, async () => {
    await expect(end(id)).rejects.toThrow(PayoutOver);
    await expect(end(999_999)).rejects.toThrow(PayoutNotFound);
  });
  expect(inVain).toEqual({});
  for (const command of ['payout-hand-over', 'payout-return']) {
    const changes = await changesOf(daftar.database.sql, TABLES, () =>
      expect(moneyCommands[command]!(daftar.app, [code], 'ops:test')).rejects.toThrow(),
    );
    expect(changes).toEqual({});
  }
});

test('a code shared by payouts of two merchants ends neither', async () => {
  const [{ id, code }] = rows;
  await daftar.database.sql`
    update payouts set code = ${code}
     where (merchant_id, id) = (select merchant_id, id from payouts where merchant_id <> ${owner.merchantId} limit 1)`;
  const inVain = await changesOf(daftar.database.sql, TABLES, async () => {
    for (const command of ['payout-hand-over', 'payout-return'])
      await expect(moneyCommands[command]!(daftar.app, [code], 'ops:test')).rejects.toThrow(PayoutNotFound);
  });
  expect(inVain).toEqual({});
  await endPayout(
    daftar.app,
    { merchantId: owner.merchantId, id },
    { state: 'handed-over', actor: 'ops:test' },
  );
});

test('ending a payout locks its transaction first, so that the lock order is always the same', async () => {
  const { sql } = daftar.database;
  const [first] = rows;
  let ended: Promise<unknown> | undefined;
  await sql.begin(async (tx) => {
    await tx`select from transactions where id = ${first.transaction} for update`;
    ended = moneyCommands['payout-hand-over']!(daftar.app, [first.code], 'ops:test');
    await vi.waitFor(async () =>
      expect(
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%payouts%'`,
      ).toHaveLength(1),
    );
    expect(await tx`select from payouts where id = ${first.id} for update skip locked`).toHaveLength(1);
  });
  await ended;
});

test('each payout expires at its own moment, and ended ones stay unchanged', async () => {
  const { sql } = daftar.database;
  const [first, second, third] = rows;
  await moneyCommands['payout-hand-over']!(daftar.app, [first.code], 'ops:test');
  const soon = new Date(daftar.clock.now().getTime() + 60_000);
  await sql`update payouts set expires_at = ${soon} where id in ${sql([first.id, second.id])}`;
  const job = () => changesOf(sql, TABLES, () => payoutJobs['expire-payouts']!(daftar.app, {}));
  daftar.clock.advance({ seconds: 59.999 });
  expect(await job()).toEqual({});
  daftar.clock.advance({ seconds: 0.001 });
  expect(Object.keys(await job()).sort()).toEqual(namesOf(second).sort());
  expect(await listed()).toMatchObject([{ amount: 30 }, { amount: 20 }, { amount: 10 }]);
  const states = await sql`select state from payouts where merchant_id = ${owner.merchantId} order by id`;
  expect(states.map(({ state }) => state)).toEqual(['handed-over', 'expired', 'requested']);
  expect((await job())[`payouts ${third.id}`]).toBeUndefined();
  expect(await differences(daftar)).toEqual([]);
});

test('each payout shows its own transaction, requester and approver', async () => {
  const people = await peopleWhoDecide(daftar, owner);
  for (const [amount, asker, checker] of [
    [5, 0, 1],
    [6, 0, 2],
    [7, 1, 2],
  ] as const) {
    const { approval_id } = (await ask(amount, people[asker])).body.data;
    expect((await post(`approvals/${approval_id}/approve`, people[checker])).status).toBe(200);
  }
  const shown = await listed();
  expect(shown.map((row) => [row.amount, row.requested_by, row.approved_by])).toEqual([
    [7, 'Basma S', 'Dina S'],
    [6, 'Ali S', 'Dina S'],
    [5, 'Ali S', 'Basma S'],
    [30, 'Ali S', null],
    [20, 'Ali S', null],
    [10, 'Ali S', null],
  ]);
  const [{ id }] = shown as unknown as [{ id: number }];
  const { body } = await daftar.call({ path: `/merchant/payouts/${id}`, mode: 'live', as: owner });
  expect(body.data.timeline.map(({ kind, by }: { kind: string; by: string }) => [kind, by])).toEqual([
    ['asked', 'Basma S'],
    ['approved', 'Dina S'],
  ]);
  const references = await daftar.database.sql<{ reference: string }[]>`
    select t.reference from transactions t where t.merchant_id = ${owner.merchantId} and t.is_payout order by id desc`;
  expect(shown.map((row) => row.transaction_reference)).toEqual(references.map(({ reference }) => reference));
});
