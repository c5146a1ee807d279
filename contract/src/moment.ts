/**
 * Moments: validation of their text, and the single format of times for payers on pages, in messages and in documents.
 */

import type { FigureText } from './message-params.ts';

const made = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a moment in Cairo time: 1 July 2026 at 1:00 pm; the surrounding sentence names the zone. Screens use the
 * digits of their language, documents and messages Latin ones.
 */
export function cairoMoment<D extends 'own' | 'latin'>(
  locale: 'ar' | 'en',
  moment: Date,
  digits: D,
): FigureText<D> {
  const tag = locale === 'en' ? 'en-GB' : digits === 'own' ? 'ar-EG' : 'ar-EG-u-nu-latn';
  let format = made.get(tag);
  if (!format) {
    format = new Intl.DateTimeFormat(tag, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      // Not `hour12`, with which noon is "0:00 pm" in British English.
      hourCycle: 'h12',
      timeZone: 'Africa/Cairo',
    });
    made.set(tag, format);
  }
  return format.format(moment) as FigureText<D>;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Years that both databases and programs support: there is no year 0, and nothing is due after 2100. */
const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.UTC(2100, 0, 1);

/** Returns whether a string is an existing ISO 8601 moment with a zone, from the year 1 on and before 2100. */
export function isMoment(value: string): boolean {
  const moment = MOMENT.test(value) ? Date.parse(value) : Number.NaN;
  return moment >= EARLIEST && moment < LATEST && isRealDay(value.slice(0, 10));
}
const isRealDay = (day: string) => new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
