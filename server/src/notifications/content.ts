import { formatPounds } from '@daftar/contract/money';
import { type Locale, translate } from '../platform/i18n/translate.ts';

/**
 * The sentence of a notification in its reader's language. A parameter named `…Piastres` is offered to the sentence
 * as an amount too: `amountPiastres: 15025` fills `{{amount}}` with 150.25.
 */
export function contentOf(
  locale: Locale,
  kind: string,
  params: Readonly<Record<string, string | number>>,
): string {
  const filled: Record<string, string | number> = { ...params };
  for (const [name, value] of Object.entries(params)) {
    if (name.endsWith('Piastres') && typeof value === 'number') {
      filled[name.slice(0, -'Piastres'.length)] = formatPounds(value);
    }
  }
  return translate(locale, { key: `notifications.${kind}`, params: filled });
}
