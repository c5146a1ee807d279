export const transactionsPath = '/transactions';

/** Where one transaction is shown. */
export const transactionPath = (id: number | '$id') => `${transactionsPath}/${id}` as const;
