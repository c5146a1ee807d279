import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balances, callerOf, differences, type Paid, pay } from '../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../tests/kit/server.ts';
import { moneyCommands } from './ops/money.ts';
import { requestPayout } from './payouts/service.ts';
import { createRefund } from './refunds/service.ts';
import { settleAllDue } from './settlements/service.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

type Step =
  | { do: 'pay' }
  | { do: 'settle' }
  | { do: 'refund'; which: number; pounds: number }
  | { do: 'dispute'; which: number; pounds: number }
  | { do: 'payout'; pounds: number }
  | { do: 'end-payout'; which: number; well: boolean }
  | { do: 'decide'; which: number; well: boolean };

const which = fc.nat(7);
const pounds = fc.integer({ min: 1, max: 120 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'pay' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'settle' }) },
  fc.record({ do: fc.constant('refund' as const), which, pounds }),
  fc.record({ do: fc.constant('dispute' as const), which, pounds }),
  fc.record({ do: fc.constant('payout' as const), pounds }),
  fc.record({ do: fc.constant('end-payout' as const), which, well: fc.boolean() }),
  fc.record({ do: fc.constant('decide' as const), which, well: fc.boolean() }),
);

/** Minimum share of each kind of step with an effect: about half of the share with three seeds. */
const LEAST: Record<Step['do'], number> = {
  pay: 1,
  settle: 1,
  refund: 0.4,
  dispute: 0.4,
  payout: 0.2,
  'end-payout': 0.04,
  decide: 0.08,
};

/** The state of a merchant, its payers and the provider so far. */
interface Story {
  owner: Actor;
  paid: Paid[];
  payouts: string[];
  disputes: string[];
}

/** Counts, per kind of step, how often it was tried and how often it had an effect. */
const done = new Map<Step['do'], { tried: number; worked: number }>();

/**
 * Carries out a step.
 * @returns false when the step did not apply. A step refused by the rules throws and changes nothing.
 */
async function take(each: Step, story: Story): Promise<boolean> {
  const { app } = daftar;
  const { owner, paid } = story;
  const ops = (command: string, ...words: string[]) => moneyCommands[command]!(app, words, 'ops:test');
  if (each.do === 'pay') paid.push(await pay(daftar, owner));
  else if (each.do === 'settle') {
    await settleAllDue({ ...app, clock: { now: () => new Date('2026-06-17T09:00:00Z') } });
  } else if (each.do === 'payout') {
    story.payouts.push((await requestPayout(app, callerOf(owner), each.pounds * 100)).code);
  } else if (each.do === 'end-payout') {
    const code = story.payouts[each.which % story.payouts.length];
    if (!code) return false;
    await ops(each.well ? 'payout-hand-over' : 'payout-return', code);
  } else if (each.do === 'decide') {
    const reference = story.disputes[each.which % story.disputes.length];
    if (!reference) return false;
    await ops(each.well ? 'chargeback-apply' : 'chargeback-withdraw', reference, '--even-though-due', 'Seen');
  } else {
    const payment = paid[each.which % paid.length];
    if (!payment) return false;
    if (each.do === 'refund') {
      const form = { amount: each.pounds * 100, reason: '', account_name: '', bank_name: '', iban: '' };
      await createRefund(app, callerOf(owner), payment.id, form);
    } else {
      const opened = await ops('chargeback-open', payment.reference, String(each.pounds));
      story.disputes.push(String(opened).split(':')[0]!);
    }
  }
  return true;
}

test('every ledger invariant holds after any sequence of operations, also concurrent ones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const story: Story = { owner: await daftar.merchant(), paid: [], payouts: [], disputes: [] };
      story.paid.push(await pay(daftar, story.owner));
      for (let at = 0; at < steps.length; at += 2) {
        const pair = steps.slice(at, at + 2);
        const answers = await Promise.allSettled(pair.map((each) => take(each, story)));
        for (const [n, answer] of answers.entries()) {
          const count = done.get(pair[n]!.do) ?? { tried: 0, worked: 0 };
          count.tried += 1;
          if (answer.status === 'fulfilled' && answer.value) count.worked += 1;
          done.set(pair[n]!.do, count);
        }
      }
      expect(await differences(daftar)).toEqual([]);
      const { chargeback = 0, payout = 0 } = await balances(daftar, story.owner);
      expect(Math.min(chargeback, payout)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 25 },
  );
  // Runs without effect prove little.
  for (const [name, least] of Object.entries(LEAST)) {
    const { worked, tried } = done.get(name as Step['do']) ?? { worked: 0, tried: 0 };
    expect(worked / tried, `${name}: ${worked} of ${tried} worked`).toBeGreaterThanOrEqual(least);
  }
});
