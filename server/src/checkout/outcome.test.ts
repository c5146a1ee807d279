/**
 * Writes of the database's own functions for a payment: to its attempt, its transaction and its link, and to no others.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changesOf, takenBack } from '../../tests/kit/changes.ts';
import { type Link, startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

const TABLES = ['payment_attempts', 'transactions', 'payment_links'];
const SOON = '2026-06-15T09:05:00.000Z';
const NOW = '2026-06-15T09:30:00.000Z';
const LATER = '2026-06-15T10:00:00.000Z';

interface Waiting {
  link: Link;
  attempt: number;
  transaction: number;
}

let checkout: TestCheckout;
let merchant: number;
/** Kiosk payments of separate links; the payer canceled the first. Changes are tried on the second. */
let first: Waiting;
let second: Waiting;
let third: Waiting;
beforeAll(async () => {
  checkout = await startTestCheckout();
  checkout.clock.set('2026-06-15T09:00:00Z');
  merchant = await checkout.merchant();
  const waiting = [await kiosk(), await kiosk(), await kiosk()];
  [first, second, third] = waiting as [Waiting, Waiting, Waiting];
  await outcome(checkout.sql, first, 'canceled', { ours: true, at: SOON });
});
afterAll(() => checkout.close());

async function kiosk(): Promise<Waiting> {
  const link = await checkout.link(merchant);
  const { location } = await checkout.post(`/pay/${link.token}`, { method: '4' });
  const [row] = await checkout.sql<{ attempt: number; transaction: number }[]>`
    select id as attempt, transaction_id as transaction from payment_attempts
     where merchant_id = ${merchant} and token = ${location!.split('/').at(-1)!}`;
  return { link, ...row! };
}

interface Told {
  received?: number;
  failure?: string;
  ours?: boolean;
  at?: string;
}

async function outcome(db: Db, { attempt }: { attempt: number }, state: string, told: Told = {}) {
  const { received = null, failure = null, ours = false, at = NOW } = told;
  const [row] = await db`
    select * from attempt_outcome(${merchant}, ${attempt}, ${state}, ${at}, '2026-06-17', ${received},
                                  ${state === 'succeeded' ? 'P-9' : null}, ${failure}, false, ${ours})`;
  return { ...row };
}

const attemptIs = (tx: Tx, columns: Record<string, unknown>) =>
  tx`update payment_attempts set ${tx(columns)} where merchant_id = ${merchant} and id = ${second.attempt}`;
const linkIs = (tx: Tx, columns: Record<string, unknown>) =>
  tx`update payment_links set ${tx(columns)} where merchant_id = ${merchant} and id = ${second.link.id}`;
const named = ({ attempt, transaction, link }: Waiting) => ({
  attempt: `payment_attempts ${attempt}`,
  transaction: `transactions ${transaction}`,
  link: `payment_links ${link.id}`,
});
const SOME_TIME = expect.stringMatching(/^2026-/);

describe('the outcome of one payment among others', () => {
  test('a success is written to its own attempt, transaction and link', async () => {
    await takenBack(checkout.sql, async (tx) => {
      const is = named(second);
      const changes = await changesOf(tx, TABLES, async () => {
        expect(await outcome(tx, second, 'succeeded')).toEqual({
          result: 'applied',
          state: 'succeeded',
          transaction_id: second.transaction,
        });
      });
      expect(changes).toEqual({
        [is.attempt]: {
          state: ['awaiting', 'succeeded'],
          counted: [false, true],
          holds_place: [true, false],
          processor_reference: [null, 'P-9'],
          paid_at: [null, NOW],
          next_ask_at: [SOME_TIME, null],
          updated_at: [SOME_TIME, NOW],
        },
        [is.transaction]: {
          status: [0, 1],
          external_reference: [null, 'P-9'],
          expected_settlement_on: [null, '2026-06-17'],
          paid_at: [null, NOW],
          updated_at: [SOME_TIME, NOW],
        },
        [is.link]: {
          status: [2, 1],
          paid_count: [0, 1],
          held_count: [1, 0],
          updated_at: [SOME_TIME, NOW],
        },
      });
    });
  });

  test('an end without money is written to its own attempt and transaction, and frees the place', async () => {
    await takenBack(checkout.sql, async (tx) => {
      const is = named(second);
      await attemptIs(tx, { unanswered_at: SOON });
      const changes = await changesOf(tx, TABLES, async () => {
        expect(await outcome(tx, second, 'failed', { failure: 'declined' })).toMatchObject({
          result: 'applied',
          state: 'failed',
        });
      });
      expect(changes).toEqual({
        [is.attempt]: {
          state: ['awaiting', 'failed'],
          holds_place: [true, false],
          failure_reason: [null, 'declined'],
          next_ask_at: [SOME_TIME, null],
          unanswered_at: [SOON, null],
          updated_at: [SOME_TIME, NOW],
        },
        [is.transaction]: {
          status: [0, 2],
          failure_reason: [null, 'declined'],
          updated_at: [SOME_TIME, NOW],
        },
        [is.link]: { held_count: [1, 0] },
      });
    });
  });

  test.each([
    ['failed', false, 2, false],
    ['failed', true, 2, true],
    ['canceled', false, 4, false],
    ['canceled', true, 4, true],
    ['expired', false, 5, true],
    ['expired', true, 5, true],
  ])('%s, by our own decision %s: status %i, polled afterwards %s', async (state, ours, status, asked) => {
    await takenBack(checkout.sql, async (tx) => {
      // Exactly at that moment: over, and asked about when it was over.
      await attemptIs(tx, { expires_at: NOW, answered_at: NOW, next_ask_at: LATER, unanswered_at: SOON });
      expect(await outcome(tx, second, state, { ours })).toMatchObject({ result: 'applied', state });
      const [row] = await tx`
        select a.state, t.status, a.next_ask_at is not null as asked, a.unanswered_at is not null as unanswered
          from payment_attempts a join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
         where a.merchant_id = ${merchant} and a.id = ${second.attempt}`;
      expect(row).toEqual({ state, status, asked, unanswered: asked });
    });
  });

  test.each([
    ['its time is not up', { expires_at: LATER, answered_at: LATER }],
    ['nobody asked', { expires_at: SOON, answered_at: null }],
    ['it was asked about only before its time was up', { expires_at: NOW, answered_at: SOON }],
  ])('an expiry is ignored while %s', async (_, columns) => {
    await takenBack(checkout.sql, async (tx) => {
      await attemptIs(tx, columns);
      const changes = await changesOf(tx, TABLES, async () => {
        expect(await outcome(tx, second, 'expired')).toMatchObject({ result: 'ignored', state: 'awaiting' });
      });
      expect(changes).toEqual({});
    });
  });

  test.each([
    ['failed', false, { next_ask_at: LATER }, { next_ask_at: [LATER, null] }],
    ['failed', false, { unanswered_at: SOON }, { unanswered_at: [SOON, null] }],
    ['failed', false, {}, null],
    ['canceled', true, { next_ask_at: LATER }, null],
    ['expired', false, { next_ask_at: LATER }, null],
  ])(
    '%s, by our own decision %s, of an attempt that has ended, can only stop the polling',
    async (state, ours, columns, change) => {
      await takenBack(checkout.sql, async (tx) => {
        await outcome(tx, second, 'failed', { failure: 'declined' });
        await attemptIs(tx, { next_ask_at: null, unanswered_at: null, ...columns });
        const changes = await changesOf(tx, TABLES, async () => {
          expect(await outcome(tx, second, state, { ours })).toMatchObject({
            result: 'ignored',
            state: 'failed',
          });
        });
        expect(changes).toEqual(change ? { [named(second).attempt]: change } : {});
      });
    },
  );

  test('a million pounds are split to the piastre', async () => {
    await takenBack(checkout.sql, async (tx) => {
      await outcome(tx, second, 'succeeded', { received: 100_000_000 });
      const [row] = await tx`
        select charged_piastres as charged, fee_piastres as fee, vat_piastres as vat, net_piastres as net,
               value_piastres as value, total, flags
          from transactions where merchant_id = ${merchant} and id = ${second.transaction}`;
      // 2.75 % and 3 pounds, and 14 % VAT on that.
      expect(row).toEqual({
        charged: 100_000_000,
        fee: 2_750_300,
        vat: 385_042,
        net: 96_864_658,
        value: 100_000_000,
        total: 100_000_000,
        flags: ['over'],
      });
    });
  });

  test.each([
    ['to the moment', NOW, ['late']],
    ['a moment before', '2026-06-15T09:30:00.001Z', []],
  ])('money that arrives as its time runs out, %s, is flagged accordingly', async (_, expires_at, flags) => {
    await takenBack(checkout.sql, async (tx) => {
      await attemptIs(tx, { expires_at });
      await outcome(tx, second, 'succeeded');
      const [row] = await tx`
        select flags from transactions where merchant_id = ${merchant} and id = ${second.transaction}`;
      expect(row!.flags).toEqual(flags);
    });
  });
});

/** [status, paid, held, maximum, whether it has expired] */
type Places = readonly [status: number, paid: number, held: number, most: number, isDue?: boolean];

const placesAre = (tx: Tx, [status, paid_count, held_count, max_payment_count, isDue]: Places) =>
  linkIs(tx, { status, paid_count, held_count, max_payment_count, due_at: isDue ? NOW : LATER });
async function placesOf(tx: Tx) {
  const [row] = await tx`
    select status, paid_count, held_count, updated_at from payment_links
     where merchant_id = ${merchant} and id = ${second.link.id}`;
  return [row!.status, row!.paid_count, row!.held_count];
}

describe('the places of a link', () => {
  beforeEach(async () => {
    // No hold of an attempt has expired, so none is released for a new one.
    await checkout.sql`update payment_attempts set hold_expires_at = ${LATER} where merchant_id = ${merchant}`;
  });

  test.each<[Places, boolean, boolean, boolean, [number, number, number]]>([
    // as it is, the payer held a place, paid: counted, as it is then
    [[2, 0, 1, 1], true, true, true, [1, 1, 0]],
    [[2, 0, 1, 3], true, true, true, [2, 1, 0]],
    [[2, 1, 1, 3], true, true, true, [2, 2, 0]],
    [[2, 2, 1, 3], true, true, true, [1, 3, 0]],
    [[2, 0, 1, 1, true], true, true, true, [3, 1, 0]],
    [[2, 0, 1, 2, true], true, true, true, [2, 1, 0]],
    [[1, 0, 1, 1], true, true, true, [1, 1, 0]],
    [[3, 0, 1, 1, true], true, true, true, [3, 1, 0]],
    [[3, 0, 1, 1], true, true, true, [3, 1, 0]],
    [[2, 0, 0, 1], false, true, true, [1, 1, 0]],
    [[2, 0, 1, 2], false, true, true, [2, 1, 1]],
    // The last place is refused without waiting for its holder.
    [[2, 0, 1, 1], false, true, true, [1, 1, 1]],
    [[2, 1, 1, 2], false, true, true, [1, 2, 1]],
    [[2, 1, 2, 3], false, true, true, [2, 2, 2]],
    [[1, 1, 0, 1], false, true, false, [1, 1, 0]],
    [[1, 1, 1, 1], true, true, false, [1, 1, 0]],
    [[1, 2, 1, 2], true, true, false, [1, 2, 0]],
    [[1, 1, 1, 1], true, false, false, [1, 1, 0]],
    [[2, 0, 2, 3], true, false, false, [2, 0, 1]],
    [[2, 0, 2, 3], false, false, false, [2, 0, 2]],
  ])('%j, held %s, paid %s: counted %s, then %j', async (places, held, paid, counted, then) => {
    await takenBack(checkout.sql, async (tx) => {
      await placesAre(tx, places);
      const changes = await changesOf(tx, TABLES, async () => {
        const [row] = await tx`
          select payable_settle('payment-link', ${merchant}, ${second.link.id}, ${held}, ${paid}, ${NOW}) as counted`;
        expect(row!.counted).toBe(counted);
      });
      expect(await placesOf(tx)).toEqual(then);
      expect(Object.keys(changes)).toEqual(counted || held ? [named(second).link] : []);
      // The listed columns of a link change only if the payment ends the link.
      const link = (changes as Record<string, object>)[named(second).link] ?? {};
      expect('updated_at' in link).toBe(then[0] !== places[0]);
    });
  });

  test('what a payment changes of a link that stays open is in no index, so PostgreSQL replaces the row on its page alone', async () => {
    const [row] = await checkout.sql<{ indexes: string }[]>`
      select string_agg(indexdef, ' ') as indexes from pg_indexes where tablename = 'payment_links'`;
    expect(row!.indexes).toContain('updated_at');
    expect(row!.indexes).not.toMatch(/paid_count|held_count/);
  });

  test.each<[Places, string, [number, number, number]]>([
    [[2, 0, 0, 1], 'held', [2, 0, 1]],
    [[2, 0, 1, 2], 'held', [2, 0, 2]],
    [[2, 1, 0, 2], 'held', [2, 1, 1]],
    [[2, 0, 1, 1], 'busy', [2, 0, 1]],
    [[2, 1, 1, 2], 'busy', [2, 1, 1]],
    [[1, 1, 0, 1], 'paid', [1, 1, 0]],
    [[1, 2, 0, 2], 'exhausted', [1, 2, 0]],
    [[1, 0, 0, 1], 'inactive', [1, 0, 0]],
    [[1, 0, 0, 1, true], 'inactive', [1, 0, 0]],
    [[2, 0, 0, 1, true], 'expired', [3, 0, 0]],
    [[3, 0, 0, 1, true], 'expired', [3, 0, 0]],
  ])('%j: a new payer is told %s', async (places, answer, then) => {
    await takenBack(checkout.sql, async (tx) => {
      await placesAre(tx, places);
      const changes = await changesOf(tx, TABLES, async () => {
        const [row] = await tx`
          select link_hold_place(${merchant}, 'test', ${second.link.id}, ${NOW}) as answer`;
        expect(row!.answer).toBe(answer);
      });
      expect(await placesOf(tx)).toEqual(then);
      const isWritten = answer === 'held' || (answer === 'expired' && places[0] === 2);
      expect(Object.keys(changes)).toEqual(isWritten ? [named(second).link] : []);
    });
  });

  test.each<[Places, string]>([
    [[2, 0, 0, 1], 'open'],
    [[2, 1, 0, 2], 'open'],
    [[2, 0, 0, 1, true], 'closed'],
    [[1, 0, 0, 1], 'closed'],
    [[3, 0, 0, 1], 'closed'],
    [[1, 1, 0, 1], 'full'],
    [[3, 2, 0, 2, true], 'full'],
  ])('%j is %s to money', async (places, answer) => {
    await takenBack(checkout.sql, async (tx) => {
      // The other rows differ.
      const others = answer === 'open' ? 1 : 2;
      await tx`
        update payment_links set status = ${others}, paid_count = 0, due_at = ${LATER}
         where merchant_id = ${merchant} and id <> ${second.link.id}`;
      await placesAre(tx, places);
      const [row] =
        await tx`select payable_lock('payment-link', ${merchant}, ${second.link.id}, ${NOW}) as answer`;
      expect(row!.answer).toBe(answer);
    });
  });

  test('one that is not there is closed to money', async () => {
    const [row] =
      await checkout.sql`select payable_lock('payment-link', ${merchant}, 999999999, ${NOW}) as answer`;
    expect(row!.answer).toBe('closed');
  });

  test('an expired hold is released, of this link only, and not before its deadline', async () => {
    await takenBack(checkout.sql, async (tx) => {
      // The others have expired too, including an order that happens to have the same id.
      await tx`
        update payment_attempts set payable_kind = 'order', payable_id = ${second.link.id}
         where merchant_id = ${merchant} and id = ${third.attempt}`;
      await tx`update payment_attempts set hold_expires_at = ${NOW} where merchant_id = ${merchant}`;
      const changes = await changesOf(tx, TABLES, async () => {
        const [row] = await tx`
          select link_hold_place(${merchant}, 'test', ${second.link.id}, ${NOW}) as answer`;
        expect(row!.answer).toBe('held');
      });
      expect(changes).toEqual({
        [named(second).attempt]: { holds_place: [true, false], updated_at: [SOME_TIME, NOW] },
        // Released by one and taken by the other.
        [named(second).link]: {},
      });
    });
  });

  test.each([
    ['that has run out', NOW, true],
    ['that has not', LATER, false],
  ])('releasing a hold %s changes no other', async (_, hold_expires_at, answer) => {
    await takenBack(checkout.sql, async (tx) => {
      await attemptIs(tx, { hold_expires_at });
      const release = async ({ attempt }: { attempt: number }) => {
        const [row] = await tx`select attempt_release(${merchant}, ${attempt}, ${NOW}) as answer`;
        return row!.answer;
      };
      const changes = await changesOf(tx, TABLES, async () => expect(await release(second)).toBe(answer));
      const { attempt, link } = named(second);
      const released = {
        [attempt]: { holds_place: [true, false], updated_at: [SOME_TIME, NOW] },
        [link]: { held_count: [1, 0] },
      };
      expect(changes).toEqual(answer ? released : {});
      // Once; and never one that holds nothing or belongs to another merchant.
      await tx`update payment_attempts set hold_expires_at = ${NOW} where id = ${first.attempt}`;
      const none = await changesOf(tx, TABLES, async () => {
        if (answer) expect(await release(second)).toBe(false);
        expect(await release(first)).toBe(false);
        expect(await release({ attempt: 0 })).toBe(false);
      });
      expect(none).toEqual({});
    });
  });

  test.each([
    ['everybody', null],
    ['one merchant', 'test'],
  ])('expiry is recorded for %s: of active links, oldest first, a batch at a time', async (_, mode) => {
    const active = await checkout.link(merchant);
    const inactive = await checkout.link(merchant);
    const stranger = await checkout.link(await checkout.merchant());
    await takenBack(checkout.sql, async (tx) => {
      const due = (id: number, due_at: string, status = 2) =>
        tx`update payment_links set ${tx({ due_at, status })} where id = ${id}`;
      await due(active.id, SOON);
      await due(inactive.id, SOON, 1);
      await due(stranger.id, SOON, mode ? 2 : 1);
      await due(second.link.id, NOW);
      const expire = async (most: number) => {
        const [row] = await tx`
          select expire_links(${NOW}, ${mode && merchant}, ${mode}, ${most}) as count`;
        return row!.count;
      };
      const changes = { status: [2, 3], updated_at: [SOME_TIME, NOW] };
      const name = (id: number) => `payment_links ${id}`;
      const inOne = await changesOf(tx, TABLES, async () => expect(await expire(1)).toBe(1));
      expect(inOne).toEqual({ [name(active.id)]: changes });
      const inAll = await changesOf(tx, TABLES, async () => expect(await expire(9)).toBe(1));
      expect(inAll).toEqual({ [name(second.link.id)]: changes });
      expect(await expire(9)).toBe(0);
    });
  });
});
