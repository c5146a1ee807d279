import { formatDate } from './format.ts';
import type { Locale } from './locale.ts';

/** Formats the hour that begins at a moment, in Cairo time: 14:00 – 15:00. */
function formatHour(begins: string, locale: Locale): string {
  const ends = new Date(new Date(begins).getTime() + 3_600_000);
  return `${formatDate(begins, locale, 'time')} – ${formatDate(ends, locale, 'time')}`;
}

/** The same with its day: 10 Jun 2026, 14:00 – 15:00. */
export const formatDayHour = (begins: string, locale: Locale): string =>
  `${formatDate(begins, locale, 'date')}${locale === 'ar' ? '،' : ','} ${formatHour(begins, locale)}`;
