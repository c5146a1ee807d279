export const transactionsPath = '/transactions';

/** Where one transaction is shown. */
export const transactionPath = (id: number): string => `${transactionsPath}/${id}`;
