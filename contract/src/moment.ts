/** The one format of times for payers: on pages, in messages and in documents. */

const made = new Map<string, Intl.DateTimeFormat>();

/**
 * 1 July 2026 at 1:00 pm in Cairo time; the surrounding sentence names the zone. Screens use the digits of their
 * language, documents and messages Latin ones.
 */
export function cairoMoment(locale: 'ar' | 'en', moment: Date, digits: 'own' | 'latin'): string {
  const tag = locale === 'en' ? 'en-GB' : digits === 'own' ? 'ar-EG' : 'ar-EG-u-nu-latn';
  let format = made.get(tag);
  if (!format) {
    format = new Intl.DateTimeFormat(tag, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      // Not `hour12`: with it noon is "0:00 pm" in British English.
      hourCycle: 'h12',
      timeZone: 'Africa/Cairo',
    });
    made.set(tag, format);
  }
  return format.format(moment);
}
