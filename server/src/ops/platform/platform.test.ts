/** The provider's settings for all merchants, failures, and the audit log. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deskOf } from '../../../tests/kit/ops.ts';
import { samples } from '../../../tests/kit/samples.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';

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

const { ask, tell, lastAudit } = deskOf(() => daftar);

describe('settings of the provider', () => {
  test('an exchange rate applies from its date, never in the past, and an unusual one needs confirmation', async () => {
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

  test('a hundred rates to come hide neither the current one nor that a new one is far from it', async () => {
    await daftar.database.sql`
      insert into exchange_rates (currency, effective_from, rate_scaled)
      select 'USD', '2026-07-01'::timestamptz + n * interval '1 day', 50000000 from generate_series(1, 101) n`;
    const rates: { rate: number; state: string }[] = (await ask(finance, '/exchange-rates')).body.data;
    expect(rates.filter(({ state }) => state === 'current')).toEqual([
      expect.objectContaining({ currency: 'USD' }),
    ]);
    expect(rates.length).toBeGreaterThan(102);
    const far = await tell(finance, '/exchange-rates', { currency: 'USD', rate: '4.85' });
    expect(far.body.errors).toEqual({ rate: [expect.stringContaining('10%')] });
  });

  test('bank holidays are added and removed, for days to come only', async () => {
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

describe('failed jobs and messages', () => {
  test('are listed without their contents, and retried once', async () => {
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

test.each(['API key Shop Ahmed', 'ops:mona', 'mona@example.com'])(
  'what %s did is found by the name that the log shows',
  async (actor) => {
    await daftar.database.sql`
      insert into audit_log (merchant_id, at, actor, action, subject)
      values (${owner.merchantId}, ${daftar.clock.now()}, ${actor}, 'payment-link.create', 'payment-link:1')`;
    for (const field of ['q', 'actor'])
      expect((await ask(admin, '/audit', { [field]: actor })).body.data).toMatchObject([{ actor }]);
  },
);

describe('the audit log is searched by references', () => {
  const found = async (q: string) => {
    const { data } = (await ask(admin, '/audit', { q, page_size: '30' })).body;
    return data.map(({ subject }: { subject: string }) => subject).toSorted();
  };

  test('their beginning alone finds what was done to any of their kind, of any merchant', async () => {
    const { sql } = daftar.database;
    const other = await daftar.merchant();
    const made = async (merchantId: number, subject: string, after: object = {}) => {
      await sql`
        insert into audit_log (merchant_id, at, actor, action, subject, after)
        values (${merchantId}, ${daftar.clock.now()}, 'mona@example.com', 'user.update', ${subject}, ${sql.json(after as never)})`;
    };
    await made(owner.merchantId, 'transaction:987654321');
    await made(other.merchantId, 'refund:987654322');
    await made(other.merchantId, 'approval:987654323', { kind: 'refund' });
    await made(other.merchantId, 'approval:987654324', { kind: 'payout' });
    await made(other.merchantId, 'chargeback:987654325');
    const ours = async (q: string) =>
      (await found(q)).filter((subject: string) => subject.includes(':98765432'));
    for (const q of ['TRX', 'trx-'])
      expect(await ours(q), q).toEqual(['approval:987654323', 'refund:987654322', 'transaction:987654321']);
    expect(await ours('CHB')).toEqual(['chargeback:987654325']);
    expect(await ours('TKT')).toEqual([]);
  });

  test('that of a payment finds what was done to its refunds and requests for them, with its prefix or without', async () => {
    const { id } = await samples['approvals.decline']!.params!({ daftar, actor: owner, mode: 'live' });
    const [payment] = await daftar.database.sql<{ reference: string }[]>`
      select x.reference from approvals a join transactions x on x.id = a.transaction_id where a.id = ${id!}`;
    for (const q of [payment!.reference, payment!.reference.slice(4)])
      expect(await found(q), q).toContain(`approval:${id}`);
    expect(await found('TRX-00000000')).toEqual([]);
  });
});

test('the audit log is filtered by who, what, whose and when', async () => {
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
    {
      ...{ field: 'status', before: '3', after: '4' },
      ...{ field_name: 'Status', before_text: 'Live', after_text: 'Suspended' },
    },
    {
      ...{ field: 'reason', before: null, after: 'Papers' },
      ...{ field_name: 'Reason', before_text: null, after_text: 'Papers' },
    },
  ]);
  const actions = (await ask(admin, '/audit/actions')).body.data;
  expect(actions).toContainEqual({ action: 'operator.sign-in', name: 'Signed in to the console' });
  expect(await find({ merchant_id: String(owner.merchantId), date_from: '2026-06-16' })).toEqual([]);
  expect((await find({ action: 'operator.sign-in', actor: admin.email }))[0].merchant).toBeNull();
});
