import { together } from '../platform/i18n/isolates.ts';
import { amountText, type Digits } from '../platform/i18n/numbers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { dayText } from '../platform/time/calendar-text.ts';

/** The parameters of a notification's sentence. */
export type NotificationParams = Readonly<Record<string, string | number | readonly string[]>>;

/** The ending of the key of a sentence with parameters that not all of its kind have. */
function variantOf(params: NotificationParams): '-bank' | '-because' | '' {
  if ('bankAccount' in params) return '-bank';
  return 'merchantReason' in params ? '-because' : '';
}

/** Days are kept as `YYYY-MM-DD`; so are versions of the API, which are names. */
const isDay = (name: string, value: string) =>
  (name === 'due' || name === 'day') && /^\d{4}-\d{2}-\d{2}$/.test(value);

/**
 * The sentence of a notification in its reader's language; e-mails use `latin` digits. A parameter named `…Piastres` is
 * also available as an amount: `amountPiastres: 15025` fills `{{amount}}` with 150.25. Money that goes to a bank
 * account (`bankAccount`) has a sentence of its own, and what is unusual about received money (`flags`) is appended.
 * An `order` names its payment's source in the reader's language, because an order has no title of its own.
 */
export function contentOf(
  locale: Locale,
  kind: string,
  params: NotificationParams,
  digits: Digits = 'own',
): string {
  const filled: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name === 'document') filled[name] = translate(locale, `notifications.document.${value}`);
    else if (typeof value === 'string')
      filled[name] = together(isDay(name, value) ? dayText(locale, value, digits) : value);
    else if (typeof value !== 'number') continue;
    else if (name.endsWith('Piastres'))
      filled[name.slice(0, -'Piastres'.length)] = amountText(locale, value, digits);
    else filled[name] = value;
  }
  if (typeof params.order === 'string') {
    const title = translate(locale, { key: 'orders.payableTitle', params: { reference: params.order } });
    filled.source = together(title);
  }
  const key = `notifications.${kind}${variantOf(params)}`;
  const sentence = translate(locale, { key, params: filled }, digits);
  const flags = Array.isArray(params.flags)
    ? params.flags.map((flag) => translate(locale, `flag.${flag}`))
    : [];
  const held =
    'reservedPiastres' in params
      ? [translate(locale, { key: 'notifications.reserved', params: filled }, digits)]
      : [];
  return [sentence, ...held, ...flags].join(' · ');
}
