import { describe, expect, test } from 'vitest';
import {
  accountError,
  clockOf,
  otpError,
  payoutAmountError,
  refundAmountError,
  twoDecimals,
} from './money-out.ts';

describe('the account number of a refund', () => {
  test.each([
    '01001234567',
    '+20 100 123 456',
    '(010)-1234567',
    '٠١٠٠١٢٣٤٥٦٧',
    '+20 152 670 7157',
    '\u2066+20\u00a0152\u00a0670\u00a07157\u2069',
  ])('accepts %s', (typed) => {
    expect(accountError(typed)).toBeUndefined();
  });
  test.each(['', '0100123456', '0100123456789012', '0100123456a'])('rejects %j', (typed) => {
    expect(accountError(typed)).toBe('InvalidAccount');
  });
});

describe('the amount and code of a refund', () => {
  test.each(['0.01', '100', '99.99', '٥٠'])('accepts %s', (typed) => {
    expect(refundAmountError(typed, 0.01, 100)).toBeUndefined();
  });
  test.each(['', '0', '100.01', '1.005', '-5', 'ten'])('rejects %j', (typed) => {
    expect(refundAmountError(typed, 0.01, 100)).toBe('transactions:refund.amountInvalid');
  });
  test.each(['10,50', '1.234,50'])('says of %s how decimals are written', (typed) => {
    expect(refundAmountError(typed, 0.01, 10_000)).toBe('DecimalComma');
    expect(payoutAmountError(typed, 10_000)).toBe('DecimalComma');
  });
  test('a code has exactly six digits', () => {
    expect(otpError('123456')).toBeUndefined();
    expect(otpError('١٢٣٤٥٦')).toBeUndefined();
    for (const typed of ['', '12345', '1234567', '12345x']) {
      expect(otpError(typed)).toBe('transactions:refund.otpInvalid');
    }
  });
  test('the amount is sent with two decimals', () => {
    expect(twoDecimals('40')).toBe('40.00');
    expect(twoDecimals('٤٠.٥')).toBe('40.50');
  });
});

test.each([
  ['', 'Required'],
  ['1.005', 'InvalidAmountFormat'],
  ['1e3', 'InvalidAmountFormat'],
  ['-5', 'AmountMustBePositive'],
  ['0.00', 'AmountMustBePositive'],
  ['0.50', 'payouts:request.least'],
  ['100.01', 'AmountExceedsBalance'],
  ['100', undefined],
  ['1', undefined],
])('a payout of %j gives the error %s', (typed, said) => {
  expect(payoutAmountError(typed, 100)).toBe(said);
});

test('the wait for another code is shown in minutes and seconds', () => {
  expect(clockOf(90, String)).toBe('1:30');
  expect(clockOf(5, String)).toBe('0:05');
});
