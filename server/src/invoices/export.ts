import type { App, Caller } from '../platform/context.ts';
import { exportRows, type RowsFile } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import { type ExportedInvoice, exportInvoices, type ListRequest } from './store.ts';

const COLUMNS = [
  'reference',
  'name',
  'customer',
  'email',
  'customers',
  'paid',
  'total',
  'currency',
  'value',
  'dueDate',
  'status',
  'created',
] as const;

/** The selected invoices, or with null those of the list's filters, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  request: ListRequest,
  ids: number[] | null,
  format: 'csv' | 'xlsx',
): Promise<FileResult> {
  const now = app.clock.now();
  const statuses = [1, 2, 3, 4].map((status) => translate(caller.locale, `invoiceStatus.${status}`));
  const file: RowsFile<ExportedInvoice> = {
    what: 'invoices',
    headings: COLUMNS.map((column) => translate(caller.locale, `invoices.column.${column}`)),
    query: (tx) => exportInvoices(tx, caller, request, ids, now),
    cells: (row) => [
      row.reference,
      row.invoiceName,
      row.customerName,
      row.customerEmail,
      row.customersCount,
      row.paidCount,
      { hundredths: row.total },
      row.currency,
      { hundredths: row.valuePiastres },
      row.dueAt,
      statuses[row.status - 1] ?? '',
      row.createdAt,
    ],
  };
  return exportRows(app, file, format, caller.locale);
}
