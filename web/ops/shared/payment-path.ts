import { transactionPath } from '../paths/transactions.ts';

/** The path of the payment that a row of another list is about. */
export const paymentPath = (row: { merchant: { id: number }; transaction_id: number }) =>
  transactionPath(row.merchant.id, row.transaction_id);
