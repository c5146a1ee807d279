import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../tests/kit/platform/any-character.ts';
import { LEAST_SCORE, scoreOf, wordsOf } from './rules.ts';

const score = (one: string, other: string) => scoreOf(wordsOf(one), wordsOf(other));

describe('names that are the same person’s', () => {
  test.each([
    ['أحمد محمّد عبد الله', 'احمد محمد عبدالله'],
    ['فاطمة مصطفى', 'فاطمه مصطفي'],
    ['Müller Jürgen', 'JURGEN MULLER'],
    ['Karim El-Fictif', 'Karim Fictif'],
    ['السيد خيالي', 'سيد خيالى'],
    ['مـــخـــتـــرع سالم', 'مخترع سالم'],
    ['Sami Elsayed Elfictif', 'Sami El-Sayed Al Fictif'],
    ['Alsayed Inventado', 'Elsayed Inventado'],
    ['Abdelrahman Fictif', 'Abdul Rahman Fictif'],
    ['Abd El-Rahman Fictif', 'ABDALRAHMAN FICTIF'],
    ['Abdullah Fictif', 'Abd Allah Fictif'],
    ['Abdalla Fictif', 'Abd Alla Fictif'],
    ['عبدالرحمن خيالي', 'عبد الرحمن الخيالي'],
    ['عبدالله مخترع', 'عبد الله مخترع'],
  ])('%s and %s', (one, other) => expect(score(one, other)).toBe(100));
  test.each([
    ['Mohammed Fabricado', 'Muhammed Fabricado'],
    ['Sami Inventado Nadir', 'Sami Inventado'],
    ['محمود الخيالي حسن', 'محمود خيالى حسين'],
  ])('nearly: %s and %s', (one, other) => {
    expect(score(one, other)).toBeGreaterThanOrEqual(LEAST_SCORE);
    expect(score(one, other)).toBeLessThan(100);
  });
});

test.each([
  ['Ahmed Hassan', 'Ahmed'],
  ['Ahmed Hassan', 'Ahmed Mostafa'],
  ['منى سالم', 'هدى سالم'],
  ['', ''],
  ['بن', 'ابن'],
])('others are not: %s and %s', (one, other) => expect(score(one, other)).toBeLessThan(LEAST_SCORE));

test('it is symmetric, at most 100, and bounded for any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: ANY_CHARACTER, maxLength: 400 }),
      fc.string({ maxLength: 400 }),
      (one, other) => {
        const found = score(one, other);
        expect(found).toBe(score(other, one));
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(100);
      },
    ),
  );
});
