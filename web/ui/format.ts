/** Formats numbers, money, percentages and moments in the user's language. Pure functions. */
import type { Locale } from './locale.ts';

export const NUMBERS: Readonly<Record<Locale, string>> = { en: 'en', ar: 'ar-EG' };
export const DATES: Readonly<Record<Locale, string>> = { en: 'en-GB', ar: 'ar-EG' };
export const CAIRO = 'Africa/Cairo';

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

/** Caches formatters, which are slow to create. */
export function once<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const known = made.get(key) as T | undefined;
  if (known) return known;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}

/** Formats a number, with at most three decimals by default: 12,345 or ١٢٬٣٤٥. */
export function formatNumber(value: number, locale: Locale, maximumFractionDigits = 3): string {
  return once(
    `n${locale}${maximumFractionDigits}`,
    () => new Intl.NumberFormat(NUMBERS[locale], { maximumFractionDigits }),
  ).format(value);
}

/**
 * Creates the most used formatters ahead, each in a task of its own: on a slow phone the first one takes 70 ms, the others
 * as long as rendering several rows.
 */
export function prepareFormats(locale: Locale): void {
  setTimeout(formatAmount, 0, 0, locale);
  setTimeout(formatNumber, 0, 0, locale);
  setTimeout(formatDate, 0, new Date(0), locale);
}

/** Formats a percentage given in percent (2.5 → 2.5%), with up to 2 decimals; negative with a minus sign. */
export function formatPercent(percent: number, locale: Locale): string {
  const written = once(
    `p${locale}`,
    () => new Intl.NumberFormat(NUMBERS[locale], { style: 'percent', maximumFractionDigits: 2 }),
  ).format(percent / 100);
  return percent < 0 ? written.replace('-', '\u2212') : written;
}

/** Formats an amount in pounds with two decimals, without currency; negative with a minus sign, not a hyphen. */
export function formatAmount(pounds: number, locale: Locale): string {
  const written = once(
    `a${locale}`,
    () => new Intl.NumberFormat(NUMBERS[locale], { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  ).format(pounds);
  return pounds < 0 ? written.replace('-', '\u2212') : written;
}

/** Returns the currency label shown beside an amount: the code in English, the local sign in Arabic, the code if it has none. */
export function currencyLabel(currency: string, locale: Locale): string {
  if (locale === 'en') return currency;
  const parts = once(
    `c${currency}`,
    () => new Intl.NumberFormat('ar-EG', { style: 'currency', currency, currencyDisplay: 'symbol' }),
  ).formatToParts(0);
  const sign = parts.find((part) => part.type === 'currency')?.value ?? currency;
  const bare = sign.replace(/[\u200e\u200f]/g, '').trim();
  // A sign in Latin letters, such as US$, would be a second name beside the code.
  return /[A-Za-z]/.test(bare) ? `${currency}\u200e` : bare;
}

/** Formats an amount with its currency as plain text, for titles, toasts and shared messages. */
export function formatMoney(pounds: number, currency: string, locale: Locale): string {
  return `${formatAmount(pounds, locale)}\u00a0${currencyLabel(currency, locale)}`;
}

export type DateStyle = 'date' | 'datetime' | 'time' | 'long' | 'year' | 'month' | 'weekday';

const STYLES: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  date: { day: '2-digit', month: 'short', year: 'numeric' },
  datetime: { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit' },
  year: { year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
};

/** Formats a moment, day first, in Cairo time by default. */
export function formatDate(
  moment: string | Date,
  locale: Locale,
  style: DateStyle = 'datetime',
  timeZone: string = CAIRO,
): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '–';
  return once(
    `d${locale}${style}${timeZone}`,
    () => new Intl.DateTimeFormat(DATES[locale], { ...STYLES[style], timeZone }),
  ).format(date);
}

/** Formats a full hour of the day, 0 to 23: 08:00 or ٠٨:٠٠. */
export const formatHour = (hour: number, locale: Locale): string =>
  formatDate(new Date(Date.UTC(2026, 0, 1, hour)), locale, 'time', 'UTC');

/** Names a day of the week, 0 for Sunday. */
export const formatWeekday = (weekday: number, locale: Locale): string =>
  once(
    `w${locale}`,
    () => new Intl.DateTimeFormat(DATES[locale], { weekday: 'long', timeZone: 'UTC' }),
  ).format(new Date(Date.UTC(2026, 0, 4 + weekday)));

const HOUR = 3_600_000;

/** Formats the time since a moment: "3 hours ago". In days from 48 hours on, unless `longest` is `hours`. */
export function formatElapsed(
  moment: string | Date,
  locale: Locale,
  now: number,
  longest: 'hours' | 'days' = 'days',
): string {
  const elapsed = now - new Date(moment).getTime();
  const relative = once(
    `r${locale}`,
    () => new Intl.RelativeTimeFormat(NUMBERS[locale], { numeric: 'auto' }),
  );
  if (Math.abs(elapsed) < HOUR) return relative.format(-Math.round(elapsed / 60_000), 'minute');
  if (longest === 'hours' || Math.abs(elapsed) < 48 * HOUR)
    return relative.format(-Math.floor(elapsed / HOUR), 'hour');
  return relative.format(-Math.floor(elapsed / (24 * HOUR)), 'day');
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats a duration in its largest whole unit, at least one minute: "3 hours". */
export function formatDuration(seconds: number, locale: Locale): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? UNITS[2];
  return once(
    `u${locale}${unit}`,
    () => new Intl.NumberFormat(NUMBERS[locale], { style: 'unit', unit, unitDisplay: 'long' }),
  ).format(Math.max(1, Math.floor(seconds / size)));
}

/** Returns at most two initials of a name, for an avatar. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word][0] : ''))
    .join('\u200c')
    .toUpperCase();
}

/** Writes an IBAN, or a long number, in groups of four, where a line may wrap. */
export const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');
