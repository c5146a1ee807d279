import { amountText, type Digits } from '../platform/i18n/numbers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';

/** What fills a notification's sentence. */
export type NotificationParams = Readonly<Record<string, string | number | readonly string[]>>;

/** A sentence without isolates: they keep names together on screens, and show as boxes in some subject lines. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');

/** Keeps a name or reference of either direction together inside a sentence of the other. */
const isolate = (text: string) => `\u2068${text}\u2069`;

/**
 * The sentence of a notification in its reader's language; e-mails give `latin` digits. A parameter named `…Piastres` is offered to the sentence
 * as an amount too: `amountPiastres: 15025` fills `{{amount}}` with 150.25. Of money that goes to a bank account (`bankAccount`) the kind has
 * a sentence of its own. What is unusual about money that arrived
 * (`flags`) follows the sentence.
 */
export function contentOf(
  locale: Locale,
  kind: string,
  params: NotificationParams,
  digits: Digits = 'own',
): string {
  const filled: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    if (typeof value === 'string') filled[name] = isolate(value);
    else if (typeof value !== 'number') continue;
    else if (name.endsWith('Piastres'))
      filled[name.slice(0, -'Piastres'.length)] = amountText(locale, value, digits);
    else filled[name] = value;
  }
  const key = 'bankAccount' in params ? `notifications.${kind}-bank` : `notifications.${kind}`;
  const sentence = translate(locale, { key, params: filled }, digits);
  const flags = Array.isArray(params.flags)
    ? params.flags.map((flag) => translate(locale, `flag.${flag}`))
    : [];
  return [sentence, ...flags].join(' · ');
}
