import type { TransactionRow } from '@daftar/contract/transactions';

/** What a payment was for, in the reader's language; an order is named by its reference alone. */
export function sourceWords(
  { name, reference }: TransactionRow['source'],
  t: (key: 'transactions:source.order') => string,
): { name: string; reference: string } {
  const isOrder = /^ORD-/.test(reference ?? '');
  return { name: isOrder ? t('transactions:source.order') : name, reference: reference ?? '' };
}
