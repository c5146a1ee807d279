/**
 * Runs payments, settlements, refunds, disputes, decisions, releases and changes of terms in any order, to a bank
 * account or to the balance, and compares with a model: the held amounts are equal, sums hold, nothing is released
 * twice.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balances, differences, pay, receivingAccount, refund, settleAll } from '../../tests/kit/money.ts';
import { agreeReserve } from '../../tests/kit/reserve.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { decideByReference, openChargeback } from '../chargebacks/decide.ts';
import { cairoDay } from '../platform/time/cairo.ts';
import { releaseDue } from './service.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const step = fc.oneof(
  fc.record({ do: fc.constant('pay' as const), pounds: fc.integer({ min: 5, max: 300 }) }),
  fc.record({ do: fc.constant('settle' as const) }),
  fc.record({
    do: fc.constant('refund' as const),
    which: fc.nat(20),
    pounds: fc.integer({ min: 1, max: 300 }),
  }),
  fc.record({ do: fc.constant('dispute' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('decide' as const), which: fc.nat(20), isLost: fc.boolean() }),
  fc.record({
    do: fc.constant('terms' as const),
    shareBps: fc.constantFrom(0, 1, 999, 3333, 10_000),
    days: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ do: fc.constant('days' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('release' as const), times: fc.constantFrom(1, 2) }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** The model's held amounts: for each settlement with its day, in the order of release. */
interface Held {
  day: string;
  left: number;
}

async function play(steps: readonly Step[], toBank: boolean): Promise<void> {
  // People act on one day, because sign-ins end; settlements and releases happen at the model's time.
  let now = Date.parse('2026-06-15T09:00:00Z');
  const TODAY = new Date(now).toISOString();
  daftar.clock.set(TODAY);
  const owner: Actor = await daftar.merchant();
  if (toBank) await receivingAccount(daftar, owner);
  const payments: number[] = [];
  let terms = { shareBps: 0, days: 1 };
  let held: Held[] = [];
  let released = 0;
  let drawn = 0;
  const of = async () => {
    const { pending = 0, available = 0, reserve = 0 } = await balances(daftar, owner);
    return { pending, available, reserve };
  };
  const next = () => held.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  /** The model's own cover of an available balance that a refund or dispute lowered. */
  const draw = (short: number) => {
    for (const item of next()) {
      const taken = Math.min(item.left, Math.max(short, 0));
      item.left -= taken;
      short -= taken;
      drawn += taken;
    }
  };
  for (const one of steps) {
    const before = await of();
    const held0 = held.reduce((sum, { left }) => sum + left, 0);
    if (one.do === 'pay') payments.push((await pay(daftar, owner, { pounds: one.pounds })).id);
    else if (one.do === 'days') {
      now += one.count * 86_400_000;
    } else if (one.do === 'terms') {
      terms = one;
      await agreeReserve(daftar, owner, one.shareBps, one.days);
    } else if (one.do === 'settle') {
      daftar.clock.set(new Date(now).toISOString());
      await settleAll(daftar, owner);
      daftar.clock.set(TODAY);
      const after = await of();
      const settledNow = before.pending - after.pending;
      if (settledNow > 0) {
        const debt = Math.max(-before.available, 0);
        const share = Math.floor((Math.max(settledNow - debt, 0) * terms.shareBps) / 10_000);
        const day = cairoDay(new Date(now + terms.days * 86_400_000));
        if (share > 0) held.push({ day, left: share });
      }
    } else if (one.do === 'release') {
      const due = held.filter(({ day }) => day <= cairoDay(new Date(now)));
      released += due.reduce((sum, { left }) => sum + left, 0);
      held = held.filter((item) => !due.includes(item));
      await Promise.all(
        Array.from({ length: one.times }, () =>
          releaseDue({ ...daftar.app, clock: { now: () => new Date(now) } }),
        ),
      );
    } else if (one.do === 'decide') {
      const open = await daftar.database.sql<{ reference: string }[]>`
        select reference from chargebacks where merchant_id = ${owner.merchantId} and status = 0 order by id`;
      const chosen = open[one.which % Math.max(open.length, 1)];
      if (chosen)
        await decideByReference(daftar.app, chosen.reference, one.isLost ? 'applied' : 'withdrawn', 'test');
    } else if (payments.length > 0) {
      const id = payments[one.which % payments.length]!;
      if (one.do === 'refund') await refund(daftar, owner, id, { amount: one.pounds });
      else {
        const ref = { merchantId: owner.merchantId, transactionId: id };
        // Refused when there is one already, or nothing is left to dispute.
        await openChargeback(daftar.app, ref, { reason: 'fraudulent', actor: 'test' }).catch(() => undefined);
      }
      // The amount that left `available`, before it was covered.
      const after = await of();
      const [booked] = await daftar.database.sql<{ amount: number }[]>`
        select coalesce(sum(p.amount), 0)::bigint as amount
          from ledger_postings p join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
         where p.merchant_id = ${owner.merchantId} and p.account = 'available' and t.kind = 'reserve_drawn'`;
      const uncovered = after.available - (booked!.amount - drawn);
      draw(-uncovered);
    }
    const after = await of();
    const left = held.reduce((sum, item) => sum + item.left, 0);
    expect([one.do, after.reserve], JSON.stringify({ before, held0, held })).toEqual([one.do, left]);
    expect(after.reserve > 0 && after.available < 0).toBe(false);
  }
  const [sums] = await daftar.database.sql<
    { held: number; released: number; drawn: number; twice: number }[]
  >`
    select coalesce(sum(held_piastres), 0)::bigint as held, coalesce(sum(released_piastres), 0)::bigint as released,
           (select coalesce(sum(amount_piastres), 0)::bigint from reserve_draws d
             where d.merchant_id = ${owner.merchantId}) as drawn,
           (select count(*)::int from (
              select from ledger_transfers t
               where t.merchant_id = ${owner.merchantId} and t.kind = 'reserve_released'
               group by t.idempotency_key having count(*) > 1) x) as twice
      from reserve_items where merchant_id = ${owner.merchantId}`;
  const left = held.reduce((sum, item) => sum + item.left, 0);
  expect(sums).toEqual({ held: released + drawn + left, released, drawn, twice: 0 });
  expect(await differences(daftar)).toEqual([]);
}

test('whatever happens in whatever order, the reserve holds what was agreed, covers what is missing, and is released once', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), fc.boolean(), play), {
    numRuns: 25,
  });
}, 240_000);
