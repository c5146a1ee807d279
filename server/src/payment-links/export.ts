import type { ExportFormat } from '@daftar/contract/exports';
import { payAddresses } from '../branding/origin.ts';
import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, moment, number, text, word, wordsOf } from '../platform/csv/columns.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { type ExportedLink, exportLinks, type ListRequest } from './store.ts';

const columns = (locale: Locale): Columns<ExportedLink> => ({
  reference: text('reference'),
  name: text('invoiceName'),
  total: amount('total'),
  currency: text('currency'),
  value: amount('valuePiastres'),
  dueDate: moment('dueAt'),
  status: word('status', wordsOf(locale, 'linkStatus.')),
  paid: number('paidCount'),
  places: number('maxPaymentCount'),
  created: moment('createdAt'),
  link: text('address'),
  minAmount: amount('minAmount'),
  maxAmount: amount('maxAmount'),
  maxQuantity: number('maxQuantity'),
  merchantReference: text('merchantReference'),
  metadata: text('metadataText'),
});

/** Exports the selected links, or with null all that match the filters, as a file in the caller's language. */
export async function exportToFile(
  app: App,
  caller: Caller,
  request: ListRequest,
  ids: number[] | null,
  format: ExportFormat,
  days?: string,
): Promise<FileResult> {
  const now = app.clock.now();
  const { locale } = caller;
  const addresses = await payAddresses(app, app.db, caller.merchantId);
  const file = {
    what: 'payment-links',
    days,
    columns: columns(locale),
    heading: (column: string) => translate(locale, `payment-links.column.${column}`),
    query: (tx: Tx) => exportLinks(tx, caller, request, ids, { now, addresses }),
  };
  return exportRows(app, file, format, locale);
}
