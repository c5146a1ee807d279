/** Reports of two cases of one payment, in any order and number, with refunds and settlements in between. */
import { CHARGEBACK_STAGES } from '@daftar/contract/chargebacks';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balances, callerOf, differences, pay, rowOf } from '../../tests/kit/money.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { createRefund } from '../refunds/service.ts';
import { settleAllDue } from '../settlements/service.ts';
import { observeDispute } from './observed.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const AMOUNTS = { 'A-1': 6_000, 'A-2': 4_000 } as const;
const STATES = ['open', 'won', 'lost'] as const;
const STATUSES = [0, 2, 1];

const report = fc.record({
  do: fc.constant('report' as const),
  caseId: fc.constantFrom('A-1' as const, 'A-2' as const),
  stage: fc.constantFrom(...CHARGEBACK_STAGES),
  state: fc.constantFrom(...STATES),
});
type Reported = typeof report extends fc.Arbitrary<infer R> ? R : never;
const step = fc.oneof(
  { weight: 5, arbitrary: report },
  fc.record({ do: fc.constant('refund' as const), pounds: fc.integer({ min: 1, max: 60 }) }),
  fc.constant({ do: 'settle' as const }),
);

/** Returns the most advanced report of a case, by stage and then from open to won to lost. */
function furthest(reports: readonly Reported[], caseId: string): [number, number] | null {
  const ranks = reports
    .filter((each) => each.caseId === caseId)
    .map(({ stage, state }) => CHARGEBACK_STAGES.indexOf(stage) * 3 + STATES.indexOf(state));
  if (ranks.length === 0) return null;
  const most = Math.max(...ranks);
  return [Math.floor(most / 3), STATUSES[most % 3]!];
}

test('cases end where their furthest reports say, their money is held or taken once, and the books agree', async () => {
  let refunds = 0;
  let reopened = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const owner = await daftar.merchant();
      const { id } = await pay(daftar, owner);
      const { app, database } = daftar;
      const [attempt] = await database.sql<{ merchantId: number; id: number; accountId: null }[]>`
        select merchant_id as "merchantId", id, null as "accountId" from payment_attempts where transaction_id = ${id}`;
      const reports: Reported[] = [];
      for (const each of steps) {
        if (each.do === 'settle') {
          await settleAllDue(
            { ...app, clock: { now: () => new Date('2026-06-17T09:00:00Z') } },
            owner.merchantId,
          );
        } else if (each.do === 'refund') {
          const form = { amount: each.pounds * 100, reason: '', account_name: '', bank_name: '', iban: '' };
          // Refused while its money is disputed.
          await createRefund(app, callerOf(owner), id, form).then(
            () => {
              refunds += 1;
            },
            () => undefined,
          );
        } else {
          reports.push(each);
          const said = { ...each, amountPiastres: AMOUNTS[each.caseId], reasonCode: '', dueAt: null };
          await Promise.all([observeDispute(app, attempt!, said), observeDispute(app, attempt!, said)]);
        }
      }
      const rows = await database.sql<{ case: string; stage: string; status: number; rounds: number }[]>`
        select case_id as case, stage, status, rounds from chargebacks where merchant_id = ${owner.merchantId}`;
      const expected = Object.keys(AMOUNTS).flatMap((caseId) => {
        const far = furthest(reports, caseId);
        return far ? [{ case: caseId, stage: CHARGEBACK_STAGES[far[0]], status: far[1] }] : [];
      });
      expect(rows.map(({ rounds: _, ...row }) => row).sort((a, b) => a.case.localeCompare(b.case))).toEqual(
        expected,
      );
      reopened += rows.filter(({ rounds }) => rounds > 1).length;
      const sum = (of: (status: number) => boolean) =>
        rows
          .filter(({ status }) => of(status))
          .reduce((all, row) => all + AMOUNTS[row.case as keyof typeof AMOUNTS], 0);
      const { chargeback = 0, available = 0 } = await balances(daftar, owner);
      expect(chargeback).toBe(sum((status) => status === 0));
      // A dispute never makes money payable before its day.
      if (steps.every((each) => each.do !== 'settle')) expect(available).toBe(0);
      expect((await rowOf(daftar, id)).disputed).toBe(sum((status) => status !== 2));
      expect(await differences(daftar)).toEqual([]);
    }),
    { numRuns: 25 },
  );
  // Runs without effect prove little.
  expect(refunds).toBeGreaterThan(3);
  expect(reopened).toBeGreaterThan(1);
});
