export const invoicesPath = '/invoices';
export const newInvoicePath = '/invoices/create-invoice';

/** Where one invoice is shown. */
export const invoicePath = (id: number | '$id') => `${invoicesPath}/${id}` as const;

/** Where one invoice is changed. */
export const editInvoicePath = (id: number | '$id') => `${invoicesPath}/edit-invoice/${id}` as const;
