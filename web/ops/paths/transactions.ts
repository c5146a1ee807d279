import type { opsMoney } from '@daftar/contract/ops-money';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

type Search = ListSearchParams<typeof opsMoney.transactions>;

export const transactionsPath = definePath<Search>('/transactions');

/** The path of a transaction of a merchant. */
export const transactionPath = (merchantId: number | '$merchantId', id: number | '$id') =>
  definePath(`${transactionsPath}/${merchantId}/${id}`);
