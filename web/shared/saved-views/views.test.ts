import type { DayPeriod } from '@daftar/contract/periods';
import { expect, test } from 'vitest';
import type { FilterField } from '../../ui/filters.tsx';
import { asView, fromView, periodsOf } from './views.ts';

const FIELDS: readonly FilterField[] = [
  { kind: 'text', name: 'reference', label: 'Reference' },
  { kind: 'days', from: 'date_from', to: 'date_to', label: 'Date' },
];
const NOW = Date.parse('2026-11-25T10:00:00Z');
const DAY = 86_400_000;
const sort = { by: 'created_at', type: 'desc' } as const;

test('days that are a period are kept as that: the last seven days are others tomorrow', () => {
  const filters = { reference: 'TRX-7', date_from: '2026-11-19', date_to: '2026-11-25' };
  expect(periodsOf(filters, FIELDS, NOW)).toEqual(['last7']);
  const view = asView({ filters, sort }, FIELDS, 'last7');
  expect(view).toEqual({
    query: { reference: 'TRX-7', sort_by: 'created_at', sort_type: 'desc' },
    period: 'last7',
  });
  expect(fromView(view, FIELDS, NOW)).toEqual({ filters, sort });
  expect(fromView(view, FIELDS, NOW + DAY).filters).toEqual({
    reference: 'TRX-7',
    date_from: '2026-11-20',
    date_to: '2026-11-26',
  });
});

test('other days are kept as they are', () => {
  const filters = { date_from: '2026-11-02', date_to: '2026-11-03' };
  expect(periodsOf(filters, FIELDS, NOW)).toEqual([]);
  const view = asView({ filters, sort }, FIELDS, null);
  expect(view.period).toBeNull();
  expect(fromView(view, FIELDS, NOW + DAY)).toEqual({ filters, sort });
});

test('days that are several periods at once are kept as the chosen one, or as they are: November stays November', () => {
  const end = Date.parse('2026-11-30T10:00:00Z');
  const filters = { date_from: '2026-11-01', date_to: '2026-11-30' };
  expect(periodsOf(filters, FIELDS, end)).toEqual(['last30', 'thisMonth']);
  const tomorrow = (period: DayPeriod | null) =>
    fromView(asView({ filters, sort }, FIELDS, period), FIELDS, end + DAY).filters;
  expect(tomorrow('last30')).toEqual({ date_from: '2026-11-02', date_to: '2026-12-01' });
  expect(tomorrow('thisMonth')).toEqual({ date_from: '2026-12-01', date_to: '2026-12-01' });
  expect(tomorrow(null)).toEqual(filters);
});
