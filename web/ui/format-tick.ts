/** Formats values and days as short as the axes of a chart need. */
import { CAIRO, DATES, NUMBERS, once } from './format.ts';
import type { Locale } from './locale.ts';

/** Formats a number: 950, 12.5K, 3M or ١٢٫٥ ألف. */
export function formatCompact(value: number, locale: Locale): string {
  return once(
    `k${locale}`,
    () => new Intl.NumberFormat(NUMBERS[locale], { notation: 'compact', maximumFractionDigits: 1 }),
  ).format(value);
}

const STYLES = {
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats a day (`YYYY-MM-DD`), or its month: 9 Jun, Jun 26. */
export function formatTick(day: string, locale: Locale, style: keyof typeof STYLES): string {
  return once(
    `t${locale}${style}`,
    () => new Intl.DateTimeFormat(DATES[locale], { ...STYLES[style], timeZone: CAIRO }),
  ).format(new Date(`${day}T12:00:00Z`));
}
