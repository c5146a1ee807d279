import type { ExportFormat } from '@daftar/contract/exports';
import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, text, word, wordOrItself, wordsOf } from '../platform/csv/columns.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import {
  type ExportedChargeback,
  exportChargebacks,
  type ListFilters,
  type ListPaging,
} from './store-list.ts';

const columns = (locale: Locale): Columns<ExportedChargeback> => ({
  reference: text('reference'),
  name: text('name'),
  status: word('status', wordsOf(locale, 'chargebackStatus.')),
  transaction: text('transactionReference'),
  amount: amount('amountPiastres'),
  created: text('createdOn'),
  due: text('dueOn'),
  reason: wordOrItself('reason', wordsOf(locale, 'chargebacks.reason.')),
  answer: text('answer'),
});

/** The chargebacks chosen, or those of the list's filters, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: ListPaging,
  { format, ...filters }: ListFilters & { format: ExportFormat; ids?: number[] | undefined },
): Promise<FileResult> {
  const { locale } = caller;
  const file = {
    what: 'chargebacks',
    columns: columns(locale),
    heading: (column: string) => translate(locale, `chargebacks.column.${column}`),
    query: (tx: Tx) => exportChargebacks(tx, caller, paging, filters),
  };
  return exportRows(app, file, format, locale);
}
