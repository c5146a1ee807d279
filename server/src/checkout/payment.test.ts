import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkRow, startTestCheckout, type TestCheckout, transactionsOf } from '../../tests/kit/checkout.ts';
import { applyOutcome } from './outcomes.ts';
import { findAttemptByToken } from './store.ts';

let checkout: TestCheckout;
beforeAll(async () => {
  checkout = await startTestCheckout();
});
afterAll(() => checkout.close());

/** Returns the attempt page to which a payment was redirected. */
async function resultOf(location: string | null) {
  const reply = await checkout.get(location!);
  if (reply.view?.page.kind !== 'attempt') throw new Error(`not an attempt: ${reply.raw}`);
  return reply.view.page.attempt;
}

describe('paying a link by card', () => {
  test('books everything: transaction, counts, ledger, statistics, timeline, receipt and notification', async () => {
    const merchant = await checkout.merchant();
    const link = await checkout.link(merchant, { asks: ['name', 'email', 'phone'] });
    const form = { method: '1', card_number: '4242 4242 4242 4242', card_expiry: '12/30', card_cvv: '123' };
    const payer = { name: 'منى', email: 'Mona@Example.com', phone: '+20 100 123 4567' };
    const reply = await checkout.post(`/pay/${link.token}`, { ...form, ...payer });
    expect(reply.status).toBe(303);
    const attempt = await resultOf(reply.location);
    expect(attempt).toMatchObject({
      state: 'succeeded',
      method: 'Card',
      card: { brand: 'visa', last4: '4242' },
      // Viewed in another browser than the payer's.
      payer: { name: 'منى', email: 'm•••@example.com', phone: '010••••4567' },
      canRetry: false,
    });
    const { sql } = checkout;
    const [transaction, ...others] = await transactionsOf(sql, merchant);
    expect(others).toEqual([]);
    expect(transaction).toMatchObject({
      status: 1,
      flags: [],
      charged: 10_000,
      net: 9_344,
      value: 10_000,
      expected: '2026-06-16',
    });
    expect(await linkRow(sql, link)).toEqual({ status: 1, paid: 1, held: 0 });
    const balances = await sql`
      select kind, balance from ledger_accounts where merchant_id = ${merchant} and balance <> 0 order by kind`;
    expect(balances.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['clearing', -10_000],
      ['pending', 9_344],
      ['fees', 575],
      ['vat', 81],
    ]);
    const events = await sql`select kind from transaction_events where merchant_id = ${merchant} order by id`;
    expect(events.map(({ kind }) => kind)).toEqual(['created', 'succeeded']);
    const days = await sql`
      select day, payment_method, count from daily_method_counts where merchant_id = ${merchant}`;
    expect([...days]).toEqual([{ day: '2026-06-15', payment_method: 1, count: 1 }]);
    expect(await checkout.runJobs()).toBe(1);
    expect(await checkout.lastMessage('mona@example.com')).toContain(transaction!.reference);
    expect(await checkout.lastMessage('01001234567')).toContain('100.00');
    const notices = await sql`select kind, href from notifications where merchant_id = ${merchant}`;
    expect([...notices]).toEqual([{ kind: 'payment-received', href: `/transactions/${transaction!.id}` }]);
    expect(await checkout.differences()).toEqual([]);
  });

  test('the announcing job announces once when it runs twice', async () => {
    const merchant = await checkout.merchant();
    const link = await checkout.link(merchant);
    await checkout.payByCard(link);
    const [paid] = await transactionsOf(checkout.sql, merchant);
    const { announcePayment } = await import('./jobs.ts');
    const payload = { merchantId: merchant, transactionId: paid!.id };
    await Promise.all([announcePayment(checkout.app, payload), announcePayment(checkout.app, payload)]);
    const [count] = await checkout.sql`
      select count(*)::int as n from notifications where merchant_id = ${merchant}`;
    expect(count!.n).toBe(1);
    await checkout.runJobs();
  });

  test.each([
    ['4000000000000002', 'declined'],
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000127', 'incorrect_cvc'],
    ['4111111111111111', 'declined'],
  ])('card %s fails as %s, moves no money and can be retried', async (number, reason) => {
    const merchant = await checkout.merchant();
    const link = await checkout.link(merchant);
    const failed = await resultOf((await checkout.payByCard(link, number)).location);
    expect(failed).toMatchObject({ state: 'failed', failure: reason, canRetry: true });
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 2, failure: reason }]);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 2, paid: 0, held: 0 });
    const again = await resultOf((await checkout.payByCard(link)).location);
    expect(again.state).toBe('succeeded');
    expect(await checkout.differences()).toEqual([]);
  });

  test.each([
    ['approve', 'succeeded', 1],
    ['decline', 'failed', 2],
  ])('a challenge answered with %s has %s', async (result, state, status) => {
    const merchant = await checkout.merchant();
    const link = await checkout.link(merchant);
    const { location } = await checkout.payByCard(link, '4000000000003220');
    expect((await resultOf(location)).state).toBe('challenge');
    expect((await checkout.post(`${location}/challenge`, { result })).status).toBe(303);
    expect((await resultOf(location)).state).toBe(state);
    // Answered again, with the opposite result: nothing changes.
    await checkout.post(`${location}/challenge`, { result: 'approve' });
    await checkout.post(`${location}/cancel`, {});
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status }]);
    expect(await checkout.differences()).toEqual([]);
  });

  test('a card that will dispute pays, and the announcement is kept for chargebacks', async () => {
    const merchant = await checkout.merchant();
    await checkout.payByCard(await checkout.link(merchant), '4000000000000259');
    const [attempt] = await checkout.sql`
      select state, dispute_announced from payment_attempts where merchant_id = ${merchant}`;
    expect(attempt).toEqual({ state: 'succeeded', dispute_announced: true });
  });

  test('a link in dollars is charged in pounds at its stored value', async () => {
    const merchant = await checkout.merchant();
    const link = await checkout.link(merchant, { amount: 2_550, currency: 'USD', rateScaled: 48_500_000 });
    const open = await checkout.get(`/pay/${link.token}`);
    expect(open.view?.page).toMatchObject({
      kind: 'open',
      payable: { currency: 'USD', total: 2_550, charged: { piastres: 123_675, rate: 48.5 } },
    });
    expect((await resultOf((await checkout.payByCard(link)).location)).chargePiastres).toBe(123_675);
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
      { total: 2_550, currency: 'USD', value: 123_675, charged: 123_675, status: 1 },
    ]);
    expect(await checkout.differences()).toEqual([]);
  });

  test('fees borne by the customer are shown before and charged on top; the merchant’s own rates apply', async () => {
    const merchant = await checkout.merchant({ feesOn: 'C' });
    await checkout.sql`insert into merchant_rates values (${merchant}, 4, 100, 0)`;
    const link = await checkout.link(merchant, { maxPaymentCount: 2, methods: [1, 4] });
    const open = await checkout.get(`/pay/${link.token}`);
    expect(open.view?.page).toMatchObject({
      methods: [
        { code: 'Card', chargePiastres: 10_656, customerFeePiastres: 656 },
        { code: 'Kiosk', chargePiastres: 10_114, customerFeePiastres: 114 },
      ],
    });
    await checkout.payByCard(link);
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
      { charged: 10_656, net: 10_000, value: 10_000, total: 10_000 },
    ]);
    expect(await checkout.differences()).toEqual([]);
  });
});

describe('to the piastre', () => {
  /** Rate 2.75 % and 3 EGP, VAT of 14 %: [borne by, requested, received, flags, fee, VAT, net, value] */
  test.each([
    ['M', 10_000, 10_000, [], 575, 81, 9_344, 10_000],
    ['M', 10_000, 9_999, ['partial'], 575, 81, 9_343, 9_999],
    ['M', 10_000, 4_000, ['partial'], 410, 57, 3_533, 4_000],
    ['M', 10_000, 12_500, ['over'], 644, 90, 11_766, 12_500],
    ['M', 10_000, 50, ['partial'], 301, 42, -293, 50],
    ['C', 10_656, 10_656, [], 575, 81, 10_000, 10_000],
    ['C', 10_656, 10_655, ['partial'], 593, 83, 9_979, 9_979],
    ['C', 10_656, 4_000, ['partial'], 410, 57, 3_533, 3_533],
    ['C', 10_656, 12_500, ['over'], 644, 90, 11_766, 11_766],
    ['C', 10_656, 50, ['partial'], 301, 42, -293, 1],
  ] as const)(
    'fees on %s, %i requested, %i received',
    async (feesOn, asked, received, flags, fee, vat, net, value) => {
      const merchant = await checkout.merchant({ feesOn });
      const link = await checkout.link(merchant);
      const { location } = await checkout.post(`/pay/${link.token}`, { method: '4' });
      expect((await resultOf(location)).chargePiastres).toBe(asked);
      const attempt = (await findAttemptByToken(checkout.app.db, merchant, location!.split('/').at(-1)!))!;
      const report = {
        state: 'succeeded',
        reference: 'P-1',
        receivedPiastres: received,
        disputes: false,
      } as const;
      await applyOutcome(checkout.app, attempt, report);
      const [transaction] = await checkout.sql`
      select status, flags, charged_piastres as charged, fee_piastres as fee, vat_piastres as vat, net_piastres as net,
             value_piastres as value, total, external_reference as name, expected_settlement_on as expected, paid_at as paid
        from transactions where merchant_id = ${merchant}`;
      expect(transaction).toEqual({
        status: 1,
        flags,
        charged: received,
        fee,
        vat,
        net,
        value,
        total: value,
        name: 'P-1',
        expected: expect.any(String),
        paid: checkout.clock.now(),
      });
      const postings = await checkout.sql`
      select p.account, p.amount from ledger_postings p where p.merchant_id = ${merchant}`;
      const booked = Object.fromEntries(postings.map(({ account, amount }) => [account, amount]));
      expect(booked).toEqual({ clearing: -received, pending: net, fees: fee, vat });
      const events = await checkout.sql`
      select kind, amount_piastres as amount, detail from transaction_events where merchant_id = ${merchant} order by id`;
      expect([...events]).toEqual([
        { kind: 'created', amount: null, detail: null },
        { kind: 'succeeded', amount: received, detail: flags[0] ?? null },
      ]);
      const [after] = await checkout.sql`
      select state, counted, holds_place as holds, processor_reference as name, failure_reason as failure,
             next_ask_at as next, paid_at as paid
        from payment_attempts where merchant_id = ${merchant}`;
      const counted = received >= asked;
      const paid = checkout.clock.now();
      expect(after).toEqual({
        state: 'succeeded',
        counted,
        holds: false,
        name: 'P-1',
        failure: null,
        next: null,
        paid,
      });
      expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: Number(counted), held: 0 });
      expect(await checkout.differences()).toEqual([]);
    },
  );

  test('a part of a price in dollars is worth its share of the dollars', async () => {
    const merchant = await checkout.merchant();
    const link = await checkout.link(merchant, { amount: 2_550, currency: 'USD', rateScaled: 48_500_000 });
    const { location } = await checkout.post(`/pay/${link.token}`, { method: '4' });
    const attempt = (await findAttemptByToken(checkout.app.db, merchant, location!.split('/').at(-1)!))!;
    const report = {
      state: 'succeeded',
      reference: 'P-1',
      receivedPiastres: 50_000,
      disputes: false,
    } as const;
    await applyOutcome(checkout.app, attempt, report);
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
      { status: 1, flags: ['partial'], charged: 50_000, value: 50_000, total: 1_031, net: 48_090 },
    ]);
    expect(await checkout.differences()).toEqual([]);
  });

  test('a payment that ends without money shows why and when, and keeps its original figures', async () => {
    const merchant = await checkout.merchant();
    const link = await checkout.link(merchant);
    await checkout.payByCard(link, '4000000000009995');
    const [transaction] = await checkout.sql`
      select status, flags, charged_piastres as charged, fee_piastres as fee, vat_piastres as vat, net_piastres as net,
             paid_at as paid, updated_at as updated, failure_reason as failure
        from transactions where merchant_id = ${merchant}`;
    expect(transaction).toEqual({
      status: 2,
      flags: [],
      charged: 10_000,
      fee: 575,
      vat: 81,
      net: 9_344,
      paid: null,
      updated: checkout.clock.now(),
      failure: 'insufficient_funds',
    });
    const events = await checkout.sql`
      select kind, amount_piastres as amount, detail from transaction_events where merchant_id = ${merchant} order by id`;
    expect([...events].at(-1)).toEqual({ kind: 'failed', amount: null, detail: 'insufficient_funds' });
    const postings = await checkout.sql`select from ledger_postings where merchant_id = ${merchant}`;
    expect(postings.count).toBe(0);
  });
});

describe('wallets and their one-time code', () => {
  const WALLET = '01112223334';
  const start = async (merchant: number, method = '3') => {
    const link = await checkout.link(merchant);
    const { location } = await checkout.post(`/pay/${link.token}`, {
      method,
      wallet_mobile: '0111 222 3334',
    });
    return { link, location: location! };
  };
  const sentCode = async () => /\b\d{6}\b/.exec(await checkout.lastMessage(WALLET))![0];
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

  test('the right code pays', async () => {
    const merchant = await checkout.merchant();
    const { location } = await start(merchant, '2');
    expect(await resultOf(location)).toMatchObject({ state: 'otp', sentTo: '011••••3334', triesLeft: 5 });
    const code = await sentCode();
    const stored = await checkout.sql`
      select otp_hash from payment_attempts where merchant_id = ${merchant} and otp_hash is not null`;
    expect(String(stored[0]!.otp_hash)).not.toContain(code);
    await checkout.post(`${location}/otp`, { otp: code });
    expect((await resultOf(location)).state).toBe('succeeded');
    expect(await checkout.differences()).toEqual([]);
  });

  test('is invalid after five wrong tries, also concurrent ones; the right one is then refused', async () => {
    const merchant = await checkout.merchant();
    const { link, location } = await start(merchant);
    const code = await sentCode();
    const first = await checkout.post(`${location}/otp`, { otp: wrong(code) });
    expect(first.status).toBe(422);
    expect(first.view?.page).toMatchObject({
      attempt: { triesLeft: 4 },
      errors: { otp: [{ key: 'OtpWrong', params: { count: 4 } }] },
    });
    await Promise.all(
      Array.from({ length: 8 }, () => checkout.post(`${location}/otp`, { otp: wrong(code) })),
    );
    await checkout.post(`${location}/otp`, { otp: code });
    expect(await resultOf(location)).toMatchObject({ state: 'failed', failure: 'wrong_code' });
    expect(await linkRow(checkout.sql, link)).toMatchObject({ paid: 0, held: 0 });
  });

  test('a new code can be sent after 90 seconds, not before, and replaces the old one', async () => {
    const merchant = await checkout.merchant();
    const { location } = await start(merchant);
    const old = await sentCode();
    await checkout.post(`${location}/resend`, {});
    const [sent] = await checkout.sql`
      select count(*)::int as n from messages where merchant_id = ${merchant} and recipient = ${WALLET}`;
    expect(sent!.n).toBe(1);
    checkout.clock.advance({ seconds: 90 });
    await checkout.post(`${location}/resend`, {});
    const fresh = await sentCode();
    if (fresh !== old) expect((await checkout.post(`${location}/otp`, { otp: old })).status).toBe(422);
    await checkout.post(`${location}/otp`, { otp: fresh });
    expect((await resultOf(location)).state).toBe('succeeded');
  });

  test('a code is invalid after ten minutes', async () => {
    const { location } = await start(await checkout.merchant());
    const code = await sentCode();
    checkout.clock.advance({ minutes: 10 });
    expect((await checkout.post(`${location}/otp`, { otp: code })).status).toBe(422);
    expect((await resultOf(location)).state).toBe('otp');
  });
});

describe('kiosk and InstaPay', () => {
  test.each([
    ['4', /^\d{12}$/],
    ['5', /^daftar\.\w{8}@instapay$/],
  ])('method %s waits with a code and is completed by the simulator', async (method, pattern) => {
    const merchant = await checkout.merchant();
    const link = await checkout.link(merchant);
    const { location } = await checkout.post(`/pay/${link.token}`, { method });
    const waiting = await resultOf(location);
    expect(waiting).toMatchObject({ state: 'awaiting', canSimulate: true });
    expect(waiting.code).toMatch(pattern);
    const [row] = await checkout.sql`select reference_code from transactions where merchant_id = ${merchant}`;
    expect(row!.reference_code).toBe(waiting.code);
    await checkout.post(`${location}/simulate`, { outcome: 'pay' });
    const status = await checkout.get(`${location}/status`);
    expect(JSON.parse(status.raw)).toEqual({ state: 'succeeded' });
    expect(await checkout.differences()).toEqual([]);
  });

  test('a simulated failure and a cancellation end the attempt', async () => {
    const merchant = await checkout.merchant();
    const link = await checkout.link(merchant, { maxPaymentCount: 2 });
    const first = await checkout.post(`/pay/${link.token}`, { method: '4' });
    await checkout.post(`${first.location}/simulate`, { outcome: 'fail' });
    const second = await checkout.post(`/pay/${link.token}`, { method: '5' });
    await checkout.post(`${second.location}/cancel`, {});
    expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([{ status: 2 }, { status: 4 }]);
    expect(await linkRow(checkout.sql, link)).toEqual({ status: 2, paid: 0, held: 0 });
  });
});
