import type { ExportFormat } from '@daftar/contract/exports';
import type { App, Caller } from '../platform/context.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import { reasonIn } from './service.ts';
import { exportChargebacks, type ListFilters, type ListPaging } from './store-list.ts';

const COLUMNS = [
  'reference',
  'name',
  'status',
  'transaction',
  'amount',
  'created',
  'due',
  'reason',
  'answer',
] as const;

/** The chargebacks chosen, or those of the list's filters, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: ListPaging,
  { format, ...filters }: ListFilters & { format: ExportFormat; ids?: number[] | undefined },
): Promise<FileResult> {
  const { locale } = caller;
  return exportRows(
    app,
    {
      what: 'chargebacks',
      headings: COLUMNS.map((column) => translate(locale, `chargebacks.column.${column}`)),
      query: (tx) => exportChargebacks(tx, caller, paging, filters),
      cells: (row) => [
        row.reference,
        row.name,
        translate(locale, `chargebackStatus.${row.status}`),
        row.transactionReference,
        { hundredths: row.amountPiastres },
        row.createdOn,
        row.dueOn,
        reasonIn(locale, row.reason),
        row.answer,
      ],
    },
    format,
    locale,
  );
}
