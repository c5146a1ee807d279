/** Formats days and months for documents, with Latin digits in both languages unless stated otherwise. */
import type { FigureText } from '@daftar/contract/message-params';
import type { Digits } from '../i18n/numbers.ts';

type Locale = 'en' | 'ar';

const tagOf = (locale: Locale, digits: Digits) =>
  locale === 'en' ? 'en-GB' : digits === 'own' ? 'ar-EG-u-nu-arab' : 'ar-EG-u-nu-latn';
const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: Locale, withDay: boolean, digits: Digits = 'latin'): Intl.DateTimeFormat {
  const key = `${locale} ${withDay} ${digits}`;
  const kept = formats.get(key);
  if (kept) return kept;
  const made = new Intl.DateTimeFormat(tagOf(locale, digits), {
    ...(withDay ? { day: 'numeric' } : {}),
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  formats.set(key, made);
  return made;
}

/** `2026-07-01` → 1 July 2026 */
export const dayText = <D extends Digits = 'latin'>(locale: Locale, day: string, digits?: D): FigureText<D> =>
  format(locale, true, digits).format(new Date(`${day}T12:00:00Z`)) as FigureText<D>;

/** `2026-06` → June 2026 */
export const monthText = (locale: Locale, month: string): FigureText<'latin'> =>
  format(locale, false).format(new Date(`${month}-15T12:00:00Z`)) as FigureText<'latin'>;
