import { formatPounds } from '@daftar/contract/money';
import type { App, Caller } from '../platform/context.ts';
import { exportCsv } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import { addressOf } from './service.ts';
import { exportLinks, type ListRequest } from './store.ts';

const COLUMNS = [
  'reference',
  'name',
  'total',
  'currency',
  'value',
  'dueDate',
  'status',
  'paid',
  'places',
  'created',
  'link',
] as const;

/** The selected links, or with null those of the list's filters, as a file in the caller's language. */
export function exportToCsv(
  app: App,
  caller: Caller,
  request: ListRequest,
  ids: number[] | null,
): Promise<FileResult> {
  const now = app.clock.now();
  const statuses = [1, 2, 3].map((status) => translate(caller.locale, `linkStatus.${status}`));
  return exportCsv(app, {
    what: 'payment-links',
    headings: COLUMNS.map((column) => translate(caller.locale, `payment-links.column.${column}`)),
    query: (tx) => exportLinks(tx, caller, request, ids, now),
    cells: (row) => [
      row.reference,
      row.invoiceName,
      formatPounds(row.total),
      row.currency,
      formatPounds(row.valuePiastres),
      row.dueAt,
      statuses[row.status - 1] ?? '',
      row.paidCount,
      row.maxPaymentCount,
      row.createdAt,
      addressOf(app, row.token),
    ],
  });
}
