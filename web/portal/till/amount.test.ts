import { describe, expect, test } from 'vitest';
import { amountOf, type Key, press, shownAmount, typedAmount } from './amount.ts';

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
    expect(amountOf('1,250.50')).toBe('1250.50');
    expect(amountOf('1250.999')).toBe('1250.99');
    expect(amountOf('-5')).toBe('');
    expect(shownAmount('1250.5', 'ar')).toBe('١٬٢٥٠٫٥');
    expect(shownAmount('1250.50', 'en')).toBe('1,250.50');
    expect(shownAmount('12.', 'en')).toBe('12.');
    expect(shownAmount('', 'en')).toBe('');
    for (const text of ['7', '12.', '12345678.90'])
      expect(typedAmount(shownAmount(text, 'ar'), text, null)).toBe(text);
  });

  test('keeps a comma that may be a decimal mark, key by key, so that 10,50 never becomes 1050', () => {
    for (const comma of [',', '،', '٬']) {
      let amount = '';
      for (const key of ['1', '0', comma, '5', '0'])
        amount = typedAmount(shownAmount(amount, 'en') + key, amount, key);
      expect(amount).toBe(`10${comma}50`);
      expect(shownAmount(amount, 'en')).toBe(amount);
      expect(typedAmount(`10${comma}500`, amount, '0'), 'thousands after all').toBe('10500');
    }
    expect(amountOf('1.234,50')).toBe('1.234,50');
    expect(typedAmount('1,2345', '1234', '5'), 'our own separators').toBe('12345');
    expect(press(press('10,5', 'back'), 'back')).toBe('10');
  });
});
