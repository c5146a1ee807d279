import { formatDate } from './format.ts';
import type { Locale } from './locale.ts';

/** Formats the hour that begins at a moment, in Cairo time: 14:00 – 15:00. */
export function formatHour(begins: string, locale: Locale): string {
  const ends = new Date(new Date(begins).getTime() + 3_600_000);
  return `${formatDate(begins, locale, 'time')} – ${formatDate(ends, locale, 'time')}`;
}
