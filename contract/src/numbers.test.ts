import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Amount, amountError, Percentage, parsePercent, parsePounds, SignedAmount } from './money.ts';
import { ExchangeRateForm } from './ops-platform.ts';
import { Weight } from './product-forms.ts';
import { validate } from './validate.ts';

const ARABIC = '٠١٢٣٤٥٦٧٨٩';
const inArabic = (text: string) => text.replace(/\d/g, (digit) => ARABIC[Number(digit)]!);
const grouped = (whole: number, separator: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, separator);

describe('a typed amount', () => {
  test('is read to the piastre in every way that people write thousands and decimals', () => {
    const separators = [',', '،', '٬', ' ', '\u00a0', '\u2009', '\u202f', ''];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999 }),
        fc.constantFrom(...separators),
        fc.constantFrom('.', '٫'),
        fc.constantFrom('', '\u200f', '\u2066', '\ufeff', '\u00ad', ' \u061c'),
        fc.boolean(),
        (piastres, separator, point, mark, isArabic) => {
          const fraction = String(piastres % 100).padStart(2, '0');
          const text = `${mark}${grouped(Math.floor(piastres / 100), separator)}${point}${fraction}${mark}`;
          expect(parsePounds(isArabic ? inArabic(text) : text)).toBe(piastres);
        },
      ),
    );
  });

  test.each([
    ['1,234.50', 123_450],
    ['12,500', 1_250_000],
    ['1,234,567', 123_456_700],
    ['١٢٬٥٠٠', 1_250_000],
    ['١٬٢٣٤٫٥٠', 123_450],
    ['۱۲۳٫۴۵', 12_345],
    ['1\u00a0234.5', 123_450],
    ['5.', 500],
  ])('%s is %d piastres', (typed, piastres) => {
    expect(parsePounds(typed)).toBe(piastres);
    expect(amountError(typed)).toBeNull();
  });

  test('with a comma before one or two last digits is refused with a sentence on decimals, never read a hundredfold', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000_000),
        fc.integer({ min: 1, max: 99 }),
        fc.constantFrom(',', '،', '٬'),
        fc.boolean(),
        (whole, rest, comma, isArabic) => {
          const text = `${whole}${comma}${rest}`;
          expect(amountError(isArabic ? inArabic(text) : text)).toBe('DecimalComma');
          expect(amountError(`${grouped(whole, '.')}${comma}${rest}`)).toBe('DecimalComma');
        },
      ),
    );
    for (const typed of [',5', '1,00,0', '1.234,50', '0,500', '1,2345', '12,34,567', '1,234٬567', '10,50 '])
      expect(amountError(typed), typed).toBe('DecimalComma');
  });

  test.each(['10 50', '1 5', '+5', '.5', '1e3', '0x10', '1.234', 'ten', "1'234", '5 EGP'])(
    '%s is refused as no amount',
    (typed) => expect(amountError(typed)).toBe('InvalidAmountFormat'),
  );

  test('says which rule it breaks', () => {
    const errors = (schema: Parameters<typeof validate>[0], typed: unknown) => {
      const result = validate(schema, typed);
      return result.ok ? result.value : result.errors['']?.[0]?.key;
    };
    expect(errors(Amount, '12,345,678,901')).toBe('AmountTooLarge');
    expect(errors(Amount, ' \u200f ')).toBe('Required');
    expect(errors(SignedAmount, '\u22121,234.5')).toBe(-123_450);
    expect(errors(SignedAmount, '-10,5')).toBe('DecimalComma');
    expect(errors(Percentage, '١٤٫٥')).toBe(1_450);
    expect(errors(Percentage, '1,5')).toBe('PercentageComma');
    expect(errors(Percentage, '١٬٥٪')).toBe('PercentageComma');
    expect(errors(Percentage, '100.01')).toBe('InvalidPercentage');
  });
});

test.each(['5%', '٥٪', '5 %', '5.0%', '%5', '٪٥', '\u200f٥٪\u200f', '５％', '5'])(
  '%j is five percent',
  (typed) => {
    expect(validate(Percentage, typed)).toEqual({ ok: true, value: 500 });
    expect(parsePercent(typed)).toBe(500);
  },
);

test.each(['5%%', '%5%', '5%٪', '%', '5 percent', '5‰', '-5%', '101%', '5%5'])(
  '%j is no percentage',
  (typed) => {
    expect(validate(Percentage, typed).ok).toBe(false);
  },
);

test('a percent sign is part of no amount', () => {
  expect(parsePounds('5%')).toBeNull();
});

test('a number with more than two decimals takes no comma that could be one of either kind', () => {
  const rate = (typed: string) => validate(ExchangeRateForm, { currency: 'USD', rate: typed });
  expect(rate('50.125')).toMatchObject({ ok: true, value: { rate: 50_125_000 } });
  for (const typed of ['50,125', '48,5', '48٬5'])
    expect(rate(typed)).toEqual({ ok: false, errors: { rate: [{ key: 'DecimalComma' }] } });
  expect(validate(Weight, '١٫٥')).toEqual({ ok: true, value: 1_500 });
  for (const typed of ['1,500', '0,5'])
    expect(validate(Weight, typed)).toEqual({ ok: false, errors: { '': [{ key: 'DecimalComma' }] } });
});
