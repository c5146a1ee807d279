import type { MessageRef } from '@daftar/contract/validate';
import { useTranslation } from 'react-i18next';
import { formatNumber } from './format.ts';
import { type Locale, useLocale } from './locale.ts';
import { textOf } from './text-key.ts';

/** Formats a message's parameters, numbers in the user's digits. */
const shown = (params: NonNullable<MessageRef['params']>, locale: Locale) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatNumber(value, locale) : value,
    ]),
  );

/** Renders a field's error in the current language: a key of the shared catalogue or the server's sentence. */
export function FieldError({ message }: { message: MessageRef | string }) {
  const { t, ready } = useTranslation('messages');
  const locale = useLocale();
  // The catalogue of these is fetched with the first of them.
  if (!ready) return <>{'\u00a0'}</>;
  if (typeof message !== 'string')
    return <>{textOf(t, 'messages:', message.key, shown(message.params ?? {}, locale))}</>;
  return <>{/^[A-Z][A-Za-z]+$/.test(message) ? textOf(t, 'messages:', message) : message}</>;
}
