import type { ExportFormat } from '@daftar/contract/exports';
import type { App, Caller } from '../platform/context.ts';
import { exportRows, type RowsFile } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import { type ExportedPayout, exportPayouts, type ListFilters, type ListPaging } from './store.ts';

const COLUMNS = [
  'code',
  'amount',
  'state',
  'transaction',
  'requestedBy',
  'created',
  'expires',
  'finished',
  'reason',
] as const;

/** The payouts chosen, or those of the list's filters, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: ListPaging,
  { format, ...filters }: ListFilters & { format: ExportFormat; ids?: number[] | undefined },
): Promise<FileResult> {
  const { locale } = caller;
  const file: RowsFile<ExportedPayout> = {
    what: 'payouts',
    headings: COLUMNS.map((column) => translate(locale, `payouts.column.${column}`)),
    query: (tx) => exportPayouts(tx, caller, paging, filters),
    cells: (row) => [
      row.code,
      { hundredths: row.amountPiastres },
      translate(locale, `payoutState.${row.state}`),
      row.transactionReference,
      row.requestedBy,
      row.createdOn,
      row.expiresOn,
      row.finishedOn,
      row.reason,
    ],
  };
  return exportRows(app, file, format, locale);
}
