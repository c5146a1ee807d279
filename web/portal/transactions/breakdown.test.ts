import { describe, expect, test } from 'vitest';
import {
  additionsOf,
  breakdownOf,
  feesOf,
  isCaptured,
  isPartlyRefunded,
  restOf,
  settlementWord,
} from './breakdown.ts';

const paid = {
  status: 1,
  is_payout: 0,
  fee: 5.75,
  vat: 0.81,
  net: 93.44,
  refunded_amount: 0,
  to_be_settled: 93.44,
  settlement_status: 2,
};

describe('a row of the list', () => {
  test('shows the fee with its VAT, to the piastre', () => {
    expect(feesOf({ fee: 0.1, vat: 0.2 })).toBe(0.3);
    expect(feesOf(paid)).toBe(6.56);
  });

  test('says what was refunded only of a payment that was not refunded in full', () => {
    expect(isPartlyRefunded({ ...paid, refunded_amount: 10 })).toBe(true);
    expect(isPartlyRefunded(paid)).toBe(false);
    expect(isPartlyRefunded({ ...paid, status: 3, refunded_amount: 100 })).toBe(false);
    expect(isPartlyRefunded({ ...paid, is_payout: 1, refunded_amount: 10 })).toBe(false);
  });

  test('counts for what its payer paid and did not get back when many are refunded', () => {
    expect(restOf([paid, { ...paid, refunded_amount: 40.1 }])).toBe(159.9);
    expect(restOf([])).toBe(0);
  });
});

describe('the breakdown of a transaction', () => {
  test('100 EGP by card nets 93.44, and the lines add up to what the payer paid', () => {
    expect(breakdownOf(paid)).toEqual([
      { key: 'gross', amount: 100, sum: false },
      { key: 'fee', amount: -5.75, sum: false },
      { key: 'vat', amount: -0.81, sum: false },
      { key: 'net', amount: 93.44, sum: true },
    ]);
  });

  test('charges on top of the subtotal add up exactly', () => {
    expect(additionsOf({ subtotal: 1850, total_amount: 2109 })).toBe(259);
    expect(additionsOf({ subtotal: 0.1, total_amount: 0.3 })).toBe(0.2);
    expect(additionsOf({ subtotal: 75, total_amount: 75 })).toBe(0);
  });

  test('sums of decimals have no rounding error', () => {
    const [gross] = breakdownOf({ ...paid, net: 0.1, fee: 0.2, vat: 0 });
    expect(gross?.amount).toBe(0.3);
  });

  test('a refund reduces the net, below zero if necessary', () => {
    const lines = breakdownOf({ ...paid, status: 3, refunded_amount: 100, to_be_settled: -6.56 });
    expect(lines.slice(-2)).toEqual([
      { key: 'refunded', amount: -100, sum: false },
      { key: 'toBeSettled', amount: -6.56, sum: true },
    ]);
  });

  test('what is taken from a settled payment leaves nothing to be settled', () => {
    const lines = breakdownOf({ ...paid, settlement_status: 1, refunded_amount: 40, to_be_settled: 53.44 });
    expect(lines.at(-1)).toEqual({ key: 'left', amount: 53.44, sum: true });
  });

  test('chargebacks reduce the net by all that is disputed, and no longer when they are withdrawn', () => {
    const lines = breakdownOf({ ...paid, to_be_settled: 53.44, disputed_amount: 40 });
    expect(lines.slice(-2)).toEqual([
      { key: 'disputed', amount: -40, sum: false },
      { key: 'toBeSettled', amount: 53.44, sum: true },
    ]);
    expect(breakdownOf({ ...paid, disputed_amount: 0 })).toEqual(breakdownOf(paid));
  });

  test('what a chargeback that was won returned to the balance is not to be settled again', () => {
    const lines = breakdownOf({ ...paid, to_be_settled: 33.44, disputed_amount: 20 });
    expect(lines.slice(-3)).toEqual([
      { key: 'disputed', amount: -20, sum: false },
      { key: 'returned', amount: -40, sum: false },
      { key: 'toBeSettled', amount: 33.44, sum: true },
    ]);
  });

  test('only captured payments have a breakdown', () => {
    expect([0, 1, 2, 3, 4, 5].filter((status) => isCaptured({ status, is_payout: 0 }))).toEqual([1, 3]);
    expect(isCaptured({ status: 1, is_payout: 1 })).toBe(false);
  });

  test('settlement status: 2 unsettled, 3 pending, anything else settled', () => {
    expect([1, 2, 3, 9].map(settlementWord)).toEqual(['settled', 'unsettled', 'pending', 'settled']);
  });
});
