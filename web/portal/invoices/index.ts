/** The front door of invoices, for other nouns. */
export { InvoiceStatusChip } from './components/status.tsx';
export { invoicePath, newInvoicePath } from './paths.ts';
