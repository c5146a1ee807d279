import type { MessageRef } from '@daftar/contract/validate';
import { useTranslation } from 'react-i18next';
import { formatNumber } from './format.ts';
import { type Locale, useLocale } from './locale.ts';
import { anyCatalogue, type NamedTextKey } from './text-key.ts';

/** Formats a message's parameters, numbers in the user's digits. */
const shown = (params: NonNullable<MessageRef['params']>, locale: Locale) =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? formatNumber(value, locale) : value,
    ]),
  );

/** Name the catalogue of a key that names none: the shared one, which the contract's schemas speak of. */
const inCatalogue = (key: string) => (key.includes(':') ? key : `messages:${key}`) as NamedTextKey;

/** Renders a field's error in the current language: a key of the shared catalogue or the server's sentence. */
export function FieldError({ message }: { message: MessageRef | string }) {
  const { t, ready } = useTranslation('messages');
  const locale = useLocale();
  // The catalogue of these is fetched with the first of them.
  if (!ready) return <>{'\u00a0'}</>;
  if (typeof message !== 'string')
    return <>{anyCatalogue(t)(inCatalogue(message.key), shown(message.params ?? {}, locale))}</>;
  return <>{/^[A-Z][A-Za-z]+$/.test(message) ? anyCatalogue(t)(inCatalogue(message)) : message}</>;
}
