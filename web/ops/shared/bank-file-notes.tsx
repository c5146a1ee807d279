import type { BankFileNote } from '@daftar/contract/bank-files';
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../ui/format.ts';
import { useLocale } from '../../ui/locale.ts';

/** What was tolerated in a bank's file; nothing without notes. */
export function BankFileNotes({ notes }: { notes: readonly BankFileNote[] }) {
  const { t } = useTranslation('ops');
  const locale = useLocale();
  if (notes.length === 0) return null;
  const figure = (value: number) => formatNumber(value, locale);
  return (
    <Alert title={t('bankFileNotes')}>
      <ul>
        {notes.map(({ key, line, count, detail }) => (
          <li key={`${key} ${detail}`}>
            {t(`bankFileNote.${key}`, { count, number: figure(count), detail })}
            {line > 0 && ` ${t('bankFileNoteLine', { number: figure(line) })}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
