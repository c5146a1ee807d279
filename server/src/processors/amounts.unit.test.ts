import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromDecimal, toDecimal } from './amounts.ts';

describe('amounts as processors write them', () => {
  test('any amount survives being written and read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (piastres) => {
        expect(fromDecimal(toDecimal(piastres))).toBe(piastres);
      }),
    );
  });

  test.each([
    ['599.80', 59_980],
    [599.8, 59_980],
    ['1', 100],
    [1, 100],
    ['1.5', 150],
    ['1.500', 150],
    ['0.07', 7],
    [1.1, 110],
  ])('%s is %i piastres', (text, piastres) => {
    expect(fromDecimal(text)).toBe(piastres);
  });

  test.each([
    '',
    '-1',
    '1.005',
    '1,000.00',
    '1e3',
    ' 1',
    '0x1',
    '.5',
    '1.',
    '99999999999999',
    null,
    true,
    {},
  ])('%j is no amount', (value) => {
    expect(fromDecimal(value)).toBeNull();
  });

  test('what is no amount is not written', () => {
    for (const wrong of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => toDecimal(wrong)).toThrow(RangeError);
  });
});
