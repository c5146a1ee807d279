export const invoicesPath = '/invoices';
export const newInvoicePath = '/invoices/create-invoice';

/** The path of an invoice. */
export const invoicePath = (id: number | '$id') => `${invoicesPath}/${id}` as const;

/** The path of an invoice's form. */
export const editInvoicePath = (id: number | '$id') => `${invoicesPath}/edit-invoice/${id}` as const;
