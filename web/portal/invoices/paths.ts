export const invoicesPath = '/invoices';
export const newInvoicePath = '/invoices/create-invoice';

/** Where one invoice is shown. */
export const invoicePath = (id: number): string => `${invoicesPath}/${id}`;

/** Where one invoice is changed. */
export const editInvoicePath = (id: number): string => `${invoicesPath}/edit-invoice/${id}`;
