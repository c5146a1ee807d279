import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arabicMoney, englishMoney, englishNumber } from './words.ts';

describe('in Arabic', () => {
  test.each([
    [0, 'صفر جنيه مصري'],
    [1_00, 'جنيه مصري واحد'],
    [2_00, 'جنيهان مصريان'],
    [3_00, 'ثلاثة جنيهات مصرية'],
    [10_00, 'عشرة جنيهات مصرية'],
    [11_00, 'أحد عشر جنيهًا مصريًا'],
    [12_00, 'اثنا عشر جنيهًا مصريًا'],
    [18_00, 'ثمانية عشر جنيهًا مصريًا'],
    [20_00, 'عشرون جنيهًا مصريًا'],
    [45_00, 'خمسة وأربعون جنيهًا مصريًا'],
    [100_00, 'مائة جنيه مصري'],
    [101_00, 'مائة وواحد جنيه مصري'],
    [103_00, 'مائة وثلاثة جنيهات مصرية'],
    [200_00, 'مائتا جنيه مصري'],
    [215_00, 'مائتان وخمسة عشر جنيهًا مصريًا'],
    [1_000_00, 'ألف جنيه مصري'],
    [2_000_00, 'ألفا جنيه مصري'],
    [2_005_00, 'ألفان وخمسة جنيهات مصرية'],
    [7_000_00, 'سبعة آلاف جنيه مصري'],
    [11_000_00, 'أحد عشر ألف جنيه مصري'],
    [12_345_00, 'اثنا عشر ألفًا وثلاثمائة وخمسة وأربعون جنيهًا مصريًا'],
    [100_000_00, 'مائة ألف جنيه مصري'],
    [200_000_00, 'مائتا ألف جنيه مصري'],
    [1_000_000_00, 'مليون جنيه مصري'],
    [2_000_000_00, 'مليونا جنيه مصري'],
    [1_002_000_00, 'مليون وألفا جنيه مصري'],
    [3_250_000_00, 'ثلاثة ملايين ومائتان وخمسون ألف جنيه مصري'],
    [
      9_999_999_999_00,
      'تسعة مليارات وتسعمائة وتسعة وتسعون مليونًا وتسعمائة وتسعة وتسعون ألفًا وتسعمائة وتسعة وتسعون جنيهًا مصريًا',
    ],
    [50, 'خمسون قرشًا'],
    [1, 'قرش واحد'],
    [5, 'خمسة قروش'],
    [1_406_33, 'ألف وأربعمائة وستة جنيهات مصرية وثلاثة وثلاثون قرشًا'],
    [1_02, 'جنيه مصري واحد وقرشان'],
  ])('%i hundredths are %s', (amount, words) => {
    expect(arabicMoney(amount, 'EGP')).toBe(`فقط ${words} لا غير`);
  });

  test('dollars and cents', () => {
    expect(arabicMoney(2_11, 'USD')).toBe('فقط دولاران أمريكيان وأحد عشر سنتًا لا غير');
    expect(arabicMoney(300_00, 'USD')).toBe('فقط ثلاثمائة دولار أمريكي لا غير');
  });
});

describe('in English', () => {
  test.each([
    [0, 'Zero Egyptian pounds only'],
    [1_00, 'One Egyptian pound only'],
    [1_406_33, 'One thousand four hundred and six Egyptian pounds and thirty-three piastres only'],
    [1_006_01, 'One thousand and six Egyptian pounds and one piastre only'],
    [50, 'Fifty piastres only'],
    [2_000_000_00, 'Two million Egyptian pounds only'],
    [21_100_00, 'Twenty-one thousand one hundred Egyptian pounds only'],
  ])('%i hundredths are "%s"', (amount, words) => {
    expect(englishMoney(amount, 'EGP')).toBe(words);
  });

  test('dollars and cents', () => {
    expect(englishMoney(38_50, 'USD')).toBe('Thirty-eight US dollars and fifty cents only');
  });
});

const amounts = fc.integer({ min: 0, max: 999_999_999_999 });

test('every amount has words in both languages: no gap, no doubled space, nothing undefined', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom('EGP' as const, 'USD' as const), (amount, currency) => {
      for (const words of [arabicMoney(amount, currency), englishMoney(amount, currency)]) {
        expect(words).not.toMatch(/undefined|NaN| {2}|- |و |^ | $/);
      }
    }),
  );
});

test('two amounts never read the same', () => {
  fc.assert(
    fc.property(amounts, amounts, (one, other) => {
      fc.pre(one !== other);
      expect(arabicMoney(one, 'EGP')).not.toBe(arabicMoney(other, 'EGP'));
      expect(englishMoney(one, 'EGP')).not.toBe(englishMoney(other, 'EGP'));
    }),
  );
});

const VALUES: Record<string, number> = Object.fromEntries(
  [...Array(20).keys(), 20, 30, 40, 50, 60, 70, 80, 90].map((value) => [englishNumber(value), value]),
);

/** Reads English words back, by another way than they are written. */
function read(words: string): number {
  let [total, group] = [0, 0];
  for (const word of words.replaceAll('-', ' ').split(' ')) {
    const scale = { thousand: 1e3, million: 1e6, billion: 1e9 }[word];
    if (word === 'hundred') group *= 100;
    else if (scale) [total, group] = [total + group * scale, 0];
    else if (word !== 'and') group += VALUES[word] ?? Number.NaN;
  }
  return total + group;
}

test('English words read back as the number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (value) => {
      expect(read(englishNumber(value))).toBe(value);
    }),
  );
});
