import type { FIGURES } from '@daftar/contract/message-params';
import { together } from '../platform/i18n/isolates.ts';
import type { Digits } from '../platform/i18n/numbers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { dayText } from '../platform/time/calendar-text.ts';

/** The parameters of a notification's sentence. They are stored, so no figure is formatted yet. */
export type NotificationParams = Readonly<Record<string, string | number | readonly string[]>> & {
  readonly [Name in Exclude<(typeof FIGURES)[number], 'day' | 'due'>]?: number;
} & {
  /** `YYYY-MM-DD` */
  readonly [Name in 'day' | 'due']?: string;
};

/** Returns the suffix of the sentence's key for parameters that not all notifications of a kind have. */
function variantOf(params: NotificationParams): '-bank' | '-because' | '' {
  if ('bankAccount' in params) return '-bank';
  return 'merchantReason' in params ? '-because' : '';
}

/** Days are stored as `YYYY-MM-DD`; so are API versions, which must not be formatted. */
const isDay = (name: string, value: string) =>
  (name === 'due' || name === 'day') && /^\d{4}-\d{2}-\d{2}$/.test(value);

/**
 * Returns the sentence of a notification in its reader's language; e-mails use `latin` digits. A parameter named
 * `…Piastres` is also available as an amount: `amountPiastres: 15025` fills `{{amount}}` with 150.25. Money that goes
 * to a bank account (`bankAccount`) has its own sentence, and unusual facts about received money (`flags`) are
 * appended. An `order` names its payment's source in the reader's language, because an order has no title of its own.
 */
export function contentOf(
  locale: Locale,
  kind: string,
  params: NotificationParams,
  digits: Digits = 'own',
): string {
  const filled: Record<string, string | number> = {};
  const say = (key: string) =>
    digits === 'own'
      ? translate(locale, { key, params: filled })
      : translate(locale, { key, params: filled }, digits);
  // Rows of earlier releases contain the share as a text in percent.
  if (typeof params.percent === 'string') filled.shareBps = Math.round(Number(params.percent) * 100);
  for (const [name, value] of Object.entries(params)) {
    if (name === 'document') filled[name] = translate(locale, `notifications.document.${value}`);
    else if (typeof value === 'string')
      filled[name] = together(isDay(name, value) ? dayText(locale, value, digits) : value);
    else if (typeof value !== 'number') continue;
    else filled[name] = value;
  }
  if (typeof params.order === 'string') {
    const title = translate(locale, { key: 'orders.payableTitle', params: { reference: params.order } });
    filled.source = together(title);
  }
  const key = `notifications.${kind}${variantOf(params)}`;
  const sentence = say(key);
  const flags = Array.isArray(params.flags)
    ? params.flags.map((flag) => translate(locale, `flag.${flag}`))
    : [];
  const held = 'reservedPiastres' in params ? [say('notifications.reserved')] : [];
  return [sentence, ...held, ...flags].join(' · ');
}
