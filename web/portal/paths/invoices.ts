import type { invoices } from '@daftar/contract/invoices';
import { definePath, type ListSearchParams } from '../../ui/define-path.ts';

export const invoicesPath = definePath<ListSearchParams<typeof invoices.list>>('/invoices');

/** The form of a new invoice, perhaps to one customer, or `like` another invoice. */
export const newInvoicePath = definePath<{ customerId?: number; like?: number }>('/invoices/create-invoice');

/** The path of an invoice. */
export const invoicePath = (id: number | '$id') => definePath(`${invoicesPath}/${id}`);

/** The path of an invoice's form. */
export const editInvoicePath = (id: number | '$id') => definePath(`${invoicesPath}/edit-invoice/${id}`);
