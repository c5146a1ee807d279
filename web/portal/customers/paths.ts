export const customersPath = '/customers';

/** Where one customer is shown. */
export const customerPath = (id: number): string => `${customersPath}/${id}`;

/** The form of an invoice, already made out to a customer. */
export const createInvoicePath = (customerId: number): string =>
  `/invoices/create-invoice?customerId=${customerId}`;
