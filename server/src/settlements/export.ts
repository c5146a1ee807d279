import type { ExportFormat } from '@daftar/contract/exports';
import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, number, text } from '../platform/csv/columns.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import { type ExportedSettlement, exportSettlements, type ListFilters, type ListPaging } from './store.ts';

const columns: Columns<ExportedSettlement> = {
  settlement: text('reference'),
  made: text('createdOn'),
  transactions: number('totalTransactions'),
  charged: amount('chargedPiastres'),
  fee: amount('feePiastres'),
  vat: amount('vatPiastres'),
  out: amount('outPiastres'),
  amount: amount('amountPiastres'),
};

/** The settlements chosen, or those of the list's filters, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: ListPaging,
  { format, ...filters }: ListFilters & { format: ExportFormat; ids?: number[] | undefined },
): Promise<FileResult> {
  const { locale } = caller;
  const file = {
    what: 'settlements',
    columns,
    heading: (column: string) => translate(locale, `settlements.column.${column}`),
    query: (tx: Tx) => exportSettlements(tx, caller, paging, filters),
  };
  return exportRows(app, file, format, locale);
}
