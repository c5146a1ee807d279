export const transactionsPath = '/transactions';

/** The path of a transaction. */
export const transactionPath = (id: number | '$id') => `${transactionsPath}/${id}` as const;
