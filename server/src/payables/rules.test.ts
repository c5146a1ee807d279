import { MAX_PIASTRES } from '@daftar/contract/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptedMethods, payableTotals } from './rules.ts';

const form = (amount: number, charges: Partial<Parameters<typeof payableTotals>[0]> = {}) => ({
  amount,
  fixed_fees: 0,
  percentage_fees: 0,
  fixed_tax: 0,
  percentage_tax: 0,
  ...charges,
});
const EGP = 1_000_000;

describe('the total', () => {
  test('is the amount with fees and tax, each rounded once, half away from zero', () => {
    expect(payableTotals(form(15_025, { percentage_fees: 250, fixed_tax: 310 }), EGP)).toEqual({
      fees: 376,
      tax: 310,
      total: 15_711,
      valuePiastres: 15_711,
    });
    expect(payableTotals(form(30, { percentage_tax: 500 }), EGP)).toMatchObject({ tax: 2, total: 32 });
  });

  test('is converted to EGP at the rate', () => {
    expect(payableTotals(form(1_001), 48_500_000)).toMatchObject({ total: 1_001, valuePiastres: 48_549 });
  });

  test('may be the largest amount of the wire format and no more', () => {
    expect(payableTotals(form(MAX_PIASTRES), EGP)?.total).toBe(MAX_PIASTRES);
    expect(payableTotals(form(MAX_PIASTRES, { fixed_fees: 1 }), EGP)).toBeNull();
    expect(payableTotals(form(MAX_PIASTRES, { percentage_tax: 10_000 }), EGP)).toBeNull();
  });

  test('always adds up, in whole piastres', () => {
    const amount = fc.integer({ min: 1, max: MAX_PIASTRES });
    const percent = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(amount, percent, fc.integer({ min: 0, max: 1e9 }), (pounds, fees, fixed) => {
        const totals = payableTotals(form(pounds, { percentage_fees: fees, fixed_tax: fixed }), 48_500_000);
        if (!totals) return;
        expect(totals.total).toBe(pounds + totals.fees + totals.tax);
        expect(Number.isSafeInteger(totals.valuePiastres)).toBe(true);
        expect(totals.fees).toBeLessThanOrEqual(pounds);
      }),
    );
  });
});

describe('the methods', () => {
  test('are those requested, or all that are allowed', () => {
    expect(acceptedMethods([4, 1], [1, 4, 5])).toEqual([1, 4]);
    expect(acceptedMethods([], [1, 4, 5])).toEqual([1, 4, 5]);
    expect(acceptedMethods([4, 1], [1, 2, 4])).toEqual([1, 4]);
    expect(acceptedMethods([], [1, 2])).toEqual([1, 2]);
  });

  test('never include one that is not allowed, and are never empty', () => {
    expect(acceptedMethods([1, 2], [1, 4])).toBeNull();
    expect(acceptedMethods([3], [1, 2])).toBeNull();
    expect(acceptedMethods([], [])).toBeNull();
  });
});

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
        const made = payableTotals(form, 1_000_000);
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

test('the value in EGP is the total at the rate, rounded once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000_000 }),
      fc.integer({ min: 1, max: 90_000_000 }),
      (amount, rate) => {
        const exact = BigInt(amount) * BigInt(rate);
        const worth = (exact + 500_000n) / 1_000_000n;
        const form = { amount, fixed_fees: 0, percentage_fees: 0, fixed_tax: 0, percentage_tax: 0 };
        expect(payableTotals(form, rate)?.valuePiastres).toBe(Number(worth));
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
  expect(payableTotals(form, 1_000_000)?.tax).toBe(expected);
});
