import { formatPounds } from '@daftar/contract/money';
import { methodItem } from '../lookups/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { exportCsv } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import { toBeSettledPiastres } from './rules.ts';
import { exportTransactions, type ListFilters, type ListPaging } from './store.ts';

const COLUMNS = [
  'reference',
  'externalReference',
  'created',
  'status',
  'method',
  'source',
  'sourceReference',
  'customer',
  'total',
  'currency',
  'value',
  'fee',
  'vat',
  'net',
  'refunded',
  'toBeSettled',
  'settlementStatus',
  'settlementReference',
  'flags',
] as const;

/** The transactions of the list's filters, in its order, as a file in the caller's language. */
export function exportToCsv(
  app: App,
  caller: Caller,
  paging: ListPaging,
  filters: ListFilters,
): Promise<FileResult> {
  const { locale } = caller;
  return exportCsv(app, {
    what: 'transactions',
    headings: COLUMNS.map((column) => translate(locale, `transactions.column.${column}`)),
    query: (tx) => exportTransactions(tx, caller, paging, filters),
    cells: (row) => [
      row.reference,
      row.externalReference,
      row.createdOn,
      translate(locale, `transactionStatus.${row.status}`),
      methodItem(locale, row.paymentMethod).name,
      row.sourceName,
      row.sourceReference,
      row.customerName,
      formatPounds(row.total),
      row.currency,
      formatPounds(row.valuePiastres),
      formatPounds(row.feePiastres),
      formatPounds(row.vatPiastres),
      formatPounds(row.netPiastres),
      formatPounds(row.refundedPiastres),
      formatPounds(toBeSettledPiastres(row)),
      row.isPayout ? '' : translate(locale, `settlementStatus.${row.settlementStatus}`),
      row.settlementReference,
      row.flags.map((flag) => translate(locale, `flag.${flag}`)).join(' · '),
    ],
  });
}
