/** Days and months as documents write them, with Latin digits in both languages. */
import type { Locale } from '../i18n/translate.ts';

const tagOf = (locale: Locale) => (locale === 'en' ? 'en-GB' : 'ar-EG-u-nu-latn');
const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: Locale, withDay: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${withDay}`;
  const kept = formats.get(key);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat(tagOf(locale), {
    ...(withDay ? { day: 'numeric' } : {}),
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  formats.set(key, made);
  return made;
}

/** `2026-07-01` → 1 July 2026 */
export const dayText = (locale: Locale, day: string): string =>
  format(locale, true).format(new Date(`${day}T12:00:00Z`));

/** `2026-06` → June 2026 */
export const monthText = (locale: Locale, month: string): string =>
  format(locale, false).format(new Date(`${month}-15T12:00:00Z`));
