/**
 * Refunds at the stand-ins of live processors: our books and theirs agree to the piastre, whatever goes wrong in
 * between.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { externalRefOf } from '../../tests/kit/checkout.ts';
import { differences, refund, rowOf } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { addTestAccount, type TestAccount } from '../../tests/kit/processors/account.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { decideByReference, openChargeback } from '../chargebacks/decide.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { openBalances } from '../ledger/clearing.ts';
import { createMetrics } from '../platform/http/metrics.ts';
import { fawry } from '../processors/fawry/index.ts';
import { startStandIn as startFawry } from '../processors/fawry/stand-in.ts';
import type { RawNotification } from '../processors/gateway.ts';
import { NOTIFICATION_JOB } from '../processors/inbox.ts';
import { mpgs } from '../processors/mpgs/index.ts';
import { startStandIn as startMpgs } from '../processors/mpgs/stand-in.ts';
import { paymob } from '../processors/paymob/index.ts';
import { startStandIn as startPaymob } from '../processors/paymob/stand-in.ts';
import type { StandIn } from '../processors/stand-in.ts';
import { decideRefund } from './decide.ts';
import { refundJobs } from './index.ts';

const WALLET = '01012345678';

let daftar: TestServer;
let owner: Actor;
let standIn: StandIn;
let account: TestAccount;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
afterEach(async () => {
  await standIn.close();
});

const WAYS = [
  { name: 'a card at MPGS', adapter: mpgs, start: startMpgs, method: 1, tellsRefunds: true, hasKeys: true },
  {
    name: 'a card at Paymob',
    adapter: paymob,
    start: startPaymob,
    method: 1,
    tellsRefunds: true,
    hasKeys: false,
  },
  {
    name: 'a wallet through Fawry',
    adapter: fawry,
    start: startFawry,
    method: 3,
    tellsRefunds: false,
    hasKeys: false,
  },
] as const;

/** Pays 100 EGP at the stand-in. @returns the transaction's id and our id of it there */
async function payLive(method: number): Promise<{ id: number; ref: string }> {
  const form = {
    invoice_name: 'Rent',
    currency_id: 1,
    amount: 100,
    due_date: new Date(daftar.clock.now().getTime() + 86_400_000).toISOString(),
    language: 2,
  };
  const path = '/merchant/payment_links/create';
  const made = await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: form });
  const token = String(made.body.data.link).split('/').at(-1);
  const started = await daftar.server.inject({
    method: 'POST',
    url: `/pay/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      method: String(method),
      wallet_mobile: method === 3 ? WALLET : '',
    }).toString(),
  });
  const attempt = String(started.headers.location).split('/').at(-1)!.split('?')[0]!;
  const ref = await externalRefOf(daftar.database.sql, attempt);
  await standIn.act(ref, 'pay');
  await hear();
  const [row] = await daftar.database.sql<{ id: number; status: number }[]>`
    select t.id, t.status from transactions t join payment_attempts a on a.transaction_id = t.id and a.merchant_id = t.merchant_id
     where a.external_ref = ${ref}`;
  expect(row!.status).toBe(1);
  return { id: row!.id, ref };
}

async function deliver({ method, query, headers, body }: RawNotification): Promise<void> {
  const url = `${account.path}?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`;
  await daftar.server.inject({ method, url, headers: headers as Record<string, string>, payload: body });
}

/** Delivers the stand-in's notifications, and processes them. */
async function hear(times = 1): Promise<void> {
  for (const raw of standIn.takeNotifications())
    for (let time = 0; time < times; time += 1) await deliver(raw);
  const waiting = await daftar.database.sql<{ id: number }[]>`
    select id from processor_notifications where state = 'received' order by id`;
  for (const { id } of waiting) await checkoutJobs[NOTIFICATION_JOB]!(daftar.app, { id });
}

const refunded = (ref: string) => standIn.books().find((each) => each.externalRef === ref)!.refundedPiastres;
const followUp = async () => {
  daftar.clock.advance({ minutes: 6 });
  await refundJobs['follow-up-refunds']!(daftar.app, {});
};
const give = (id: number, pounds: number) => refund(daftar, owner, id, { amount: pounds });
const rowsOf = (id: number) =>
  daftar.database.sql<
    { state: string; way: string | null; operator: string | null; by: number | null }[]
  >`select state, way, for_operator as operator, requested_by as by from refunds where transaction_id = ${id} order by id`;

describe.each(WAYS)('$name', (way) => {
  beforeEach(async () => {
    owner = await daftar.merchant();
    standIn = await way.start({ clock: daftar.clock });
    standIn.notifications = 'kept';
    account = await addTestAccount(daftar.app, way.adapter, standIn.settings, {
      mode: 'live',
      merchantId: owner.merchantId,
    });
  });
  afterEach(async () => {
    expect(await differences(daftar)).toEqual([]);
  });

  test('two parts are two refunds, there and here', async () => {
    const { id, ref } = await payLive(way.method);
    await give(id, 30);
    await hear(2);
    await followUp();
    await give(id, 20);
    await hear(2);
    await followUp();
    expect(refunded(ref)).toBe(5_000);
    expect(await rowOf(daftar, id)).toMatchObject({ status: 1, refunded: 5_000, refunding: 0 });
    expect(await rowsOf(id)).toHaveLength(2);
  });

  test('what is given back, and what is lost in a dispute, lowers what this account owes and no other', async () => {
    const owed = () => daftar.database.sql<{ at: number; balance: number }[]>`
      select processor_account_id as at, balance from clearing_balances
       where merchant_id = ${owner.merchantId} and mode = 'live' order by 1`;
    const other = account.id;
    const elsewhere = await payLive(way.method);
    // Another account of the same merchant takes payments from now on.
    account = await addTestAccount(daftar.app, way.adapter, standIn.settings, {
      mode: 'live',
      merchantId: owner.merchantId,
      priority: 1,
    });
    expect(elsewhere.id).toBeGreaterThan(0);
    const { id } = await payLive(way.method);
    expect([...(await owed())]).toEqual([
      { at: other, balance: -10_000 },
      { at: account.id, balance: -10_000 },
    ]);
    await give(id, 30);
    await hear();
    await followUp();
    expect([...(await owed())]).toEqual([
      { at: other, balance: -10_000 },
      { at: account.id, balance: -7_000 },
    ]);
    const told = await createMetrics(daftar.app.pool, { open: false }, { openBalances }).text();
    for (const [at, piastres] of [
      [other, 10_000],
      [account.id, 7_000],
    ])
      expect(told).toContain(`daftar_processor_open_balance_piastres{account="${at}"} ${piastres}\n`);
    const { app } = daftar;
    const payment = { merchantId: owner.merchantId, transactionId: id };
    const reference = await openChargeback(app, payment, {
      amountPiastres: 7_000,
      reason: 'Not received',
      actor: 'ops:test',
    });
    await decideByReference(app, reference, 'applied', 'ops:test');
    expect([...(await owed())]).toEqual([
      { at: other, balance: -10_000 },
      { at: account.id, balance: 0 },
    ]);
  });

  test('the whole of a payment goes back on the same day, once', async () => {
    const { id, ref } = await payLive(way.method);
    await give(id, 100);
    await hear(2);
    await followUp();
    expect(refunded(ref)).toBe(10_000);
    expect(await rowOf(daftar, id)).toMatchObject({ status: 3, refunded: 10_000 });
    // Before the bank has booked it, a card payment is voided.
    expect((await rowsOf(id)).map((each) => each.way)).toEqual([way.method === 1 ? 'void' : null]);
  });

  test('one whose answer is lost is never made twice, and never called failed', async () => {
    const { id, ref } = await payLive(way.method);
    standIn.fail('refund', 'error-after');
    expect((await give(id, 40)).body.data).toMatchObject({ state: 'pending' });
    await followUp();
    await hear();
    await followUp();
    expect(refunded(ref)).toBe(4_000);
    const [row] = await rowsOf(id);
    expect(['succeeded', 'pending']).toContain(row!.state);
    // If the result is unknown, a person must look.
    if (row!.state === 'pending') expect(row!.operator).toBe('ambiguous');
    if (way.hasKeys) expect(row!.state).toBe('succeeded');
  });

  test.each(['busy', 'error-before'] as const)(
    'one whose answer is lost is not made again after the next call met %s',
    async (trouble) => {
      const { id, ref } = await payLive(way.method);
      standIn.fail('refund', 'error-after');
      await give(id, 40);
      // An adapter asks first: if the question fails, so does the refund.
      standIn.fail('ask', trouble);
      standIn.fail('refund', trouble);
      await followUp();
      for (let run = 0; run < 3; run += 1) await followUp();
      expect(refunded(ref)).toBe(4_000);
      expect((await rowsOf(id)).map(({ state }) => state)).not.toContain('failed');
    },
  );

  test.each(['error-after', 'error-before'] as const)(
    'others of the payment wait until one without an answer (%s) has one, and say so: their ids cannot be swapped',
    async (fault) => {
      const { id, ref } = await payLive(way.method);
      standIn.fail('refund', fault);
      await give(id, 30);
      for (const pounds of [30, 20])
        expect((await give(id, pounds)).body.data).toMatchObject({
          state: 'pending',
          pending_reason: expect.stringContaining('another refund of this payment'),
        });
      const { length: sent } = standIn.books().filter(({ refundedPiastres }) => refundedPiastres > 0);
      expect([sent, refunded(ref)]).toEqual(fault === 'error-after' ? [1, 3_000] : [0, 0]);
      await followUp();
      const [first] = await rowsOf(id);
      if (first!.operator === 'ambiguous') {
        const made = fault === 'error-after';
        await followUp();
        expect(refunded(ref)).toBe(made ? 3_000 : 0);
        const [{ id: refundId } = { id: 0 }] = await daftar.database.sql<{ id: number }[]>`
          select id from refunds where transaction_id = ${id} order by id limit 1`;
        const found = { made, processorRefundId: made ? 'R-1' : '', actor: 'ops:test' };
        await decideRefund(daftar.app, { merchantId: owner.merchantId, id: refundId }, found);
      }
      await followUp();
      const news = standIn.takeNotifications();
      for (const raw of [...news, ...news]) await deliver(raw);
      await hear();
      await followUp();
      const rows = await daftar.database.sql<{ state: string; there: string; amount: number }[]>`
        select state, processor_refund_id as there, amount_piastres as amount from refunds
         where transaction_id = ${id} order by id`;
      expect(rows.slice(1).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
      const made = rows.filter(({ state }) => state === 'succeeded');
      expect(new Set(made.map(({ there }) => there)).size).toBe(made.length);
      if (way.adapter === paymob) {
        const told = new Map(
          news.map(({ body }) => JSON.parse(body).obj).map((one) => [String(one.id), one.amount_cents]),
        );
        for (const { there, amount } of made) expect(told.get(there) ?? amount).toBe(amount);
        expect(made.filter(({ there }) => told.has(there)).length).toBeGreaterThan(1);
        // Of the two equal ones, Paymob counted the first one first.
        if (fault === 'error-after') expect(Number(made[0]!.there)).toBeLessThan(Number(made[1]!.there));
      }
      const sum = made.reduce((all, { amount }) => all + amount, 0);
      expect(refunded(ref)).toBe(sum);
      expect(await rowOf(daftar, id)).toMatchObject({ refunded: sum, refunding: 0 });
    },
  );

  test.runIf(way.tellsRefunds)(
    'one that was found by its amount is not booked once more when its own news comes',
    async () => {
      const { id, ref } = await payLive(way.method);
      standIn.fail('refund', 'error-after');
      await give(id, 30);
      // Its id is no longer the last one there.
      await standIn.refundInDashboard(ref, 2_000);
      const news = standIn.takeNotifications();
      await followUp();
      await hear(2);
      for (const raw of news) await deliver(raw);
      await hear();
      await followUp();
      expect(refunded(ref)).toBe(5_000);
      const states = (await rowsOf(id)).map(({ state }) => state);
      expect(states).toEqual(['succeeded', 'succeeded']);
      expect(await rowOf(daftar, id)).toMatchObject({ refunded: 5_000, refunding: 0 });
    },
  );

  test.runIf(way.hasKeys)(
    'the one that waited longest is sent as soon as the one before is answered',
    async () => {
      const { sql } = daftar.database;
      const { id, ref } = await payLive(way.method);
      standIn.fail('refund', 'error-after');
      for (const pounds of [30, 20, 10]) await give(id, pounds);
      const amounts = new Map(
        (
          await sql<{ id: number; amount: number }[]>`
          select id, amount_piastres as amount from refunds where transaction_id = ${id}`
        ).map((each) => [each.id, each.amount]),
      );
      // The increase when each was requested.
      const taken = () => sql<{ id: number; payload: { merchantId: number; id: number } }[]>`
      delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'send-refund' and (j.payload->>'merchantId')::bigint = ${owner.merchantId}
      returning j.id, j.payload`;
      expect(await taken()).toHaveLength(3);
      await followUp();
      for (const [amount, sum] of [
        [2_000, 3_000],
        [1_000, 5_000],
      ]) {
        expect(refunded(ref)).toBe(sum);
        const jobs = await taken();
        expect(jobs.map(({ payload }) => amounts.get(payload.id))).toEqual([amount]);
        await refundJobs['send-refund']!(daftar.app, jobs[0]!.payload);
      }
      expect(refunded(ref)).toBe(6_000);
      expect(await taken()).toEqual([]);
    },
  );

  test('one that is asked for by two calls at once is made once', async () => {
    const { id, ref } = await payLive(way.method);
    standIn.fail('refund', 'busy');
    await give(id, 40);
    daftar.clock.advance({ minutes: 6 });
    await Promise.all([1, 2, 3].map(() => refundJobs['follow-up-refunds']!(daftar.app, {})));
    await hear();
    await followUp();
    expect(refunded(ref)).toBe(4_000);
  });

  test('one that is refused fails, and its amount can be refunded again', async () => {
    const { id, ref } = await payLive(way.method);
    standIn.refundsAre('refused');
    await give(id, 40);
    await followUp();
    expect(refunded(ref)).toBe(0);
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['failed']);
    standIn.refundsAre('made');
    await give(id, 40);
    await hear();
    await followUp();
    expect(refunded(ref)).toBe(4_000);
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 4_000, refunding: 0 });
  });

  test('one that the bank takes its time for is pending, and booked when it is made', async () => {
    const { id, ref } = await payLive(way.method);
    standIn.refundsAre('pending');
    expect((await give(id, 40)).body.data).toMatchObject({ state: 'pending' });
    await followUp();
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 0, refunding: 4_000 });
    standIn.decideRefunds('made');
    await hear(2);
    await followUp();
    expect(refunded(ref)).toBe(4_000);
    expect(await rowOf(daftar, id)).toMatchObject({ refunded: 4_000, refunding: 0 });
  });

  test.runIf(way.tellsRefunds)(
    'one made in the processor’s own dashboard is booked once, by nobody of ours',
    async () => {
      const { id, ref } = await payLive(way.method);
      await standIn.refundInDashboard(ref, 2_500);
      await hear(3);
      expect(refunded(ref)).toBe(2_500);
      expect(await rowOf(daftar, id)).toMatchObject({ refunded: 2_500, refunding: 0 });
      expect(await rowsOf(id)).toMatchObject([{ state: 'succeeded', by: null }]);
      const shown = await daftar.call({ path: `/merchant/transactions/${id}`, mode: 'live', as: owner });
      expect(shown.body.data.refunds).toMatchObject([{ amount: 25, state: 'succeeded', requested_by: '' }]);
    },
  );

  test.runIf(way.tellsRefunds)(
    'one of the whole charge in the dashboard gives the fees that the payer bore back too',
    async () => {
      await daftar.database.sql`
        insert into merchant_settings (merchant_id, mode, fees_on) values (${owner.merchantId}, 'live', 'C')
        on conflict (merchant_id, mode) do update set fees_on = 'C'`;
      const { id, ref } = await payLive(way.method);
      await standIn.refundInDashboard(ref, 10_656);
      await hear(2);
      expect(await rowOf(daftar, id)).toMatchObject({ status: 3, refunded: 10_656, refunding: 0 });
    },
  );

  test.runIf(!way.tellsRefunds)(
    'one made in the processor’s own dashboard waits for an operator, who looks it up and books it once',
    async () => {
      const { id, ref } = await payLive(way.method);
      await standIn.refundInDashboard(ref, 2_500);
      await hear(3);
      expect(await rowOf(daftar, id)).toMatchObject({ refunded: 0 });
      const { ask, tell, lastAudit } = deskOf(() => daftar);
      const finance = await daftar.operator('finance');
      const listed = async () =>
        (await ask(finance, '/discrepancies')).body.data.filter(
          (each: { transaction_id: number }) => each.transaction_id === id,
        );
      const [waits] = await listed();
      expect(await listed()).toMatchObject([
        {
          kind: 'refund-unnamed',
          merchant: { id: owner.merchantId },
          account: { id: account.id },
          said: 'PARTIAL_REFUNDED',
          amount: null,
          refundable_amount: 100,
          created_at: daftar.clock.now().toISOString(),
        },
      ]);
      const book = (body: object) =>
        tell(finance, `/discrepancies/${owner.merchantId}/${waits.id}/refund`, {
          amount: 25,
          processor_refund_id: 'FR-1',
          reason: 'Seen in the dashboard',
          ...body,
        });
      expect((await book({ amount: 100.01 })).body.errors).toHaveProperty('amount');
      expect((await book({ reason: ' ' })).body.errors).toHaveProperty('reason');
      const both = await Promise.all([book({}), book({ processor_refund_id: 'FR-2' })]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect(await rowOf(daftar, id)).toMatchObject({ refunded: 2_500, refunding: 0 });
      expect(await rowsOf(id)).toMatchObject([{ state: 'succeeded', by: null }]);
      expect(await lastAudit()).toMatchObject({
        merchantId: 0,
        actor: finance.email,
        action: 'discrepancy.refunded',
        after: {
          merchant: owner.merchantId,
          said: 'PARTIAL_REFUNDED',
          amountPiastres: 2_500,
          reason: 'Seen in the dashboard',
        },
      });
      const told = await daftar.database.sql`
        select kind from notifications where merchant_id = ${owner.merchantId} and kind = 'refund-succeeded'`;
      expect(told).toHaveLength(1);
      // The booked refund explains the same status; that the rest was refunded too is new.
      await standIn.refundInDashboard(ref, 500);
      await hear();
      expect(await listed()).toEqual([]);
      await standIn.refundInDashboard(ref, 7_000);
      await hear();
      expect(await listed()).toMatchObject([{ said: 'REFUNDED', refundable_amount: 75 }]);
      // An id of the account belongs to a single refund.
      const [again] = await listed();
      const rest = { amount: 75, processor_refund_id: 'FR-1', reason: 'Both of them' };
      const path = `/discrepancies/${owner.merchantId}/${again.id}/refund`;
      const [first] = await daftar.database.sql<{ ref: string }[]>`
        select processor_refund_id as ref from refunds where transaction_id = ${id}`;
      const taken = await tell(finance, path, { ...rest, processor_refund_id: first!.ref });
      expect(taken.body.errors).toHaveProperty('processor_refund_id');
      expect((await tell(finance, path, { ...rest, processor_refund_id: 'FR-3' })).status).toBe(200);
      expect(await rowOf(daftar, id)).toMatchObject({ status: 3, refunded: 10_000 });
    },
  );

  test.runIf(!way.tellsRefunds)('one of ours is no news for an operator', async () => {
    const { id } = await payLive(way.method);
    await give(id, 30);
    await hear(2);
    await give(id, 70);
    await hear(2);
    const found = await daftar.database.sql`select from discrepancies where transaction_id = ${id}`;
    expect(found).toHaveLength(0);
  });

  test.runIf(way.tellsRefunds)('of an order that was paid twice, both go back in the dashboard', async () => {
    const { ref } = await payLive(way.method);
    await standIn.act(ref, 'pay-again');
    await hear();
    for (let times = 0; times < 2; times += 1) {
      await standIn.refundInDashboard(ref, 10_000);
      await hear();
    }
    expect(refunded(ref)).toBe(20_000);
    const [row] = await daftar.database.sql<{ sum: number }[]>`
      select sum(refunded_piastres)::int as sum from transactions where merchant_id = ${owner.merchantId}`;
    expect(row!.sum).toBe(20_000);
  });
});
