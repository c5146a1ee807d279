import { expect, test } from 'vitest';
import { dayText, monthText } from '../platform/time/calendar-text.ts';
import { cairoMonth, canBeIssued, invoiceNumber, nextMonth, startOfMonth, sumsOf } from './rules.ts';

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
