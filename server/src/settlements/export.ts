import type { ExportFormat } from '@daftar/contract/exports';
import type { App, Caller } from '../platform/context.ts';
import { exportRows, type RowsFile } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import { type ExportedSettlement, exportSettlements, type ListFilters, type ListPaging } from './store.ts';

const COLUMNS = ['settlement', 'made', 'transactions', 'charged', 'fee', 'vat', 'out', 'amount'] as const;

/** The settlements chosen, or those of the list's filters, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: ListPaging,
  { format, ...filters }: ListFilters & { format: ExportFormat; ids?: number[] | undefined },
): Promise<FileResult> {
  const { locale } = caller;
  const file: RowsFile<ExportedSettlement> = {
    what: 'settlements',
    headings: COLUMNS.map((column) => translate(locale, `settlements.column.${column}`)),
    query: (tx) => exportSettlements(tx, caller, paging, filters),
    cells: (row) => [
      row.reference,
      row.createdOn,
      row.totalTransactions,
      { hundredths: row.chargedPiastres },
      { hundredths: row.feePiastres },
      { hundredths: row.vatPiastres },
      { hundredths: row.outPiastres },
      { hundredths: row.amountPiastres },
    ],
  };
  return exportRows(app, file, format, locale);
}
