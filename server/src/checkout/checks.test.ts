import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  externalRefOf,
  type Link,
  linkRow,
  startTestCheckout,
  type TestCheckout,
  transactionsOf,
} from '../../tests/kit/checkout.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import { checkoutChecks } from './checks.ts';
import { expireAttempts } from './jobs.ts';

let checkout: TestCheckout;
let link: Link;
beforeAll(async () => {
  checkout = await startTestCheckout();
  link = await checkout.link(await checkout.merchant(), { maxPaymentCount: 9 });
  await checkout.payByCard(link);
  await checkout.payByCard(link, '4000000000000002');
});
afterAll(() => checkout.close());

const rules = async () => [...new Set((await checkout.differences()).map(({ rule }) => rule))].sort();

/** Bypasses the rules temporarily, and undoes the change. */
async function tamper(statement: string, undo: string): Promise<string[]> {
  await checkout.sql.unsafe(
    `set session_replication_role = replica; ${statement}; reset session_replication_role`,
  );
  const found = await rules();
  await checkout.sql.unsafe(
    `set session_replication_role = replica; ${undo}; reset session_replication_role`,
  );
  return found;
}

test.each([
  [
    'update payment_links set paid_count = 2',
    'update payment_links set paid_count = 1',
    ['payment_links_counts'],
  ],
  [
    'update payment_links set held_count = 1',
    'update payment_links set held_count = 0',
    ['payment_links_counts'],
  ],
  [
    'update transactions set fee_piastres = 574, net_piastres = net_piastres + 1 where status = 1',
    'update transactions set fee_piastres = 575, net_piastres = net_piastres - 1 where status = 1',
    ['transactions_captured_once'],
  ],
  [
    'update transactions set status = 1 where status = 2',
    'update transactions set status = 2 where failure_reason is not null',
    ['daily_method_counts', 'payment_attempts_agree', 'transactions_captured_once'],
  ],
  [
    'update merchant_statistics set active_links = 2',
    'update merchant_statistics set active_links = 1',
    ['merchant_statistics_links'],
  ],
  [
    'update daily_method_counts set count = 2',
    'update daily_method_counts set count = 1',
    ['daily_method_counts'],
  ],
])('%s is found', async (statement, undo, expected) => {
  expect(await rules()).toEqual([]);
  expect(await tamper(statement, undo)).toEqual(expected);
  expect(await rules()).toEqual([]);
});

describe('a fault is reported with the expected and the actual value', () => {
  const found = (statement: string) => foundAfter(checkout.sql, checkoutChecks, statement);
  const paid = 'charged 10000 fee 575 vat 81 net 9344';
  let reference: string;
  beforeAll(async () => {
    const [row] = await checkout.sql`select reference from transactions where status = 1`;
    reference = row!.reference;
  });

  test('for a payment that was never booked', async () => {
    expect(await found(`delete from ledger_transfers where kind = 'capture'`)).toEqual([
      ['transactions_captured_once', `test ${reference}`, paid, 'no capture'],
    ]);
  });

  test('for a booking without its payment', async () => {
    const [row] =
      await checkout.sql`select idempotency_key as key from ledger_transfers where kind = 'capture'`;
    expect(await found('update transactions set is_payout = true, payment_method = null')).toContainEqual([
      'transactions_captured_once',
      `test ${row!.key}`,
      'no capture',
      paid,
    ]);
  });

  test.each([
    ['clearing', '-', 'charged 10001 fee 575 vat 81 net 9344'],
    ['fees', '+', 'charged 10000 fee 576 vat 81 net 9344'],
    ['vat', '+', 'charged 10000 fee 575 vat 82 net 9344'],
    ['pending', '+', 'charged 10000 fee 575 vat 81 net 9345'],
  ])('for a booking that is one piastre off in %s', async (account, sign, actual) => {
    const statement = `update ledger_postings set amount = amount ${sign} 1 where account = '${account}'`;
    expect(await found(statement)).toEqual([
      ['transactions_captured_once', `test ${reference}`, paid, actual],
    ]);
  });

  test('for a payment that was booked at another account than it was made at', async () => {
    const [row] =
      await checkout.sql`select idempotency_key as key from ledger_transfers where kind = 'capture'`;
    const moved = 'update payment_attempts set processor_account_id = 7';
    expect(await found(moved)).toEqual([
      ['payments_booked_at_their_account', `test ${row!.key}`, '7', 'none'],
    ]);
    const posted = `update ledger_transfers set processor_account_id = 7`;
    expect(await found(posted)).toEqual([
      ['payments_booked_at_their_account', `test ${row!.key}`, 'none', '7'],
    ]);
  });

  test('for a link’s count, for a status, and for each statistic', async () => {
    const [row] = await checkout.sql`select reference from payment_links`;
    expect(await found('update payment_links set paid_count = 2, held_count = 3')).toEqual([
      ['payment_links_counts', `test ${row!.reference}`, '1 paid 0 held', '2 paid 3 held'],
    ]);
    const other = await checkout.link(await checkout.merchant());
    const [unpaid] = await checkout.sql`select reference from payment_links where id = ${other.id}`;
    expect(await found(`update payment_links set held_count = 1 where id = ${other.id}`)).toEqual([
      ['payment_links_counts', `test ${unpaid!.reference}`, '0 paid 0 held', '0 paid 1 held'],
    ]);
    expect(
      await found(`update payment_attempts set state = 'pending', counted = false where state = 'succeeded'`),
    ).toContainEqual(['payment_attempts_agree', `test ${reference}`, 'pending', '1']);
    const figures = `delete from merchant_statistics where merchant_id <> ${other.merchantId}`;
    expect(await found(figures)).toEqual([['merchant_statistics_links', 'test', '1 1 0', '0 0 0']]);
    expect(await found('delete from daily_method_counts')).toEqual([
      ['daily_method_counts', 'test 2026-06-15 method 1', '1', '0'],
    ]);
  });
});

test.each([
  'update payment_links set paid_count = 9, held_count = 1',
  'update payment_attempts set state = $$failed$$, counted = false where counted',
  'update transactions set status = 2 where status = 1',
  'update transactions set status = 1 where status = 2',
  'update transactions set status = 3 where status = 1',
  'update transactions set refunded_piastres = value_piastres + 1',
  'update transaction_events set at = at',
  'delete from transaction_events',
  'update payment_links set status = 1; update payment_links set status = 2',
])('the database itself refuses: %s', async (statement) => {
  await expect(checkout.sql.unsafe(statement)).rejects.toThrow();
});

test('a payment that never reached its processor fails after a while and frees its place', async () => {
  const merchant = await checkout.merchant();
  const single = await checkout.link(merchant);
  await checkout.payByCard(single, '4000000000003220');
  // As if the process had died between the intent and the call.
  await checkout.sql`
    update payment_attempts set state = 'pending', next_ask_at = created_at + interval '2 minutes'
     where merchant_id = ${merchant}`;
  const [attempt] = await checkout.sql`select token from payment_attempts where merchant_id = ${merchant}`;
  const order = await externalRefOf(checkout.sql, attempt!.token);
  await checkout.sql`delete from sandbox_payments where merchant_id = ${merchant} and order_id = ${order}`;
  checkout.clock.advance({ minutes: 2 });
  await expireAttempts(checkout.app);
  expect(await transactionsOf(checkout.sql, merchant)).toMatchObject([
    { status: 2, failure: 'processing_error' },
  ]);
  expect(await linkRow(checkout.sql, single)).toEqual({ status: 2, paid: 0, held: 0 });
  expect(await rules()).toEqual([]);
});

test('the demo takes live payments by the sandbox, but no cards; a merchant that is not live or is suspended takes none', async () => {
  const live = await checkout.link(await checkout.merchant(), { mode: 'live' });
  expect((await checkout.payByCard(live)).status).toBe(422);
  expect((await checkout.post(`/pay/${live.token}`, { method: '4' })).status).toBe(303);
  const young = await checkout.link(await checkout.merchant({ status: 1 }), { mode: 'live' });
  expect((await checkout.post(`/pay/${young.token}`, { method: '4' })).status).toBe(409);
  const suspended = await checkout.link(await checkout.merchant({ status: 4 }));
  expect((await checkout.payByCard(suspended)).status).toBe(409);
});
