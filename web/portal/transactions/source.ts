import type { TransactionRow } from '@daftar/contract/transactions';
import type { TFunction } from 'i18next';

/** What a payment was for, in the reader's language; an order is named by its reference alone. */
export function sourceWords(
  { name, reference }: TransactionRow['source'],
  t: TFunction<'transactions'>,
): { name: string; reference: string } {
  const isOrder = /^ORD-/.test(reference ?? '');
  return { name: isOrder ? t('source.order') : name, reference: reference ?? '' };
}
