import { MAX_PIASTRES } from '@daftar/contract/money';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editRefusal, invoiceTotals, mayDeactivate, offeredMethods } from './rules.ts';

const upTo = (max: number) => fc.oneof(fc.integer({ min: 1, max }), fc.integer({ min: 1, max: 100_000 }));
const money = upTo(MAX_PIASTRES);
const fixed = upTo(MAX_PIASTRES);
const percentage = fc.integer({ min: 0, max: 10_000 });

/** A percentage the long way: whole hundredths, and one more when at least half of one is left over. */
function oracle(amount: number, basisPoints: number): bigint {
  const exact = BigInt(amount) * BigInt(basisPoints);
  const whole = exact / 10_000n;
  return exact - whole * 10_000n >= 5_000n ? whole + 1n : whole;
}

test('total = amount + tax + fees, each percentage rounded once and half away from zero', () => {
  fc.assert(
    fc.property(
      money,
      fc.oneof(
        fixed.map((value) => [value, 0]),
        percentage.map((value) => [0, value]),
      ),
      fc.oneof(
        fixed.map((value) => [value, 0]),
        percentage.map((value) => [0, value]),
      ),
      (amount, [fixedFees = 0, feesBps = 0], [fixedTax = 0, taxBps = 0]) => {
        const form = {
          amount,
          fixed_fees: fixedFees,
          percentage_fees: feesBps,
          fixed_tax: fixedTax,
          percentage_tax: taxBps,
        };
        const fees = BigInt(fixedFees) + oracle(amount, feesBps);
        const tax = BigInt(fixedTax) + oracle(amount, taxBps);
        const total = BigInt(amount) + fees + tax;
        const made = invoiceTotals(form, 1_000_000);
        const fits = {
          fees: Number(fees),
          tax: Number(tax),
          total: Number(total),
          valuePiastres: Number(total),
        };
        expect(made).toEqual(total > BigInt(MAX_PIASTRES) ? null : fits);
      },
    ),
    { numRuns: 2000 },
  );
});

test('the worth in EGP is the total at the rate, rounded once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000_000 }),
      fc.integer({ min: 1, max: 90_000_000 }),
      (amount, rate) => {
        const exact = BigInt(amount) * BigInt(rate);
        const worth = (exact + 500_000n) / 1_000_000n;
        const form = { amount, fixed_fees: 0, percentage_fees: 0, fixed_tax: 0, percentage_tax: 0 };
        expect(invoiceTotals(form, rate)?.valuePiastres).toBe(Number(worth));
      },
    ),
  );
});

test.each([
  // 1 % of 0.50 is half a piastre
  [50, 100, 1],
  [49, 100, 0],
  [10_000, 1_400, 1_400],
  [333, 3_333, 111],
])('%i at %i basis points is %i', (amount, bps, expected) => {
  const form = { amount, fixed_fees: 0, percentage_fees: 0, fixed_tax: 0, percentage_tax: bps };
  expect(invoiceTotals(form, 1_000_000)?.tax).toBe(expected);
});

test('an invoice offers what is asked for, in order, or all that is allowed', () => {
  expect(offeredMethods([4, 1], [1, 2, 4])).toEqual([1, 4]);
  expect(offeredMethods([], [1, 2])).toEqual([1, 2]);
  expect(offeredMethods([3], [1, 2])).toBeNull();
  expect(offeredMethods([], [])).toBeNull();
});

test('only an unpaid invoice may be canceled', () => {
  expect([1, 2, 3, 4].map(mayDeactivate)).toEqual([true, false, false, false]);
});

test('only an unpaid invoice that nobody has paid or is paying may be edited', () => {
  const refusal = (status: number, paidCount = 0, isBeingPaid = false) =>
    editRefusal({ status, paidCount, isBeingPaid });
  expect(refusal(1)).toBeNull();
  expect(refusal(1, 1)).toBe('paid-in-part');
  expect(refusal(1, 0, true)).toBe('being-paid');
  for (const status of [2, 3, 4]) expect(refusal(status)).toBe('not-unpaid');
});
