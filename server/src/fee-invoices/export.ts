import type { ExportFormat } from '@daftar/contract/exports';
import { recordSaved } from '../ops-lists/list.ts';
import type { App, Operator } from '../platform/context.ts';
import { amount, type Columns, text } from '../platform/csv/columns.ts';
import { exportRows } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import * as store from './store.ts';

const columns: Columns<store.ExportedInvoice> = {
  number: text('numberText'),
  month: text('month'),
  issued: text('issuedOn'),
  merchant: text('merchantName'),
  taxId: text('merchantTaxId'),
  fee: amount('feePiastres'),
  vat: amount('vatPiastres'),
  total: amount('totalPiastres'),
  credited: amount('creditedPiastres'),
  customerFee: amount('customerFeePiastres'),
  customerVat: amount('customerVatPiastres'),
};

/** Exports the invoices of all merchants that match, in the operator's language, and logs who saved them. */
export async function exportAll(
  app: App,
  operator: Operator,
  paging: Parameters<typeof store.exportAll>[1],
  filters: Parameters<typeof store.exportAll>[2] & { format: ExportFormat },
): Promise<FileResult> {
  const { locale } = operator;
  await recordSaved(app, operator, 'fee-invoices', filters);
  const file = {
    what: 'fee-invoices',
    columns,
    heading: (column: string) => translate(locale, `fee-invoices.column.${column}`),
    query: (tx: Parameters<typeof store.exportAll>[0]) => store.exportAll(tx, paging, filters),
  };
  return exportRows(app, file, filters.format, locale);
}
