/** Numbers, money, percent and moments in the user's language. Pure: the hooks and components call these. */
import type { Locale } from './locale.ts';

const NUMBERS: Readonly<Record<Locale, string>> = { en: 'en', ar: 'ar-EG' };
const DATES: Readonly<Record<Locale, string>> = { en: 'en-GB', ar: 'ar-EG' };
export const CAIRO = 'Africa/Cairo';

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

/** Formatters are slow to make and safe to share. */
function once<T extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const known = made.get(key) as T | undefined;
  if (known) return known;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}

/** A whole or decimal number, to three decimals unless told otherwise: 12,345 or ١٢٬٣٤٥. */
export function formatNumber(value: number, locale: Locale, maximumFractionDigits = 3): string {
  return once(
    `n${locale}${maximumFractionDigits}`,
    () => new Intl.NumberFormat(NUMBERS[locale], { maximumFractionDigits }),
  ).format(value);
}

/** Makes the formatters that nearly every screen asks for: each takes a slow phone as long as drawing several rows. */
export function prepareFormats(locale: Locale): void {
  formatAmount(0, locale);
  formatNumber(0, locale);
  formatDate(new Date(0), locale);
}

/** A percentage given in percent (2.5 → 2.5%), with 0 to 2 decimals. */
export function formatPercent(percent: number, locale: Locale): string {
  return once(
    `p${locale}`,
    () => new Intl.NumberFormat(NUMBERS[locale], { style: 'percent', maximumFractionDigits: 2 }),
  ).format(percent / 100);
}

/** An amount in pounds, always with two decimals, without its currency; below zero with a minus sign, not a hyphen. */
export function formatAmount(pounds: number, locale: Locale): string {
  const written = once(
    `a${locale}`,
    () => new Intl.NumberFormat(NUMBERS[locale], { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  ).format(pounds);
  return pounds < 0 ? written.replace('-', '\u2212') : written;
}

/** How a currency is written beside an amount: its code in English, its local sign in Arabic. */
export function currencyLabel(currency: string, locale: Locale): string {
  if (locale === 'en') return currency;
  const parts = once(
    `c${currency}`,
    () => new Intl.NumberFormat('ar-EG', { style: 'currency', currency, currencyDisplay: 'symbol' }),
  ).formatToParts(0);
  const sign = parts.find((part) => part.type === 'currency')?.value ?? currency;
  const bare = sign.replace(/[\u200e\u200f]/g, '').trim();
  // "US$" among Arabic words would otherwise be read "$US".
  return /^[A-Za-z]/.test(bare) ? `${bare}\u200e` : bare;
}

/** An amount with its currency as plain text, for titles, toasts and shared messages. */
export function formatMoney(pounds: number, currency: string, locale: Locale): string {
  return `${formatAmount(pounds, locale)}\u00a0${currencyLabel(currency, locale)}`;
}

export type DateStyle = 'date' | 'datetime' | 'time' | 'long' | 'year' | 'weekday';

const STYLES: Readonly<Record<DateStyle, Intl.DateTimeFormatOptions>> = {
  date: { day: '2-digit', month: 'short', year: 'numeric' },
  datetime: { day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit' },
  year: { year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
};

/** A moment, day first, on Cairo's clock unless another zone is named. */
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

const HOUR = 3_600_000;

/** How long ago, in minutes, hours or, from two days on unless hours are wanted, days: "3 hours ago". */
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

/** How long something took, in its largest whole unit; under a minute counts as one: "3 hours". */
export function formatDuration(seconds: number, locale: Locale): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? UNITS[2];
  return once(
    `u${locale}${unit}`,
    () => new Intl.NumberFormat(NUMBERS[locale], { style: 'unit', unit, unitDisplay: 'long' }),
  ).format(Math.max(1, Math.floor(seconds / size)));
}

/** Initials of a name, at most two letters, for an avatar. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => (word ? [...word][0] : ''))
    .join('\u200c')
    .toUpperCase();
}
