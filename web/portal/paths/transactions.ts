import type { transactions } from '@daftar/contract/transactions';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const transactionsPath = definePath<ListSearchParams<typeof transactions.list>>('/transactions');

/** The path of a transaction. */
export const transactionPath = (id: number | '$id') => definePath(`${transactionsPath}/${id}`);
