/** Figures of the dashboard's chart as text. */
import type { SalesStepFigures } from '@daftar/contract/dashboard';
import type { TFunction } from 'i18next';
import { formatDate, formatMoney, formatNumber, formatPercent } from '../../ui/format.ts';
import { formatDayHour } from '../../ui/format-hour.ts';
import { formatCompact, formatTick } from '../../ui/format-tick.ts';
import type { Locale } from '../../ui/locale.ts';
import type { SalesMeasure } from '../paths/dashboard.ts';
import { changeOf, type SalesView } from './sales.ts';

const noon = (day: string) => `${day}T12:00:00Z`;

/** A value of a measure; a dash for a rate without payments. */
export function written(measure: SalesMeasure, value: number | null, locale: Locale): string {
  if (value === null) return '–';
  return measure === 'rate' ? formatPercent(value, locale) : formatMoney(value, 'EGP', locale);
}

/** A value on the axis. */
export const tickOf = (measure: SalesMeasure, locale: Locale) => (value: number) =>
  measure === 'rate' ? formatPercent(value, locale) : formatCompact(value, locale);

/** How much more or less than before, with its share; null with nothing to compare. */
export function difference(
  measure: SalesMeasure,
  now: number | null,
  before: number | null,
  { t, locale }: { t: TFunction<'dashboard'>; locale: Locale },
): string | null {
  if (now === null || before === null) return null;
  // In whole piastres, because pounds are fractions.
  const more = Math.round((now - before) * 100) / 100;
  const plus = more > 0 ? '+' : '';
  if (measure === 'rate')
    return t('sales.points', { count: Math.abs(more), number: `${plus}${formatNumber(more, locale, 1)}` });
  const change = changeOf(now, before);
  const share =
    'percent' in change && change.percent !== null
      ? ` (${plus}${formatPercent(change.percent, locale)})`
      : '';
  return `${plus}${formatMoney(more, 'EGP', locale)}${share}`;
}

type Span = Pick<SalesStepFigures, 'date_from' | 'date_to' | 'hour'>;

/** The days or the hour of a step, in full. */
export function spanName({ date_from, date_to, hour }: Span, locale: Locale): string {
  if (hour !== null) return formatDayHour(hour, locale);
  const [from, to] = [date_from, date_to].map((day) => formatDate(noon(day), locale, 'date'));
  return date_from === date_to ? from! : `${from} – ${to}`;
}

/** The same on the axis. */
export function spanTick({ date_from, hour }: Span, step: SalesView['step'], locale: Locale): string {
  if (hour !== null) return formatDate(hour, locale, 'time');
  return formatTick(date_from, locale, step === 'month' ? 'month' : 'day');
}
