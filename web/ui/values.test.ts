import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDate, formatElapsed, formatMoney, formatPercent, initialsOf } from './format.ts';
import { formatMobile } from './mobile.tsx';
import { completeAmount, completeRate, misread } from './money-input.tsx';
import { readTypedMoment, writeTypedMoment } from './typed-moment.ts';
import { momentOf, wallClockOf } from './zoned.ts';

describe('money', () => {
  test('is formatted with two decimals, its currency and the digits of the language', () => {
    expect(formatMoney(1250, 'EGP', 'en')).toBe('1,250.00\u00a0EGP');
    expect(formatMoney(1250.5, 'EGP', 'ar')).toBe('١٬٢٥٠٫٥٠\u00a0ج.م.');
    expect(formatMoney(0.1 + 0.2, 'USD', 'en')).toBe('0.30\u00a0USD');
    expect(formatMoney(0.3, 'USD', 'ar'), 'not "US$", another name of it').toBe('٠٫٣٠\u00a0USD\u200e');
  });

  test.each([
    ['5', '5.00'],
    ['5.1', '5.10'],
    ['5.', '5.00'],
    ['007.5', '7.50'],
    ['', ''],
    ['1.234', '1.234'],
    ['abc', 'abc'],
    ['١٢٣٫٤٥', '123.45'],
    ['1,250.5', '1250.50'],
    ['12,500', '12500.00'],
    ['1,234,567', '1234567.00'],
    ['١٬٢٥٠', '1250.00'],
    ['\u2066 7\u00a0\u2069', '7.00'],
    ['10,50', '10,50'],
    [',5', ',5'],
    ['1,00,0', '1,00,0'],
    ['1.234,50', '1.234,50'],
  ])('left as %s is completed to %s', (typed, complete) => expect(completeAmount(typed)).toBe(complete));

  test.each(['10,50', '10,5', '١٠٬٥', '10،50', ',5', '1,00,0', '1.234,50', '0,500'])(
    'left as %s is not read, and the field says how decimals are written',
    (typed) => {
      expect(misread(typed)).toBe('DecimalComma');
      expect(misread(typed, true)).toBe('PercentageComma');
      expect(completeRate(typed)).toBe(typed);
    },
  );

  test('text that is no amount is named as that; an empty field says nothing', () => {
    expect(misread('ten')).toBe('InvalidAmountFormat');
    expect(misread('-5')).toBe('InvalidAmountFormat');
    expect(misread('ten', true)).toBe('InvalidPercentage');
    for (const fine of ['', ' ', '5', '1,250.5']) expect(misread(fine)).toBeUndefined();
    expect(completeRate('١٤٫٥')).toBe('14.5');
    expect([completeRate('٥٪'), completeRate('5%')]).toEqual(['5', '5']);
    for (const fine of ['', '5%', '٥٪']) expect(misread(fine, true)).toBeUndefined();
  });
});

describe('dates and times', () => {
  test('dates start with the day and use Cairo time', () => {
    expect(formatDate('2026-03-01T23:30:00Z', 'en', 'date')).toBe('02 Mar 2026');
    expect(formatDate('2026-03-01T23:30:00Z', 'en', 'date', 'UTC')).toBe('01 Mar 2026');
    expect(formatDate('nonsense', 'en')).toBe('–');
  });

  test('elapsed time in hours is not converted to days', () => {
    const now = Date.parse('2026-03-01T12:00:00Z');
    expect(formatElapsed('2026-03-01T09:10:00Z', 'en', now)).toBe('2 hours ago');
    expect(formatElapsed('2026-03-01T11:50:00Z', 'en', now)).toBe('10 minutes ago');
    expect(formatElapsed('2026-02-20T12:00:00Z', 'en', now)).toBe('9 days ago');
    expect(formatElapsed('2026-02-20T12:00:00Z', 'en', now, 'hours')).toBe('216 hours ago');
    expect(formatElapsed('2026-03-01T11:50:00Z', 'en', now, 'hours')).toBe('10 minutes ago');
  });

  test('local time and instant convert into each other, including daylight saving time', () => {
    expect(momentOf('2026-01-15 17:00:00', 'cairo')).toBe('2026-01-15T15:00:00.000Z');
    expect(momentOf('2026-07-15 17:00:00', 'cairo')).toBe('2026-07-15T14:00:00.000Z');
    expect(momentOf('2026-07-15 17:00:00', 'utc')).toBe('2026-07-15T17:00:00.000Z');
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        (date) => {
          const iso = `${date.toISOString().slice(0, 19)}.000Z`;
          expect(momentOf(wallClockOf(iso, 'utc'), 'utc')).toBe(iso);
          // When clocks are set back one hour is shown twice: the wall clock is what must survive.
          const shown = wallClockOf(iso, 'cairo');
          expect(wallClockOf(momentOf(shown, 'cairo'), 'cairo')).toBe(shown);
        },
      ),
    );
  });
});

test('a percentage has at most two decimals', () => {
  expect(formatPercent(2.75, 'en')).toBe('2.75%');
  expect(formatPercent(14, 'en')).toBe('14%');
});

test('an Egyptian mobile number is shown with +20, any other number unchanged', () => {
  expect(formatMobile('01001234567')).toBe('+20 100 123 4567');
  expect(formatMobile('19019')).toBe('19019');
});

test('initials are those of the first and last name', () => {
  expect(initialsOf('Mona Ahmed El-Sayed').replace('\u200c', '')).toBe('ME');
  expect(initialsOf('منى السيد')).toBe('م\u200cا');
});

describe('a typed date', () => {
  test.each([
    ['12-31-2026 11:59 PM', '2026-12-31 23:59:00'],
    ['12/31/2026 5:30 pm', '2026-12-31 17:30:00'],
    ['١٢/٣١/٢٠٢٦ ٥:٣٠ م', '2026-12-31 17:30:00'],
    ['1.5.2026, 12 am', '2026-01-05 00:00:00'],
    ['01-05-2026 12:00 م', '2026-01-05 12:00:00'],
    ['01-05-2026 17:30', '2026-01-05 17:30:00'],
    ['\u200e01-05-2026\u200f', '2026-01-05 23:59:00'],
  ])('%s is %s', (typed, read) => expect(readTypedMoment(typed)).toBe(read));

  test.each([
    '',
    '31-12-2026',
    '02-30-2026',
    '12-31-26',
    '12-31-2026 13:00 pm',
    '12-31-2026 5:30 xm',
    'tomorrow',
  ])('%s is none', (typed) => expect(readTypedMoment(typed)).toBeNull());

  test('is read as it was written, in both languages', () => {
    const minutes = fc.integer({ min: 0, max: 4_000_000 * 10 });
    fc.assert(
      fc.property(minutes, fc.constantFrom({ am: 'AM', pm: 'PM' }, { am: 'ص', pm: 'م' }), (minute, words) => {
        const wallClock = wallClockOf(new Date(minute * 60_000).toISOString(), 'utc');
        expect(readTypedMoment(writeTypedMoment(wallClock, words))).toBe(wallClock);
      }),
    );
  });
});
