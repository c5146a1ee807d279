import type { opsMoney } from '@daftar/contract/ops-money';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

type Search = ListSearchParams<typeof opsMoney.transactions>;

export const transactionsPath = definePath<Search>('/transactions');

/** The path of a transaction of a merchant. */
export const transactionPath = (merchantId: number | '$merchantId', id: number | '$id') =>
  definePath(`${transactionsPath}/${merchantId}/${id}`);

/** The path of the payment that a row of another list is about. */
export const paymentPath = (row: { merchant: { id: number }; transaction_id: number }) =>
  transactionPath(row.merchant.id, row.transaction_id);
