export const transactionsPath = '/transactions';

/** Where one transaction is shown. */
export const transactionPath = (id: number): string => `${transactionsPath}/${id}`;

/** A new ticket; `?transaction=` fills in what it is about. */
export const newTicketPath = '/support/create-ticket';
