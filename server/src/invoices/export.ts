import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, moment, number, text, word, wordsOf } from '../platform/csv/columns.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { type ExportedInvoice, exportInvoices, type ListRequest } from './store.ts';

const columns = (locale: Locale): Columns<ExportedInvoice> => ({
  reference: text('reference'),
  name: text('invoiceName'),
  customer: text('customerName'),
  email: text('customerEmail'),
  customers: number('customersCount'),
  paid: number('paidCount'),
  total: amount('total'),
  currency: text('currency'),
  value: amount('valuePiastres'),
  dueDate: moment('dueAt'),
  status: word('status', wordsOf(locale, 'invoiceStatus.')),
  created: moment('createdAt'),
  merchantReference: text('merchantReference'),
  metadata: text('metadataText'),
});

/** Exports the selected invoices, or with null all that match the filters, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  request: ListRequest,
  ids: number[] | null,
  format: 'csv' | 'xlsx',
  days?: string,
): Promise<FileResult> {
  const now = app.clock.now();
  const { locale } = caller;
  const file = {
    what: 'invoices',
    days,
    columns: columns(locale),
    heading: (column: string) => translate(locale, `invoices.column.${column}`),
    query: (tx: Tx) => exportInvoices(tx, caller, request, ids, now),
  };
  return exportRows(app, file, format, locale);
}
