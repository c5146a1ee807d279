import type { MessageRef } from '@daftar/contract/validate';
import { useTranslation } from 'react-i18next';

/** What is wrong with a field, in the language of now: a key of the shared catalogue, or a sentence of the server's. */
export function FieldError({ message }: { message: MessageRef | string }) {
  const { t, ready } = useTranslation('messages');
  // The catalogue of these is fetched with the first of them.
  if (!ready) return <>{'\u00a0'}</>;
  if (typeof message !== 'string') return <>{t(message.key, message.params ?? {})}</>;
  return <>{/^[A-Z][A-Za-z]+$/.test(message) ? t(message) : message}</>;
}
