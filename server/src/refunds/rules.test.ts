import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import { expect, test } from 'vitest';
import { type Refundable, refundablePiastres, refundChannel } from './rules.ts';

const paid: Refundable = {
  status: TRANSACTION_STATUS.success,
  isPayout: false,
  method: 1,
  valuePiastres: 10_000,
  refundedPiastres: 1_000,
  refundingPiastres: 200,
  disputedPiastres: 30,
};

test('the refundable amount of a payment excludes what is refunded, pending refund, or disputed', () => {
  expect(refundablePiastres(paid)).toBe(8_770);
  expect(refundChannel({ ...paid, disputedPiastres: 8_799 })).toBe('direct');
  expect(refundChannel({ ...paid, disputedPiastres: 8_800 })).toBeNull();
});

test('nothing is refundable of an unpaid or fully refunded payment, or of a payout', () => {
  const { success, ...others } = TRANSACTION_STATUS;
  for (const status of Object.values(others)) {
    expect(refundablePiastres({ ...paid, status })).toBe(0);
    expect(refundChannel({ ...paid, status })).toBeNull();
  }
  expect(refundablePiastres({ ...paid, status: success, isPayout: true })).toBe(0);
});

test('AmanCard payments are refunded by code, kiosk payments to a bank, all others the way they came', () => {
  const methods = [1, 2, 3, 4, 5, null];
  expect(methods.map((method) => refundChannel({ ...paid, method }))).toEqual([
    'direct',
    'aman',
    'direct',
    'bank',
    'direct',
    'direct',
  ]);
});
