import type { ExportFormat } from '@daftar/contract/exports';
import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, text, word, wordsOf } from '../platform/csv/columns.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { type ExportedPayout, exportPayouts, type ListFilters, type ListPaging } from './store.ts';

const columns = (locale: Locale): Columns<ExportedPayout> => ({
  code: text('code'),
  amount: amount('amountPiastres'),
  state: word('state', wordsOf(locale, 'payoutState.')),
  transaction: text('transactionReference'),
  requestedBy: text('requestedBy'),
  created: text('createdOn'),
  expires: text('expiresOn'),
  finished: text('finishedOn'),
  reason: text('reason'),
});

/** The payouts chosen, or those of the list's filters, as a file in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: ListPaging,
  { format, ...filters }: ListFilters & { format: ExportFormat; ids?: number[] | undefined },
): Promise<FileResult> {
  const { locale } = caller;
  const file = {
    what: 'payouts',
    columns: columns(locale),
    heading: (column: string) => translate(locale, `payouts.column.${column}`),
    query: (tx: Tx) => exportPayouts(tx, caller, paging, filters),
  };
  return exportRows(app, file, format, locale);
}
