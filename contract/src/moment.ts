/** The one way in which a moment is put into words for a payer: on a page, in a message, in a document. */

const made = new Map<string, Intl.DateTimeFormat>();

/**
 * 1 July 2026 at 1:00 pm, on Cairo's clock; the zone is named by the sentence around it. Screens have the digits of their
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
