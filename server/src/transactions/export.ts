import type { ExportFormat } from '@daftar/contract/exports';
import { methodItem, methodNames } from '../lookups/service.ts';
import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, several, text, word, wordsOf } from '../platform/csv/columns.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { type ExportedTransaction, exportTransactions, type ListFilters, type ListPaging } from './store.ts';

const columns = (locale: Locale): Columns<ExportedTransaction> => ({
  reference: text('reference'),
  externalReference: text('externalReference'),
  created: text('createdOn'),
  status: word('status', wordsOf(locale, 'transactionStatus.')),
  method: word('paymentMethod', methodNames(locale), methodItem(locale, null).name),
  source: text('sourceName'),
  sourceReference: text('sourceReference'),
  customer: text('customerName'),
  total: amount('total'),
  currency: text('currency'),
  value: amount('valuePiastres'),
  fee: amount('feePiastres'),
  vat: amount('vatPiastres'),
  net: amount('netPiastres'),
  refunded: amount('refundedPiastres'),
  toBeSettled: amount('toBeSettledPiastres'),
  settlementStatus: word('settlesAs', wordsOf(locale, 'settlementStatus.')),
  settlementReference: text('settlementReference'),
  flags: several('flags', wordsOf(locale, 'flag.')),
});

/** The transactions chosen, or those of the list's filters, in its order, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: ListPaging,
  { format, ...filters }: ListFilters & { format: ExportFormat; ids?: number[] | undefined },
): Promise<FileResult> {
  const { locale } = caller;
  const file = {
    what: 'transactions',
    columns: columns(locale),
    heading: (column: string) => translate(locale, `transactions.column.${column}`),
    query: (tx: Tx) => exportTransactions(tx, caller, paging, filters),
  };
  return exportRows(app, file, format, locale);
}
