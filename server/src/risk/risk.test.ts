/** Rules at work: payers use the payment page, operators the services. */

import { text } from 'node:stream/consumers';
import { RiskRuleForm } from '@daftar/contract/ops-risk';
import { RefuseReviewForm } from '@daftar/contract/ops-risk-reviews';
import { validate } from '@daftar/contract/validate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  cardForm,
  GOOD_CARD,
  type Link,
  startTestCheckout,
  type TestCheckout,
} from '../../tests/kit/checkout.ts';
import { expectedDay } from '../checkout/index.ts';
import '../operator-executors.ts';
import { aRule, aRuleThatIsOn, riskOperator, ruleForm, runOver } from '../../tests/kit/risk.ts';
import { approveRequest } from '../ops-approvals/decide.ts';
import { transaction } from '../platform/db/transaction.ts';
import { streamOf } from '../platform/http/reply.ts';
import { newReference } from '../platform/references.ts';
import { bookCameBack } from '../refunds/by-hand.ts';
import { decideRefund } from '../refunds/decide.ts';
import { createPendingRefund } from '../refunds/service.ts';
import { lockPayment } from '../refunds/store-payments.ts';
import { riskChecks } from './checks.ts';
import { addTyped, readPayment } from './entries.ts';
import { dryRunList } from './found.ts';
import { purgeFacts } from './jobs.ts';
import { refuseReview } from './refuse.ts';
import { approveReview, isReviewed, reviews } from './reviews.ts';
import { changeRule, readRule, switchOn } from './service.ts';

let daftar: TestCheckout;
let merchantId: number;
const operator = riskOperator();
const PAGE = { page: 1, pageSize: 10, sortBy: 'waiting_since', sortType: 'asc' } as const;

beforeAll(async () => {
  daftar = await startTestCheckout();
});
afterAll(() => daftar?.close());
beforeEach(async () => {
  await daftar.sql`update risk_rules set is_on = false`;
  await daftar.sql`update risk_entries set removed_at = now(), removed_by = 'test', removed_reason = '' where removed_at is null`;
  merchantId = await daftar.merchant();
});

const links = (count = 20, amount = 10_000): Promise<Link> =>
  daftar.link(merchantId, { asks: ['phone'], maxPaymentCount: count, amount });

/** Pays by card as a given payer. @returns the outcome */
async function payAs(link: Link, mobile: string, { card = GOOD_CARD, from = '203.0.113.7' } = {}) {
  const reply = await daftar.post(
    `/pay/${link.token}`,
    { ...cardForm(card), phone: mobile },
    { remoteAddress: from },
  );
  expect(
    reply.status,
    daftar.logged.findLast((line) => line.includes('"err"')),
  ).toBe(303);
  const page = await daftar.get(reply.location!.split('?')[0]!);
  if (page.view?.page.kind !== 'attempt') throw new Error(page.raw);
  const { state, failure, reference, canRetry } = page.view.page.attempt;
  const [row] = await daftar.sql<{ id: number; status: number; due: string | null }[]>`
    select id, status, expected_settlement_on::text as due from transactions where reference = ${reference}`;
  return { state, failure, canRetry, raw: page.raw, ...row! };
}

let serial = 10_000_000;
/** Returns a mobile number that has not paid yet. */
function fresh(): string {
  serial += 1;
  return `010${serial}`;
}

const checks = () =>
  transaction(daftar.app.db, async (tx) => (await Promise.all(riskChecks.map((check) => check(tx)))).flat());

describe('what is kept of an attempt', () => {
  test('is a keyed hash of mobile and address, what may be shown of them, and six digits of the card', async () => {
    const mobile = fresh();
    const paid = await payAs(await links(), mobile, { from: '41.33.12.9' });
    const [row] = await daftar.sql`select * from risk_facts where transaction_id = ${paid.id}`;
    expect(row).toMatchObject({
      mode: 'test',
      payment_method: 1,
      charge_piastres: 10_000,
      mobile_shown: `${mobile.slice(0, 3)}••••${mobile.slice(-4)}`,
      address_shown: '41.33.12.•',
      address_kind: 'ipv4',
      country: 'EG',
      bin: '424242',
      outcome: 'allow',
    });
    const text = JSON.stringify(row);
    expect(text).not.toContain(mobile);
    expect(text).not.toContain('41.33.12.9');
    expect(text).not.toContain(GOOD_CARD);
    for (const key of ['mobile_key', 'address_key', 'network_key', 'card_key'])
      expect(row![key]).toHaveLength(16);
  });

  test('of a number that is no test card nothing is kept', async () => {
    const paid = await payAs(await links(), fresh(), { card: '4929420573595709' });
    const [row] = await daftar.sql`select bin, card_key from risk_facts where transaction_id = ${paid.id}`;
    expect(row).toEqual({ bin: null, card_key: null });
  });

  test('IPv6 counts by its first 64 bits', async () => {
    const link = await links();
    const one = await payAs(link, fresh(), { from: '2a02:cb40:8000:1::1' });
    const two = await payAs(link, fresh(), { from: '2a02:cb40:8000:1:ffff::2' });
    const rows = await daftar.sql<{ key: string; shown: string }[]>`
      select encode(address_key, 'hex') as key, address_shown as shown from risk_facts
       where transaction_id in (${one.id}, ${two.id})`;
    expect(new Set(rows.map(({ key }) => key)).size).toBe(1);
    expect(rows[0]!.shown).toBe('2a02:cb40:8000::/48');
  });

  test('is deleted after a hundred days', async () => {
    const paid = await payAs(await links(), fresh());
    await daftar.sql`
      update risk_facts set created_at = ${new Date(daftar.clock.now().getTime() - 101 * 86_400_000)} where transaction_id = ${paid.id}`;
    await purgeFacts(daftar.app);
    expect(await daftar.sql`select from risk_facts where transaction_id = ${paid.id}`).toHaveLength(0);
  });
});

describe('rules', () => {
  test('without one that is on, nothing changes for anybody', async () => {
    await aRule(daftar.app);
    const paid = await payAs(await links(), fresh());
    expect(paid).toMatchObject({ state: 'succeeded', status: 1 });
    expect(paid.due).not.toBeNull();
    expect(await daftar.sql`select from risk_matches where merchant_id = ${merchantId}`).toHaveLength(0);
  });

  test('a blocked payer is not told why, no processor is asked, and another way stays open', async () => {
    await aRuleThatIsOn(daftar.app, { name: 'The secret rule', payment_method_id: 1 });
    const stopped = await payAs(await links(), fresh());
    expect(stopped).toMatchObject({ state: 'failed', failure: 'stopped', status: 2, canRetry: true });
    expect(stopped.raw).not.toContain('The secret rule');
    const atProcessor = await daftar.sql`
      select from sandbox_payments s
        join payment_attempts a on a.merchant_id = s.merchant_id and a.external_ref = s.order_id
       where a.transaction_id = ${stopped.id}`;
    expect(atProcessor).toHaveLength(0);
    const { facts, matches } = await readPayment(daftar.app, merchantId, stopped.id);
    expect(facts?.outcome).toBe('block');
    expect(matches.map(({ rule }) => rule.name)).toEqual(['The secret rule']);
  });

  test('of a link with one place, a stopped payment leaves the place to the next', async () => {
    const link = await links(1);
    const rule = await aRuleThatIsOn(daftar.app);
    expect((await payAs(link, fresh())).state).toBe('failed');
    await daftar.sql`update risk_rules set is_on = false where id = ${rule}`;
    expect((await payAs(link, fresh())).state).toBe('succeeded');
  });

  test('a challenge asks for the second step where the card can be asked, and falls back where nobody can', async () => {
    await aRuleThatIsOn(daftar.app, { outcome: 'challenge', otherwise: 'block' });
    const link = await links();
    expect((await payAs(link, fresh())).state).toBe('challenge');
    const kiosk = await daftar.post(`/pay/${link.token}`, { method: '4', phone: fresh() });
    const page = await daftar.get(kiosk.location!);
    expect(page.view?.page).toMatchObject({ attempt: { state: 'failed', failure: 'stopped' } });
  });

  test('count: the one that would be too many in the window is stopped, of that payer only', async () => {
    await aRuleThatIsOn(daftar.app, { condition: 'count', by: 'mobile', times: 2, window_minutes: 60 });
    const [link, mobile] = [await links(), fresh()];
    expect((await payAs(link, mobile)).state).toBe('succeeded');
    expect((await payAs(link, mobile)).state).toBe('succeeded');
    expect((await payAs(link, mobile)).failure).toBe('stopped');
    expect((await payAs(link, fresh())).state).toBe('succeeded');
    daftar.clock.advance({ minutes: 61 });
    expect((await payAs(link, mobile)).state).toBe('succeeded');
  });

  test('count: of eight at once, no more get through than the rule allows', async () => {
    await aRuleThatIsOn(daftar.app, { condition: 'count', by: 'mobile', times: 3, window_minutes: 60 });
    const mobile = fresh();
    const all = await Promise.all(Array.from({ length: 8 }, async () => payAs(await links(1), mobile)));
    expect(all.filter(({ state }) => state === 'succeeded')).toHaveLength(3);
    expect(all.filter(({ failure }) => failure === 'stopped')).toHaveLength(5);
  });

  test('declines: the next is stopped after so many in a row, and a payment that succeeds ends the row', async () => {
    await aRuleThatIsOn(daftar.app, { condition: 'declines', by: 'mobile', times: 2, window_minutes: 60 });
    const [link, mobile, other] = [await links(), fresh(), fresh()];
    const card = '4000000000000002';
    expect((await payAs(link, mobile, { card })).failure).toBe('declined');
    expect((await payAs(link, mobile, { card })).failure).toBe('declined');
    expect((await payAs(link, mobile)).failure).toBe('stopped');
    await payAs(link, other, { card });
    await payAs(link, other);
    await payAs(link, other, { card });
    expect((await payAs(link, other)).state).toBe('succeeded');
  });

  test('first: a large first payment is reviewed, the next one of the same payer is not', async () => {
    await aRuleThatIsOn(daftar.app, { condition: 'first', amount: 50, outcome: 'review' });
    const mobile = fresh();
    expect((await payAs(await links(1), mobile)).due).toBeNull();
    expect((await payAs(await links(1), mobile)).due).not.toBeNull();
  });

  test('a trusted payer passes whatever the rules say; of several outcomes the strongest counts', async () => {
    await aRuleThatIsOn(daftar.app, { outcome: 'review' });
    await aRuleThatIsOn(daftar.app, { name: 'Blocks', outcome: 'block' });
    const mobile = fresh();
    const link = await links();
    const stopped = await payAs(link, mobile);
    expect(stopped.failure).toBe('stopped');
    expect((await readPayment(daftar.app, merchantId, stopped.id)).matches).toHaveLength(2);
    const { keyOf } = await import('./facts.ts');
    await daftar.sql`
      insert into risk_entries (list, kind, key, shown, reason, added_by, created_at)
      values ('trusted', 'mobile', ${keyOf(daftar.app, 'mobile', mobile)}, 'x', 'Known', 'test', ${daftar.clock.now()})`;
    const passed = await payAs(link, mobile);
    expect(passed).toMatchObject({ state: 'succeeded' });
    expect((await readPayment(daftar.app, merchantId, passed.id)).facts?.outcome).toBe('trusted');
  });

  test('listed: a network that was typed stops its addresses, until its last day has passed', async () => {
    await aRuleThatIsOn(daftar.app, { condition: 'listed', by: 'address' });
    const day = daftar.clock.now().toISOString().slice(0, 10);
    await addTyped(daftar.app, operator, {
      list: 'blocked',
      kind: 'network',
      value: '198.51.100.0/24',
      reason: 'Card testing',
      last_day: day,
    });
    const link = await links();
    expect((await payAs(link, fresh(), { from: '198.51.100.77' })).failure).toBe('stopped');
    expect((await payAs(link, fresh(), { from: '198.51.101.77' })).state).toBe('succeeded');
    daftar.clock.advance({ days: 2 });
    expect((await payAs(await links(), fresh(), { from: '198.51.100.77' })).state).toBe('succeeded');
  });

  test('a country is listed by its ISO code, whichever of its codes was typed; one that is nowhere is refused', async () => {
    const add = async (value: string) =>
      addTyped(daftar.app, operator, { list: 'blocked', kind: 'country', value, reason: 'Card testing' });
    await add('uk');
    await expect(add('GB')).rejects.toThrow('risk.listed');
    for (const nowhere of ['XX', 'ZZ', 'Q1', 'GBR']) await expect(add(nowhere)).rejects.toThrow();
    const rows = await daftar.sql`select shown from risk_entries where kind = 'country' and list = 'blocked'`;
    expect(rows.map(({ shown }) => shown)).toEqual(['GB']);
  });
});

describe('switching on', () => {
  test('needs a dry run of the rule as it is, of the last 24 hours', async () => {
    const id = await aRule(daftar.app);
    await expect(switchOn(daftar.app, operator, id, 'x')).rejects.toThrow('risk.dryRunNeeded');
    await runOver(daftar.app, id);
    const form = validate(RiskRuleForm, ruleForm({ amount: 6 }));
    if (!form.ok) throw new Error('form');
    await changeRule(daftar.app, operator, id, form.value);
    await expect(switchOn(daftar.app, operator, id, 'x')).rejects.toThrow('risk.dryRunNeeded');
    await runOver(daftar.app, id);
    daftar.clock.advance({ hours: 25 });
    await expect(switchOn(daftar.app, operator, id, 'x')).rejects.toThrow('risk.dryRunNeeded');
    await runOver(daftar.app, id);
    await switchOn(daftar.app, operator, id, 'Checked');
    await expect(changeRule(daftar.app, operator, id, form.value)).rejects.toThrow('risk.isOn');
    const { history, is_on } = await readRule(daftar.app, operator, id);
    expect(is_on).toBe(true);
    expect(history.map(({ kind }) => kind)).toEqual(['on', 'changed', 'created']);
  });

  test('a dry run says what would have been stopped, what of it was disputed later, and lists it', async () => {
    const link = await links(20, 70_000);
    const mobiles = [fresh(), fresh(), fresh()];
    const good = await payAs(link, mobiles[0]!);
    const bad = await payAs(link, mobiles[1]!, { card: '4000000000000259' });
    await payAs(link, mobiles[2]!, { card: '4000000000000002' });
    await payAs(await links(1, 100), mobiles[0]!);
    await daftar.sql`
      insert into chargebacks (merchant_id, mode, reference, transaction_id, transaction_reference, amount_piastres, reason, held_from, due_at, created_at)
      values (${merchantId}, 'test', ${newReference('CHB')}, ${bad.id}, 'TRX', 70000, 'x', 'pending', ${daftar.clock.now()}, ${daftar.clock.now()})`;
    const id = await aRule(daftar.app, { amount: 600, merchant_id: merchantId });
    daftar.clock.advance({ minutes: 1 });
    const run = await runOver(daftar.app, id);
    const [first] = await daftar.sql`select min(created_at) as at from risk_facts`;
    expect((await readRule(daftar.app, operator, id)).dry_run).toMatchObject({
      state: 'done',
      facts_since: first!.at.toISOString(),
      looked_at: 4,
      met: 3,
      met_amount: 2_100,
      paid: 2,
      paid_amount: 1_400,
      disputed: 1,
      disputed_amount: 700,
      is_fresh: true,
    });
    const paging = { page: 1, pageSize: 10, sortBy: 'amount', sortType: 'desc' } as const;
    const found = async (filters: object) =>
      (await dryRunList.page(daftar.app, operator, paging, { run_id: run, ...filters })).rows;
    expect((await found({ found: 'paid' })).map((row) => row.transaction_id)).toEqual([good.id]);
    const { reference } = (await found({ found: 'disputed' }))[0]!;
    expect((await found({ q: reference })).map((row) => row.transaction_id)).toEqual([bad.id]);
    expect([await found({ q: '700.00' }), await found({ q: String(merchantId) })]).toEqual([
      await found({}),
      await found({}),
    ]);
    expect(await found({ q: '7.01' })).toEqual([]);
    const asked = { run_id: run, q: reference, format: 'csv' as const };
    const file = await dryRunList.file(daftar.app, operator, paging, asked);
    expect(await text(streamOf(file))).toMatch(new RegExp(`\r\n${reference},.*,700.00,Charged back,`));
  });
});

describe('review', () => {
  test('a reviewed payment is paid and settled on no day; approved, it is settled', async () => {
    await aRuleThatIsOn(daftar.app, { outcome: 'review' });
    const paid = await payAs(await links(), fresh());
    expect(paid).toMatchObject({ state: 'succeeded', status: 1, due: null });
    const settle = () => daftar.sql`
      select settle_due(${merchantId}, 'test', '9999-12-31', ${newReference('STL')}, ${daftar.clock.now()}) as id`;
    expect((await settle())[0]!.id).toBeNull();
    expect(await isReviewed(daftar.app, { merchantId, mode: 'test' } as never, paid.id)).toBe(true);
    const { rows } = await reviews.page(daftar.app, operator, PAGE, {
      mode: 'test',
      merchant_id: merchantId,
    });
    expect(rows).toMatchObject([{ id: paid.id, state: 'waiting', rules: ['Large payments'], amount: 100 }]);
    await approveReview(daftar.app, operator, { merchantId, id: paid.id }, 'Called the payer', expectedDay);
    await expect(
      approveReview(daftar.app, operator, { merchantId, id: paid.id }, 'x', expectedDay),
    ).rejects.toThrow('risk.reviewOver');
    expect((await settle())[0]!.id).not.toBeNull();
    const [told] =
      await daftar.sql`select kind, params, href from notifications where merchant_id = ${merchantId} order by id desc limit 1`;
    // The outcome, and never the rule or the reason.
    expect(told).toEqual({
      kind: 'review-approved',
      params: { reference: rows[0]!.reference, amountPiastres: 10_000 },
      href: `/transactions/${paid.id}`,
    });
    expect(await checks()).toEqual([]);
    expect(await daftar.differences()).toEqual([]);
  });

  test('refused, all of it is refunded, and its fee is due afterwards', async () => {
    await aRuleThatIsOn(daftar.app, { outcome: 'review' });
    const paid = await payAs(await links(), fresh());
    const form = { reason: 'A stolen card', account_name: '', bank_name: '', iban: '' };
    await refuseReview(daftar.app, operator, { merchantId, id: paid.id }, form, expectedDay);
    const [row] = await daftar.sql`
      select status, refunded_piastres as refunded, expected_settlement_on is not null as due from transactions where id = ${paid.id}`;
    expect(row).toEqual({ status: 3, refunded: 10_000, due: true });
    await expect(
      refuseReview(daftar.app, operator, { merchantId, id: paid.id }, form, expectedDay),
    ).rejects.toThrow('risk.reviewOver');
    expect(await checks()).toEqual([]);
    expect(await daftar.differences()).toEqual([]);
  });

  test('refused, nothing is settled while a refund under way may fail, nor once one came back', async () => {
    await aRuleThatIsOn(daftar.app, { outcome: 'review' });
    const form = { reason: 'A stolen card', account_name: '', bank_name: '', iban: '' };
    const stateOf = async (id: number) => {
      const [row] = await daftar.sql`
        select status, expected_settlement_on is not null as due from transactions where id = ${id}`;
      const { rows } = await reviews.page(daftar.app, operator, PAGE, {
        state: 'refused',
        merchant_id: merchantId,
      });
      return { ...row, isStuck: rows.find((each) => each.id === id)?.is_stuck };
    };
    // The merchant's own refund of all is under way when the payment is refused, and fails.
    const first = await payAs(await links(), fresh());
    const caller = { merchantId, mode: 'test', actor: 'job:test' } as const;
    await transaction(daftar.app.db, async (tx) => {
      const payment = await lockPayment(tx, caller, first.id);
      const promised = { amountPiastres: 10_000, reason: '' };
      const app = { ...daftar.app, db: tx };
      const ref = await createPendingRefund(app, tx, caller, payment!, promised);
      await tx`update refunds set for_operator = 'ambiguous', tried_at = ${daftar.clock.now()} where id = ${ref.id}`;
    });
    await refuseReview(daftar.app, operator, { merchantId, id: first.id }, form, expectedDay);
    expect(await stateOf(first.id)).toEqual({ status: 1, due: false, isStuck: false });
    const [pending] = await daftar.sql<
      { id: number }[]
    >`select id from refunds where transaction_id = ${first.id}`;
    const found = { made: false, processorRefundId: '', actor: 'test' };
    await decideRefund(daftar.app, { merchantId, id: pending!.id }, found);
    expect(await stateOf(first.id)).toEqual({ status: 1, due: false, isStuck: true });

    const second = await payAs(await links(), fresh());
    await refuseReview(daftar.app, operator, { merchantId, id: second.id }, form, expectedDay);
    expect(await stateOf(second.id)).toEqual({ status: 3, due: true, isStuck: false });
    const [made] = await daftar.sql<
      { id: number }[]
    >`select id from refunds where transaction_id = ${second.id}`;
    await bookCameBack(daftar.app, { merchantId, id: made!.id });
    expect(await stateOf(second.id)).toEqual({ status: 1, due: false, isStuck: true });
    const [settled] = await daftar.sql`
      select settle_due(${merchantId}, 'test', '9999-12-31', ${newReference('STL')}, ${daftar.clock.now()}) as id`;
    expect(settled!.id).toBeNull();
    expect(await checks()).toEqual([]);
    expect(await daftar.differences()).toEqual([]);
  });

  test('of cash, refusing needs an account and a second operator, and changes nothing before', async () => {
    await aRuleThatIsOn(daftar.app, { outcome: 'review' });
    const link = await links();
    const { location } = await daftar.post(`/pay/${link.token}`, { method: '4', phone: fresh() });
    await daftar.post(`${location}/simulate`, { outcome: 'pay' });
    const [row] = await daftar.sql<{ id: number; reference: string }[]>`
      select id, reference from transactions where merchant_id = ${merchantId} and status = 1`;
    const operators = await daftar.sql<{ id: number }[]>`
      insert into operators (email, role, created_at, password_hash, totp_sealed)
      select 'cash' || n || '@daftar.test', 'finance', ${daftar.clock.now()}, 'x', 'x' from generate_series(1, 2) n returning id`;
    const [asker, second] = [operators[0]!, operators[1]!];
    const ref = { merchantId, id: row!.id };
    const refuse = (iban: string) => {
      const form = { reason: 'x', account_name: iban && 'Mona', bank_name: iban && 'CIB', iban };
      return refuseReview(daftar.app, { ...operator, operatorId: asker.id }, ref, form, expectedDay);
    };
    const refunds = () => daftar.sql`select iban from refunds where transaction_id = ${row!.id}`;
    const isHeld = () => isReviewed(daftar.app, { merchantId, mode: 'test' } as never, row!.id);
    await expect(refuse('')).rejects.toMatchObject({ status: 422 });
    const mistyped = {
      reason: 'x',
      account_name: 'Mona',
      bank_name: 'CIB',
      iban: 'EG380019000500000000263180003',
    };
    expect(RefuseReviewForm.safeParse(mistyped).success).toBe(false);
    expect(RefuseReviewForm.parse({ ...mistyped, iban: null }).iban).toBe('');
    expect(await refuse('EG380019000500000000263180002')).toBe('asked');
    await expect(refuse('EG210003000300000000263180003')).rejects.toThrow('ops-approvals.waitsAlready');
    expect([await isHeld(), await refunds()]).toEqual([true, []]);

    const [request] = await daftar.sql<{ id: number; facts: unknown }[]>`
      select id, facts from operator_approvals where kind = 'review-refund' and merchant_id = ${merchantId}`;
    expect(JSON.stringify(request!.facts)).toContain('EG380019000500000000263180002');
    const by = (operatorId: number) =>
      ({ ...operator, operatorId, permissions: new Set(['ops:risk']) }) as never;
    await expect(approveRequest(daftar.app, by(asker.id), request!.id)).rejects.toThrow('ops-approvals.own');
    expect([await isHeld(), await refunds()]).toEqual([true, []]);
    await approveRequest(daftar.app, by(second.id), request!.id);
    expect(await isHeld()).toBe(false);
    expect(await refunds()).toEqual([{ iban: 'EG380019000500000000263180002' }]);
    expect(await checks()).toEqual([]);
    expect(await daftar.differences()).toEqual([]);
  });

  test('money that is never settled, or settled too soon, is found by ledger:check', async () => {
    await aRuleThatIsOn(daftar.app, { outcome: 'review' });
    const paid = await payAs(await links(), fresh());
    await daftar.sql`update transactions set expected_settlement_on = '2026-01-01' where id = ${paid.id}`;
    expect(await checks()).toMatchObject([{ rule: 'risk_reviews_hold', merchantId }]);
    await daftar.sql`update transactions set expected_settlement_on = null where id = ${paid.id}`;
    expect(await checks()).toEqual([]);
  });
});
