import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balances, differences, pay, refund, rowOf, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

type Step =
  | { do: 'refund'; piastres: number }
  | { do: 'payout'; piastres: number }
  | { do: 'approve' | 'decline' | 'withdraw'; which: number; by: 'maker' | 'checker' };

const amount = fc.integer({ min: 1, max: 8_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('refund' as const), piastres: amount }),
  fc.record({ do: fc.constant('payout' as const), piastres: amount }),
  fc.record({
    do: fc.constantFrom('approve', 'decline', 'withdraw' as const),
    which: fc.nat(5),
    by: fc.constantFrom('maker', 'checker' as const),
  }),
);

test('in any order of requests and decisions, money moves only with a second person’s approval and the ledger stays consistent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const maker = await daftar.merchant();
      const checker = await daftar.colleague(maker, ['transaction-refund', 'payout-request-transactions']);
      const people: Record<string, Actor> = { maker, checker };
      const post = (path: string, as: Actor, body: object) =>
        daftar.call({ method: 'POST', path: `/merchant/${path}`, mode: 'live', as, body });
      await post('approvals/settings', maker, { enabled: true, refund_above: 0 });
      const payment = await pay(daftar, maker);
      await pay(daftar, maker, { pounds: 50 });
      await settleAll(daftar, maker);
      let [refunded, paidOut] = [0, 0];
      const asked: { id: number; kind: string; piastres: number }[] = [];
      for (const each of steps) {
        if (each.do === 'refund' || each.do === 'payout') {
          const pounds = each.piastres / 100;
          const answer =
            each.do === 'refund'
              ? await refund(daftar, maker, payment.id, { amount: pounds })
              : await post('payment_links/payout', maker, { amount: pounds });
          expect([200, 201, 400, 422]).toContain(answer.status);
          if (answer.status < 300)
            asked.push({ id: answer.body.data.approval_id, kind: each.do, piastres: each.piastres });
        } else {
          const request = asked[each.which];
          if (!request) continue;
          const answer = await post(`approvals/${request.id}/${each.do}`, people[each.by]!, { reason: 'So' });
          expect([200, 400]).toContain(answer.status);
          if (answer.status === 200 && each.do === 'approve') {
            expect(each.by).toBe('checker');
            if (request.kind === 'refund') refunded += request.piastres;
            else paidOut += request.piastres;
          }
        }
        expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded, refunding: 0 });
        expect((await balances(daftar, maker)).payout ?? 0).toBe(paidOut);
      }
      expect(await differences(daftar)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
