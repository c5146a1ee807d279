import type { MessageRef } from '@daftar/contract/validate';
import { useTranslation } from 'react-i18next';

/** What is wrong with a field, in the language of now: a key of the shared catalogue, or a sentence of the server's. */
export function FieldError({ message }: { message: MessageRef | string }) {
  const { t } = useTranslation('messages');
  if (typeof message !== 'string') return <>{t(message.key, message.params ?? {})}</>;
  return <>{/^[A-Z][A-Za-z]+$/.test(message) ? t(message) : message}</>;
}
