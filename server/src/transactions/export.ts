import type { ExportFormat } from '@daftar/contract/exports';
import { methodItem } from '../lookups/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { exportRows, type RowsFile } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import { toBeSettledPiastres } from './rules.ts';
import { type ExportedTransaction, exportTransactions, type ListFilters, type ListPaging } from './store.ts';

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

/** The transactions chosen, or those of the list's filters, in its order, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: ListPaging,
  { format, ...filters }: ListFilters & { format: ExportFormat; ids?: number[] | undefined },
): Promise<FileResult> {
  const { locale } = caller;
  const file: RowsFile<ExportedTransaction> = {
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
      { hundredths: row.total },
      row.currency,
      { hundredths: row.valuePiastres },
      { hundredths: row.feePiastres },
      { hundredths: row.vatPiastres },
      { hundredths: row.netPiastres },
      { hundredths: row.refundedPiastres },
      { hundredths: toBeSettledPiastres(row) },
      row.isPayout ? '' : translate(locale, `settlementStatus.${row.settlementStatus}`),
      row.settlementReference,
      row.flags.map((flag) => translate(locale, `flag.${flag}`)).join(' · '),
    ],
  };
  return exportRows(app, file, format, locale);
}
