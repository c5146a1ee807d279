import { MAX_PIASTRES } from '@daftar/contract/money';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkTotals, mayDeactivate, offeredMethods } from './rules.ts';

const form = (amount: number, charges: Partial<Parameters<typeof linkTotals>[0]> = {}) => ({
  amount,
  fixed_fees: 0,
  percentage_fees: 0,
  fixed_tax: 0,
  percentage_tax: 0,
  ...charges,
});
const EGP = 1_000_000;

describe('the total of a link', () => {
  test('is the amount with fees and tax, each rounded once, half away from zero', () => {
    expect(linkTotals(form(15_025, { percentage_fees: 250, fixed_tax: 310 }), EGP)).toEqual({
      fees: 376,
      tax: 310,
      total: 15_711,
      valuePiastres: 15_711,
    });
    expect(linkTotals(form(30, { percentage_tax: 500 }), EGP)).toMatchObject({ tax: 2, total: 32 });
  });

  test('is worth in EGP what the rate makes of it', () => {
    expect(linkTotals(form(1_001), 48_500_000)).toMatchObject({ total: 1_001, valuePiastres: 48_549 });
  });

  test('may be the largest amount of the wire and no more', () => {
    expect(linkTotals(form(MAX_PIASTRES), EGP)?.total).toBe(MAX_PIASTRES);
    expect(linkTotals(form(MAX_PIASTRES, { fixed_fees: 1 }), EGP)).toBeNull();
    expect(linkTotals(form(MAX_PIASTRES, { percentage_tax: 10_000 }), EGP)).toBeNull();
  });

  test('always adds up, in whole piastres', () => {
    const amount = fc.integer({ min: 1, max: MAX_PIASTRES });
    const percent = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(amount, percent, fc.integer({ min: 0, max: 1e9 }), (pounds, fees, fixed) => {
        const totals = linkTotals(form(pounds, { percentage_fees: fees, fixed_tax: fixed }), 48_500_000);
        if (!totals) return;
        expect(totals.total).toBe(pounds + totals.fees + totals.tax);
        expect(Number.isSafeInteger(totals.valuePiastres)).toBe(true);
        expect(totals.fees).toBeLessThanOrEqual(pounds);
      }),
    );
  });
});

describe('the methods of a link', () => {
  test('are those asked for, or all that are allowed', () => {
    expect(offeredMethods([4, 1], [1, 4, 5])).toEqual([1, 4]);
    expect(offeredMethods([], [1, 4, 5])).toEqual([1, 4, 5]);
  });

  test('are never one that is not allowed, nor none at all', () => {
    expect(offeredMethods([1, 2], [1, 4])).toBeNull();
    expect(offeredMethods([], [])).toBeNull();
  });
});

test('only an active link can be deactivated', () => {
  expect([1, 2, 3].filter(mayDeactivate)).toEqual([2]);
});
