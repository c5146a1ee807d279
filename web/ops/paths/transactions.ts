import type { opsMoney } from '@daftar/contract/ops-money';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

type Search = ListSearchParams<typeof opsMoney.transactions>;

export const transactionsPath = definePath<Search>('/transactions');
export const unansweredPath = definePath<ListSearchParams<typeof opsMoney.unanswered>>('/unanswered');

/** The path of a transaction of a merchant. */
export const transactionPath = (merchantId: number | '$merchantId', id: number | '$id') =>
  definePath(`${transactionsPath}/${merchantId}/${id}`);
