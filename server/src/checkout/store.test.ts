/**
 * Changes exactly the intended rows, and finds the right one, among other attempts of the same and of another merchant.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changesOf } from '../../tests/kit/changes.ts';
import { startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';
import * as store from './store.ts';
import { claimAsks, listAskedAccounts, listRunOutHolds, writeAsked } from './store-asking.ts';
import { countTry, writeFirstCode, writeNextCode } from './store-otp.ts';

const CHALLENGED = '4000000000003220';

let checkout: TestCheckout;
/** Two attempts of one merchant, then two of another, as if their processor had not answered. */
let attempts: store.AttemptRow[];
beforeAll(async () => {
  checkout = await startTestCheckout();
});
afterAll(() => checkout.close());
beforeEach(async () => {
  checkout.clock.advance({ days: 30 });
  await checkout.sql`update payment_attempts set next_ask_at = null`;
  attempts = [];
  for (let merchants = 0; merchants < 2; merchants += 1) {
    const merchant = await checkout.merchant();
    for (let each = 0; each < 2; each += 1) {
      const link = await checkout.link(merchant, { maxPaymentCount: 5 });
      const { location } = await checkout.payByCard(link, CHALLENGED);
      attempts.push(
        (await store.findAttemptByToken(checkout.app.db, merchant, location!.split('/').at(-1)!))!,
      );
    }
  }
  await checkout.sql`
    update payment_attempts set state = 'pending', next_ask_at = created_at + interval '2 minutes'
     where id in ${checkout.sql(attempts.map(({ id }) => id))}`;
});

const changes = (act: () => Promise<unknown>) =>
  changesOf(checkout.sql, ['payment_attempts', 'transactions'], act);
const named = (n: number) => `payment_attempts ${attempts[n]!.id}`;
const db = () => checkout.app.db;
const now = () => checkout.clock.now();
const inOne = <T>(act: (tx: Parameters<typeof writeFirstCode>[0]) => Promise<T>) =>
  checkout.app.pool.begin((tx) => act(tx as never)) as Promise<T>;

test('the result of starting an attempt is written to it only, and only while it is pending', async () => {
  const [one, other] = [attempts[0]!, attempts[1]!];
  const asked = { state: 'awaiting', code: '123456789012', now: now() } as const;
  const moved = await changes(async () => expect(await store.writeProgress(db(), one, asked)).toBe(true));
  expect(Object.keys(moved).sort()).toEqual([named(0), `transactions ${one.transactionId}`].sort());
  expect(moved[named(0)]).toMatchObject({ state: ['pending', 'awaiting'], code: [null, '123456789012'] });
  expect(moved[`transactions ${one.transactionId}`]).toEqual({ reference_code: [null, '123456789012'] });
  expect(
    await changes(async () =>
      expect(await store.writeProgress(db(), one, { ...asked, state: 'challenge' })).toBe(false),
    ),
  ).toEqual({});
  const challenged = await changes(() =>
    store.writeProgress(db(), other, { ...asked, state: 'challenge', code: null }),
  );
  expect(Object.keys(challenged)).toEqual([named(1)]);
});

test('a code is written to its own attempt, and so is each try at it', async () => {
  const code = (minutes: number) => ({
    hash: Buffer.from('hash'),
    sentAt: now(),
    expiresAt: new Date(now().getTime() + minutes * 60_000),
  });
  const own = async (n: number, act: () => Promise<unknown>) =>
    expect(Object.keys(await changes(act))).toEqual([named(n)]);
  const nothing = async (act: () => Promise<unknown>) => expect(await changes(act)).toEqual({});
  for (const n of [0, 1, 2])
    await own(n, async () =>
      expect(await inOne((tx) => writeFirstCode(tx, attempts[n]!, code(10)))).toBe(true),
    );
  await nothing(async () =>
    expect(await inOne((tx) => writeFirstCode(tx, attempts[0]!, code(10)))).toBe(false),
  );
  await own(1, () => inOne((tx) => writeNextCode(tx, attempts[1]!, code(10), now())));
  await nothing(() => inOne((tx) => writeNextCode(tx, attempts[3]!, code(10), now())));
  for (const tries of [1, 2])
    await own(0, async () => expect(await countTry(db(), attempts[0]!, 2, now())).toMatchObject({ tries }));
  await nothing(async () => expect(await countTry(db(), attempts[0]!, 2, now())).toBeUndefined());
  await own(2, async () => expect(await countTry(db(), attempts[2]!, 2, now())).toMatchObject({ tries: 1 }));
});

test('an outcome is written to its own attempt and transaction', async () => {
  const end = { state: 'failed', reason: 'declined', ours: false } as const;
  const failed = await changes(async () =>
    expect(await store.writeOutcome(db(), attempts[1]!, end, now())).toMatchObject({ result: 'applied' }),
  );
  expect(Object.keys(failed).sort()).toEqual([named(1), `transactions ${attempts[1]!.transactionId}`].sort());
});

test('due attempts of a processor are claimed exactly when due, the longest first, by one process only', async () => {
  const { processor } = attempts[0]!;
  const take = (name = processor, limit = 10) =>
    claimAsks(db(), { processor: name, accountId: null }, now(), new Date(now().getTime() + 60_000), limit);
  checkout.clock.advance({ seconds: 119.999 });
  expect(await listAskedAccounts(db(), now())).toEqual([]);
  expect(await take()).toEqual([]);
  checkout.clock.advance({ seconds: 0.001 });
  await checkout.sql`
    update payment_attempts set next_ask_at = next_ask_at - interval '1 second' where id = ${attempts[2]!.id}`;
  expect(await listAskedAccounts(db(), now())).toEqual([{ processor, accountId: null }]);
  expect(await take('another')).toEqual([]);
  expect(await take(processor, 1)).toEqual([
    { merchantId: attempts[2]!.merchantId, id: attempts[2]!.id, asks: 1 },
  ]);
  expect(await take()).toHaveLength(3);
  expect(await take()).toEqual([]);
  checkout.clock.advance({ minutes: 1 });
  expect((await take()).map(({ asks }) => asks)).toEqual([2, 2, 2, 2]);
});

test('a poll is recorded on one attempt, and never on a settled one', async () => {
  const next = new Date(now().getTime() + 60_000);
  const at = now().toISOString();
  const note = (n: number, answered: boolean, until: Date | null) =>
    changes(() => writeAsked(db(), attempts[n]!, { now: now(), answered, next: until }));
  const due = expect.any(String);
  expect(await note(0, true, next)).toEqual({
    [named(0)]: { next_ask_at: [due, next.toISOString()], answered_at: [null, at] },
  });
  expect(await note(1, false, next)).toEqual({ [named(1)]: { next_ask_at: [due, next.toISOString()] } });
  expect(await note(2, false, null)).toEqual({
    [named(2)]: { next_ask_at: [due, null], unanswered_at: [null, at] },
  });
  expect(await note(3, true, null)).toEqual({
    [named(3)]: { next_ask_at: [due, null], answered_at: [null, at] },
  });
  for (const n of [2, 3]) expect(await note(n, true, next)).toEqual({});
});

test('a hold expires exactly at its deadline', async () => {
  const mine = async () =>
    (await listRunOutHolds(db(), now(), 1_000))
      .map(({ id }) => id)
      .filter((id) => attempts.some((each) => each.id === id));
  checkout.clock.advance({ seconds: 899.999 });
  expect(await mine()).toEqual([]);
  checkout.clock.advance({ seconds: 0.001 });
  expect((await mine()).sort()).toEqual(attempts.map(({ id }) => id).sort());
});

test('an attempt is found by its own token, merchant and transaction', async () => {
  for (const attempt of attempts) {
    const scope = { merchantId: attempt.merchantId, mode: attempt.mode };
    const { id, transactionId, token } = attempt;
    expect(await store.findAttemptByToken(db(), attempt.merchantId, token)).toMatchObject({
      id,
      transactionId,
    });
    expect(await store.getAttempt(db(), attempt)).toMatchObject({ id });
    expect(await store.findAttemptOf(db(), scope, transactionId)).toMatchObject({ id });
    const stranger = attempts.find(({ merchantId }) => merchantId !== attempt.merchantId)!;
    expect(await store.findAttemptByToken(db(), stranger.merchantId, token)).toBeUndefined();
    expect(await store.findAttemptOf(db(), { ...scope, mode: 'live' }, transactionId)).toBeUndefined();
    await expect(store.getAttempt(db(), { merchantId: stranger.merchantId, id })).rejects.toThrow('is gone');
  }
});

test('a link, an attempt or a transaction that breaks a rule of its rows is refused by the name of the rule', async () => {
  const { transactionId, payableId } = attempts[0]!;
  // Also in a session with triggers disabled.
  const refused = (table: string, id: number, change: string) =>
    checkout.sql
      .begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx.unsafe(`update ${table} set ${change} where id = ${id}`);
      })
      .catch((error) => error);
  for (const [table, id, change, rule] of [
    ['payment_links', payableId, 'amount = amount + 1', 'payment_links_total_adds_up'],
    ['payment_links', payableId, "success_url = 'http://shop.example'", 'payment_links_success_url'],
    ['payment_links', payableId, 'min_amount = 1', 'payment_links_amount_within_bounds'],
    ['payment_links', payableId, 'status = 4', 'payment_links_status_check'],
    ['payment_links', payableId, 'held_count = -1', 'payment_links_held_count_check'],
    ['payment_links', payableId, 'paid_count = -1', 'payment_links_paid_count_check'],
    ['payment_links', payableId, 'max_payment_count = 5, paid_count = 5', 'payment_links_full_is_not_active'],
    ['payment_links', payableId, 'max_payment_count = 5, paid_count = 6, status = 1', 'payment_links_places'],
    ['payment_links', payableId, 'max_payment_count = 5, held_count = 6', 'payment_links_places'],
    ['payment_attempts', attempts[0]!.id, 'counted = true', 'payment_attempts_only_success_counts'],
    ['payment_attempts', attempts[0]!.id, "state = 'gone'", 'payment_attempts_final_holds_nothing'],
    [
      'payment_attempts',
      attempts[0]!.id,
      "state = 'gone', holds_place = false",
      'payment_attempts_state_check',
    ],
    ['transactions', transactionId, "card_last4 = '12x4'", 'transactions_card_last4_check'],
    [
      'transactions',
      transactionId,
      'charged_piastres = 0, net_piastres = -fee_piastres - vat_piastres',
      'transactions_charged_piastres_check',
    ],
    ['transactions', transactionId, 'disputed_piastres = -1', 'transactions_disputed_piastres_check'],
    [
      'transactions',
      transactionId,
      'disputed_piastres = charged_piastres + 1',
      'transactions_disputes_covered',
    ],
    [
      'transactions',
      transactionId,
      'fee_piastres = -1, net_piastres = charged_piastres + 1 - vat_piastres',
      'transactions_fee_piastres_check',
    ],
    ['transactions', transactionId, "fees_on = 'X'", 'transactions_fees_on_check'],
    ['transactions', transactionId, "flags = '{odd}'", 'transactions_flags_check'],
    ['transactions', transactionId, 'payment_method = null', 'transactions_method_known'],
    ['transactions', transactionId, 'net_piastres = 1', 'transactions_net_adds_up'],
    ['transactions', transactionId, 'is_payout = true', 'transactions_payout_is_no_payment'],
    [
      'transactions',
      transactionId,
      'is_payout = true, payment_method = null, refunded_piastres = 1',
      'transactions_payout_is_no_payment',
    ],
    ['transactions', transactionId, 'pending_out_piastres = -1', 'transactions_pending_out_piastres_check'],
    ['transactions', transactionId, 'refunded_piastres = -1', 'transactions_refund_covered'],
    [
      'transactions',
      transactionId,
      'refunded_piastres = charged_piastres + 1',
      'transactions_refund_covered',
    ],
    ['transactions', transactionId, 'status = 3', 'transactions_refunded_whole'],
    ['transactions', transactionId, 'refunding_piastres = -1', 'transactions_refunding_piastres_check'],
    [
      'transactions',
      transactionId,
      'refunding_piastres = charged_piastres + 1',
      'transactions_refunds_covered',
    ],
    ['transactions', transactionId, 'settlement_status = 4', 'transactions_settlement_status_check'],
    ['transactions', transactionId, 'status = 6', 'transactions_status_check'],
    ['transactions', transactionId, 'status = -1', 'transactions_status_check'],
    ['transactions', transactionId, 'subtotal = -1', 'transactions_subtotal_check'],
    ['transactions', transactionId, 'total = 0', 'transactions_total_check'],
    ['transactions', transactionId, 'value_piastres = 0', 'transactions_value_piastres_check'],
    [
      'transactions',
      transactionId,
      'vat_piastres = -1, net_piastres = charged_piastres - fee_piastres + 1',
      'transactions_vat_piastres_check',
    ],
  ] as const) {
    expect(await refused(table, id, change), rule).toMatchObject({ code: '23514', constraint_name: rule });
  }
  await checkout.sql`
    update payment_links set success_url = null, min_amount = 1, max_amount = amount + 1 where id = ${payableId}`;
});
