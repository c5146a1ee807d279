/** The fee rule is implemented twice: for display before a payment, and in the database for the booked amount. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takenBack } from '../../tests/kit/changes.ts';
import { startTestCheckout, type TestCheckout } from '../../tests/kit/checkout.ts';
import { chargesOf } from './rules.ts';

let checkout: TestCheckout;
let merchant: number;
let attempt: { id: number; transactionId: number };
beforeAll(async () => {
  checkout = await startTestCheckout();
  merchant = await checkout.merchant();
  const link = await checkout.link(merchant);
  await checkout.post(`/pay/${link.token}`, { method: '4' });
  const [row] = await checkout.sql<(typeof attempt)[]>`
    select id, transaction_id as "transactionId" from payment_attempts where merchant_id = ${merchant}`;
  attempt = row!;
});
afterAll(() => checkout.close());

const cases = fc.record({
  receivedPiastres: fc.oneof(
    fc.integer({ min: 1, max: 20_000 }),
    fc.integer({ min: 1, max: 999_999_999_999 }),
  ),
  rateBps: fc.integer({ min: 0, max: 10_000 }),
  fixedPiastres: fc.integer({ min: 0, max: 100_000 }),
  vatBps: fc.integer({ min: 0, max: 10_000 }),
  feesOn: fc.constantFrom('M' as const, 'C' as const),
});

test('a payment of another amount than requested is booked with the fee and VAT that the page would show for it', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ receivedPiastres, ...terms }) => {
      await takenBack(checkout.sql, async (tx) => {
        await tx`
          update payment_attempts set rate_bps = ${terms.rateBps}, fixed_fee_piastres = ${terms.fixedPiastres},
                 vat_bps = ${terms.vatBps}, fees_on = ${terms.feesOn}, charge_piastres = ${receivedPiastres + 1}
           where merchant_id = ${merchant} and id = ${attempt.id}`;
        await tx`
          select attempt_outcome(${merchant}, ${attempt.id}, 'succeeded', ${checkout.clock.now()}, '2026-06-17',
                                 ${receivedPiastres})`;
        const [booked] = await tx`
          select fee_piastres as "feePiastres", vat_piastres as "vatPiastres" from transactions
           where merchant_id = ${merchant} and id = ${attempt.transactionId}`;
        const { feePiastres, vatPiastres } = chargesOf(receivedPiastres, terms);
        expect(booked).toEqual({ feePiastres, vatPiastres });
      });
    }),
  );
});
