import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settleAllDue } from '../settlements/service.ts';
import { balances, differences, pay, settleAll } from '../testing/money.ts';
import { samples } from '../testing/samples.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../testing/server.ts';

let daftar: TestServer;
let finance: OperatorActor;
let reviewer: OperatorActor;
let admin: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // A Monday morning; sessions do not outlive a working day.
  daftar.clock.set('2026-06-15T09:00:00Z');
  [finance, reviewer, admin] = [
    await daftar.operator('finance'),
    await daftar.operator('reviewer'),
    await daftar.operator('admin'),
  ];
  owner = await daftar.merchant();
});

const ask = (as: OperatorActor, path: string, query?: Record<string, string>) =>
  daftar.call({ path: `/api/ops${path}`, as, ...(query ? { query } : {}) });
const tell = (as: OperatorActor, path: string, body?: unknown, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
  daftar.call({ method, path: `/api/ops${path}`, as, body });
const lastAudit = async () => {
  const [row] = await daftar.database.sql`
    select merchant_id as "merchantId", actor, address, action, subject, before, after
      from audit_log order by id desc limit 1`;
  return row!;
};

describe('merchants', () => {
  test('are found by part of a name in any Arabic spelling, by e-mail, mobile and id', async () => {
    const { sql } = daftar.database;
    await sql`update merchants set business_name = 'مؤسّسة الأمانة للتجارة' where id = ${owner.merchantId}`;
    const found = async (q: string) =>
      (await ask(reviewer, '/merchants', { q })).body.data.map(({ id }: { id: number }) => id);
    for (const q of ['الامانه', 'أمانة', owner.email.slice(0, 14), owner.mobile, String(owner.merchantId)]) {
      expect(await found(q), q).toEqual([owner.merchantId]);
    }
    expect(await found('100%_')).toEqual([]);
    const suspended = await daftar.merchant({ status: 4 });
    const { body } = await ask(reviewer, '/merchants', { status: '4' });
    expect(body.data).toEqual([
      expect.objectContaining({ id: suspended.merchantId, status: 4, is_held: false }),
    ]);
  });

  test('are suspended and resumed to what they were, from the next call on', async () => {
    const call = () =>
      daftar.call({ method: 'POST', path: '/merchant/Customer/Create', mode: 'test', as: owner });
    const applicant = await daftar.merchant({ status: 1 });
    for (const [merchant, status] of [
      [owner, 3],
      [applicant, 1],
    ] as const) {
      const path = `/merchants/${merchant.merchantId}`;
      expect((await tell(reviewer, `${path}/suspend`, { reason: ' ' })).status).toBe(422);
      expect((await tell(reviewer, `${path}/suspend`, { reason: 'Papers ran out' })).status).toBe(200);
      expect(await lastAudit()).toMatchObject({
        merchantId: merchant.merchantId,
        actor: reviewer.email,
        address: '127.0.0.1',
        action: 'merchant.suspend',
        before: { status },
        after: { status: 4, reason: 'Papers ran out' },
      });
      if (merchant === owner) expect((await call()).status).toBe(403);
      expect((await tell(reviewer, `${path}/suspend`, { reason: 'again' })).status).toBe(400);
      expect((await tell(reviewer, `${path}/resume`)).status).toBe(200);
      if (merchant === owner) expect((await call()).status).toBe(422);
      expect((await tell(reviewer, `${path}/resume`)).status).toBe(400);
      expect((await ask(reviewer, path)).body.data).toMatchObject({ status, status_reason: null });
    }
  });

  test('pay the rates that finance agreed with them, each method its own', async () => {
    const path = `/merchants/${owner.merchantId}`;
    const rates = [{ payment_method_id: 1, rate: '1.5', fixed: '2' }];
    expect((await tell(finance, `${path}/rates`, { rates }, 'PUT')).status).toBe(200);
    expect(await lastAudit()).toMatchObject({
      action: 'merchant.rates',
      before: { rates: [] },
      after: { rates: [{ method: 1, rateBps: 150, fixedPiastres: 200 }] },
    });
    const { body } = await ask(finance, path);
    expect(body.data.rates[0]).toMatchObject({ rate: 1.5, fixed: 2, is_usual: false });
    expect(body.data.rates[1]).toMatchObject({ rate: 2.75, fixed: 3, is_usual: true });
    const { id } = await pay(daftar, owner, { pounds: 100 });
    const paid = (await ask(finance, `/transactions/${owner.merchantId}/${id}`)).body.data;
    expect(paid).toMatchObject({ fee: 3.5, mode: 'live', merchant: { mdr: 1.5 } });
    const twice = [rates[0], rates[0]];
    expect((await tell(finance, `${path}/rates`, { rates: twice }, 'PUT')).status).toBe(422);
    const dear = [{ payment_method_id: 1, rate: 101, fixed: 0 }];
    const refused = await tell(finance, `${path}/rates`, { rates: dear }, 'PUT');
    expect(refused.body.errors).toHaveProperty(['rates.0.rate']);
  });

  test('are settled by their schedule', async () => {
    const path = `/merchants/${owner.merchantId}/settlement-schedule`;
    for (const wrong of [
      { schedule: 'weekly' },
      { schedule: 'weekly', day: 5 },
      { schedule: 'monthly', day: 0 },
    ]) {
      expect((await tell(finance, path, wrong, 'PUT')).body.errors).toHaveProperty('day');
    }
    expect((await tell(finance, path, { schedule: 'weekly', day: 3 }, 'PUT')).status).toBe(200);
    expect(await lastAudit()).toMatchObject({
      before: { schedule: 'daily', day: null },
      after: { schedule: 'weekly', day: 3 },
    });
    const { id } = await pay(daftar, owner);
    const read = async () => (await ask(finance, `/transactions/${owner.merchantId}/${id}`)).body.data;
    // Paid on a Monday: the Wednesday after it.
    expect(await read()).toMatchObject({ expected_settlement_date: '2026-06-17', settlement_status: 2 });
    daftar.clock.set('2026-06-16T09:00:00Z');
    expect(await settleAllDue(daftar.app, owner.merchantId)).toBe(0);
    daftar.clock.set('2026-06-17T09:00:00Z');
    expect(await settleAllDue(daftar.app, owner.merchantId)).toBe(1);
  });
});

describe('settlements', () => {
  test('are run at once, but not while they are held', async () => {
    await pay(daftar, owner);
    const path = `/merchants/${owner.merchantId}/settlement-hold`;
    const run = async () =>
      (await tell(finance, '/settlements/run', { merchant_id: owner.merchantId })).body.data.made;
    expect(await run()).toBe(0);
    daftar.clock.set('2026-06-16T07:00:00Z');
    finance = await daftar.operator('finance');
    expect((await tell(finance, path, { reason: 'Being looked at' })).status).toBe(200);
    expect((await tell(finance, path, { reason: 'again' })).status).toBe(400);
    expect(await run()).toBe(0);
    expect((await ask(finance, '/merchants', { q: owner.email })).body.data[0].is_held).toBe(true);
    expect((await tell(finance, path, undefined, 'DELETE')).status).toBe(200);
    expect(await run()).toBe(1);
    expect(await lastAudit()).toMatchObject({ action: 'settlement.run', after: { made: 1 } });
    expect(await run()).toBe(0);
  });

  const settlementOf = async () => {
    await settleAll(daftar, owner);
    const { body } = await ask(finance, '/settlements', { merchant_id: String(owner.merchantId) });
    return body.data[0];
  };

  test('are paid to the bank once, out of what is available', async () => {
    await pay(daftar, owner);
    const made = await settlementOf();
    expect(made).toMatchObject({ paid_at: null, bank_reference: null, merchant: { id: owner.merchantId } });
    const before = await balances(daftar, owner);
    const path = `/settlements/${owner.merchantId}/${made.id}/paid`;
    expect((await tell(finance, path, { bank_reference: '' })).status).toBe(422);
    const answers = await Promise.all(
      ['CIB-1', 'CIB-2', 'CIB-3'].map((bank_reference) => tell(finance, path, { bank_reference })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const amount = Math.round(made.amount * 100);
    expect(await balances(daftar, owner)).toMatchObject({
      available: before.available! - amount,
      bank: (before.bank ?? 0) + amount,
    });
    const merchant_id = String(owner.merchantId);
    const paid = await ask(finance, '/settlements', { state: 'paid', merchant_id });
    expect(paid.body.data[0]).toMatchObject({ id: made.id, bank_reference: expect.stringMatching(/^CIB-/) });
    expect((await ask(finance, '/settlements', { state: 'unpaid', merchant_id })).body.data).toEqual([]);
    expect(await differences(daftar)).toEqual([]);
  });

  test('are not paid to the bank when the money left by a code', async () => {
    await pay(daftar, owner);
    const made = await settlementOf();
    const body = { amount: 50 };
    const asked = await daftar.call({
      method: 'POST',
      path: '/merchant/payment_links/payout',
      mode: 'live',
      as: owner,
      body,
    });
    expect(asked.status).toBe(201);
    const path = `/settlements/${owner.merchantId}/${made.id}/paid`;
    const refused = await tell(finance, path, { bank_reference: 'CIB-9' });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('does not cover');
    expect(
      (await ask(finance, '/settlements', { reference: made.reference })).body.data[0].paid_at,
    ).toBeNull();
  });
});

describe('money across merchants', () => {
  test('is found by reference, payer, amount and merchant, in one mode at a time', async () => {
    const other = await daftar.merchant();
    const mine = await pay(daftar, owner, { pounds: 123.45 });
    await pay(daftar, other, { pounds: 77 });
    await pay(daftar, owner, { pounds: 123.45, mode: 'test' });
    const find = async (query: Record<string, string>) =>
      (await ask(reviewer, '/transactions', query)).body.data.map(
        ({ reference }: { reference: string }) => reference,
      );
    const merchant_id = String(owner.merchantId);
    expect(await find({ reference: mine.reference.toLowerCase() })).toEqual([mine.reference]);
    expect(await find({ merchant_id })).toEqual([mine.reference]);
    expect(await find({ merchant_id, payer: 'ساره احمد' })).toEqual([mine.reference]);
    expect(await find({ amount_from: '123.45', amount_to: '123.45' })).toContain(mine.reference);
    expect(await find({ amount_from: '123.46', merchant_id })).toEqual([]);
    expect(await find({ merchant_id, mode: 'test' })).not.toContain(mine.reference);
    expect((await find({})).length).toBeGreaterThanOrEqual(2);
    expect((await find({ payer: 'sara@', sort_by: 'amount', sort_type: 'asc' })).length).toBeGreaterThan(1);
  });

  test("never reads a payment under another merchant's address", async () => {
    const other = await daftar.merchant();
    const { id } = await pay(daftar, owner);
    expect((await ask(finance, `/transactions/${other.merchantId}/${id}`)).status).toBe(404);
    expect(
      (await tell(finance, `/transactions/${other.merchantId}/${id}/chargeback`, { reason: 'x' })).status,
    ).toBe(404);
  });

  test('is disputed and decided once', async () => {
    const { id } = await pay(daftar, owner);
    const open = `/transactions/${owner.merchantId}/${id}/chargeback`;
    expect((await tell(finance, open, { reason: 'fraudulent', amount: '100.01' })).status).toBe(400);
    const opened = await tell(finance, open, { reason: 'fraudulent', amount: '40' });
    expect(opened.status, opened.raw).toBe(200);
    expect((await tell(finance, open, { reason: 'fraudulent' })).status).toBe(400);
    const { body } = await ask(finance, '/chargebacks', { reference: opened.body.data.reference });
    expect(body.data[0]).toMatchObject({ amount: 40, status: 0, transaction_id: id });
    const path = `/chargebacks/${owner.merchantId}/${body.data[0].id}`;
    expect((await tell(finance, `${path}/withdraw`)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ actor: finance.email, action: 'chargeback.withdrawn' });
    expect((await tell(finance, `${path}/apply`)).status).toBe(400);
    expect(await differences(daftar)).toEqual([]);
  });

  test('is disputed with files, read by whom the dispute is theirs to judge and no others of the merchant', async () => {
    const make = (name: string) =>
      samples[`ops-money.${name}`]!.params!({ daftar, actor: owner, mode: 'live' });
    const { id, filePath } = await make('evidenceFile');
    const path = `/chargebacks/${owner.merchantId}/${id}/files`;
    const files = await ask(finance, path);
    expect(files.body.data).toEqual([
      { path: filePath, name: 'receipt.png', type: 'image/png', sizeBytes: expect.any(Number) },
    ]);
    const read = await ask(finance, `${path}/${filePath}`, { size: 'large' });
    expect([read.status, read.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await ask(reviewer, `${path}/${filePath}`)).status).toBe(403);
    const other = await make('evidenceFile');
    expect((await ask(finance, `${path}/${other.filePath}`)).status).toBe(404);
    expect((await ask(finance, `/chargebacks/${owner.merchantId + 1}/${id}/files`)).status).toBe(404);
  });

  test('is handed over or returned once', async () => {
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    for (const amount of [10, 20]) {
      const path = '/merchant/payment_links/payout';
      await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: { amount } });
    }
    const list = async () =>
      (await ask(finance, '/payouts', { merchant_id: String(owner.merchantId), state: 'requested' })).body
        .data;
    const [second, first] = await list();
    const path = (payout: { id: number }) => `/payouts/${owner.merchantId}/${payout.id}`;
    expect((await tell(finance, `${path(first)}/hand-over`)).status).toBe(200);
    expect((await tell(finance, `${path(first)}/return`, { reason: 'late' })).status).toBe(400);
    expect((await tell(finance, `${path(second)}/return`, { reason: 'No such account' })).status).toBe(200);
    expect(await lastAudit()).toMatchObject({
      action: 'payout.returned',
      after: { reason: 'No such account' },
    });
    expect(await list()).toEqual([]);
    expect(await differences(daftar)).toEqual([]);
  });
});

describe('what the provider keeps for everybody', () => {
  test('an exchange rate counts from its moment, never in the past, and a typing error is asked about', async () => {
    const rates = async () => (await ask(finance, '/exchange-rates')).body.data;
    const add = (form: object) => tell(finance, '/exchange-rates', { currency: 'USD', ...form });
    const far = await add({ rate: '4.85' });
    expect(far.body.errors).toEqual({ rate: [expect.stringContaining('10%')] });
    expect((await add({ rate: '48.5', effective_from: '2026-01-05T00:00:00Z' })).body.errors).toHaveProperty(
      'effective_from',
    );
    for (const rate of ['0', '-1', '1e3', '48.1234567', 'x']) {
      expect((await add({ rate })).body.errors, rate).toHaveProperty('rate');
    }
    expect((await add({ rate: '٤٩٫٢٥' })).status).toBe(200);
    expect((await add({ rate: 49.25 })).body.errors).toHaveProperty('effective_from');
    expect((await add({ rate: 60, confirmed: true, effective_from: '2026-06-20T00:00:00Z' })).status).toBe(
      200,
    );
    expect((await rates()).map(({ rate, state }: { rate: number; state: string }) => [rate, state])).toEqual([
      [60, 'future'],
      [49.25, 'current'],
      [48.5, 'past'],
    ]);
    expect(await lastAudit()).toMatchObject({
      merchantId: 0,
      action: 'exchange-rate.add',
      before: { rate: 49.25 },
    });
  });

  test('bank holidays are kept for days to come', async () => {
    const holiday = { day: '2026-06-30', name_en: 'Revolution', name_ar: 'ثورة يونيو' };
    expect(
      (await tell(finance, '/bank-holidays', { ...holiday, day: '2026-06-14' })).body.errors,
    ).toHaveProperty('day');
    expect((await tell(finance, '/bank-holidays', holiday)).status).toBe(200);
    expect((await ask(finance, '/bank-holidays')).body.data).toContainEqual(holiday);
    expect((await tell(finance, '/bank-holidays/2026-06-30', undefined, 'DELETE')).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ action: 'bank-holiday.remove', before: holiday });
    expect((await tell(finance, '/bank-holidays/2026-06-30', undefined, 'DELETE')).status).toBe(404);
  });
});

describe('what failed', () => {
  test('is listed without its contents, and tried again once', async () => {
    const { sql } = daftar.database;
    const [message] = await sql<{ id: number }[]>`
      insert into messages (merchant_id, channel, recipient, locale, subject, body_text, links, state, last_error)
      values (${owner.merchantId}, 'email', 'a@example.com', 'en', 'Reset', 'the secret link', '{https://x/secret}',
              'failed', 'refused') returning id`;
    const [job] = await sql<{ id: number }[]>`
      select id from graphile_worker.add_job('settle-due', '{}'::json)`;
    await sql`update graphile_worker._private_jobs set last_error = 'boom', attempts = 25 where id = ${job!.id}`;
    const messages = await ask(finance, '/failures/messages');
    expect(messages.body.data).toEqual([expect.objectContaining({ id: message!.id, last_error: 'refused' })]);
    expect(messages.raw).not.toContain('secret');
    const jobs = await ask(finance, '/failures/jobs');
    expect(jobs.body.data).toEqual([
      expect.objectContaining({ task: 'settle-due', last_error: 'boom', next_try_at: null }),
    ]);
    const retry = `/failures/messages/${owner.merchantId}/${message!.id}/retry`;
    expect((await tell(finance, retry)).status).toBe(200);
    expect((await tell(finance, retry)).status).toBe(404);
    expect((await tell(finance, `/failures/jobs/${job!.id}/retry`)).status).toBe(200);
    const [again] = await sql`select attempts, run_at from graphile_worker.jobs where id = ${job!.id}`;
    expect(again).toMatchObject({ attempts: 0 });
    expect(await lastAudit()).toMatchObject({ action: 'job.retry', after: { task: 'settle-due' } });
  });
});

test('the audit log is found by who, what, whose and when', async () => {
  await tell(reviewer, `/merchants/${owner.merchantId}/suspend`, { reason: 'Papers' });
  const find = async (query: Record<string, string>) => (await ask(admin, '/audit', query)).body.data;
  const mine = await find({ actor: reviewer.email, action: 'merchant.suspend' });
  expect(mine).toHaveLength(1);
  expect(mine[0]).toMatchObject({
    merchant: { id: owner.merchantId },
    subject: `merchant:${owner.merchantId}`,
  });
  expect(mine[0].action_name).toBe('The account was suspended');
  expect(mine[0].changes).toEqual([
    { field: 'status', before: '3', after: '4' },
    { field: 'reason', before: null, after: 'Papers' },
  ]);
  const actions = (await ask(admin, '/audit/actions')).body.data;
  expect(actions).toContainEqual({ action: 'operator.sign-in', name: 'Signed in to the console' });
  expect(await find({ merchant_id: String(owner.merchantId), date_from: '2026-06-16' })).toEqual([]);
  expect((await find({ action: 'operator.sign-in', actor: admin.email }))[0].merchant).toBeNull();
});
