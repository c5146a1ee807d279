import { expect, test } from 'vitest';
import { dayText, monthText } from '../platform/time/calendar-text.ts';
import {
  cairoMonth,
  canBeIssued,
  invoiceNumber,
  leftByRate,
  nextMonth,
  rateOfCredit,
  startOfMonth,
  sumsOf,
} from './rules.ts';

test('a month begins and ends in Cairo, in winter and in summer', () => {
  expect(startOfMonth('2026-07').toISOString()).toBe('2026-06-30T21:00:00.000Z');
  expect(startOfMonth('2026-12').toISOString()).toBe('2026-11-30T22:00:00.000Z');
  expect(cairoMonth(new Date('2026-06-30T20:59:59Z'))).toBe('2026-06');
  expect(cairoMonth(new Date('2026-06-30T21:00:00Z'))).toBe('2026-07');
});

test('the month after December is the January of the next year', () => {
  expect(nextMonth('2026-12')).toBe('2027-01');
  expect(nextMonth('2026-09')).toBe('2026-10');
});

test('a number has at least six digits and all it needs', () => {
  expect(invoiceNumber(2026, 1)).toBe('FI-2026-000001');
  expect(invoiceNumber(2026, 1_234_567)).toBe('FI-2026-1234567');
});

const line = (fee: number, vat: number) =>
  ({ kind: 'payments', method: 1, vatBps: 1400, count: 1, base: 0, fee, vat }) as const;

test('an invoice is the sum of its lines, and none is issued of nothing or of less', () => {
  expect(sumsOf([line(575, 81), line(-75, -11)])).toEqual({ feePiastres: 500, vatPiastres: 70 });
  expect(canBeIssued(sumsOf([line(575, 81)]))).toBe(true);
  expect(canBeIssued(sumsOf([line(575, 81), line(-575, -81)]))).toBe(false);
  expect(canBeIssued(sumsOf([line(575, 81), line(-600, -81)]))).toBe(false);
  expect(canBeIssued(sumsOf([line(575, 81), line(0, -90)]))).toBe(false);
  expect(canBeIssued(sumsOf([]))).toBe(false);
});

test('documents write days and months in their language with Latin digits', () => {
  expect(dayText('en', '2026-07-01')).toBe('1 July 2026');
  expect(monthText('en', '2026-06')).toBe('June 2026');
  expect(dayText('ar', '2026-07-01')).toBe('1 يوليو 2026');
  expect(monthText('ar', '2026-06')).toBe('يونيو 2026');
});

test('a credit is at a rate of the invoice, of which enough is left, and all that is left may go as it was rounded', () => {
  const lines = [
    line(10_000, 1400),
    { ...line(5_000, 503), vatBps: 1000 },
    { ...line(2_000, 280), method: 2 },
  ];
  const left = leftByRate(lines, [{ vatBps: 1400, feePiastres: 9_000, vatPiastres: 1_260 }]);
  expect(left).toEqual([
    { vatBps: 1400, feePiastres: 3_000, vatPiastres: 420 },
    { vatBps: 1000, feePiastres: 5_000, vatPiastres: 503 },
  ]);
  const rate = (feePiastres: number, vatPiastres: number) => rateOfCredit(left, { feePiastres, vatPiastres });
  expect(rate(1_000, 140)).toBe(1400);
  expect(rate(1_000, 100)).toBe(1000);
  expect(rate(5_000, 503)).toBe(1000);
  // Neither rate, none at all, or more than that rate has left.
  expect([rate(1_000, 120), rate(1_000, 0), rate(4_000, 560), rate(0, 100)]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
