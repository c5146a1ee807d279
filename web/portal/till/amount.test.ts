import { describe, expect, test } from 'vitest';
import { amountOf, type Key, press, shownAmount } from './amount.ts';

const after = (...keys: Key[]) => keys.reduce(press, '');

describe('the amount at the till', () => {
  test('is what the keys say: pounds, one point and two decimals', () => {
    expect(after('1', '2', '5')).toBe('125');
    expect(after('1', '2', '.', '5', '0', '9')).toBe('12.50');
    expect(after('1', '.', '.', '5')).toBe('1.5');
    expect(after('.', '5')).toBe('0.5');
    expect(after('0', '0', '7')).toBe('7');
    expect(after('9', '.', 'back', 'back')).toBe('');
  });

  test('stops growing before it is absurd, and lets a slip be taken back', () => {
    const nines = Array.from({ length: 12 }, (): Key => '9');
    expect(after(...nines)).toBe('99999999');
    expect(press(after(...nines), 'back')).toBe('9999999');
  });

  test('is typed and pasted in either script, and shown in the language’s own', () => {
    expect(amountOf('١٬٢٥٠٫٥٠')).toBe('1250.50');
    expect(amountOf('1,250.999')).toBe('1250.99');
    expect(amountOf('-5')).toBe('');
    expect(shownAmount('1250.5', 'ar')).toBe('١٬٢٥٠٫٥');
    expect(shownAmount('1250.50', 'en')).toBe('1,250.50');
    expect(shownAmount('12.', 'en')).toBe('12.');
    expect(shownAmount('', 'en')).toBe('');
    for (const text of ['7', '12.', '12345678.90']) expect(amountOf(shownAmount(text, 'ar'))).toBe(text);
  });
});
