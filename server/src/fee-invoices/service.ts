/** Reads fee invoices, for their merchant and for the console. */
import type { ExportFormat } from '@daftar/contract/exports';
import type { FeeInvoice, FeeInvoiceRow } from '@daftar/contract/fee-invoices';
import { toPounds } from '@daftar/contract/money';
import type {
  FeeInvoiceTotals,
  OPS_FEE_INVOICE_SORTS,
  OpsFeeInvoiceRow,
} from '@daftar/contract/ops-fee-invoices';
import type { Paging } from '@daftar/contract/paging';
import { egp, onDay, opsList } from '../ops-lists/list.ts';
import type { App, Caller } from '../platform/context.ts';
import { exportCells } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { translate } from '../platform/i18n/translate.ts';
import type { Page } from '../platform/lists/page.ts';
import { FeeInvoiceNotFound } from './errors.ts';
import { creditNumber, invoiceNumber } from './rules.ts';
import * as store from './store.ts';

const rowOf = (row: store.ListedInvoice): FeeInvoiceRow => ({
  id: row.id,
  number: invoiceNumber(row.year, row.number),
  month: row.month,
  issued_on: row.issuedOn,
  fee: toPounds(row.feePiastres),
  vat: toPounds(row.vatPiastres),
  total: toPounds(row.totalPiastres),
  currency: 'EGP',
  credit_notes: row.credits.map(({ id, year, number, totalPiastres }) => ({
    id,
    number: creditNumber(year, number),
    total: toPounds(totalPiastres),
  })),
});

/** Lists one page of the caller's invoices. */
export async function listInvoices(
  app: App,
  caller: Caller,
  paging: Parameters<typeof store.listInvoices>[2],
  { q }: { q?: string | undefined },
): Promise<Page<FeeInvoiceRow>> {
  const found = await store.findTyped(app.db, q);
  const { rows, meta } = await store.listInvoices(app.db, caller, paging, found);
  return { rows: rows.map(rowOf), meta };
}

const COLUMNS = ['number', 'month', 'issued', 'fee', 'vat', 'total', 'credits', 'credited'] as const;

/** Exports the invoices that match the filters, as a file in the caller's language. */
export async function exportInvoices(
  app: App,
  caller: Caller,
  paging: Parameters<typeof store.listInvoices>[2],
  { q, format }: { q?: string | undefined; format: ExportFormat },
): Promise<FileResult> {
  const { locale } = caller;
  const found = await store.findTyped(app.db, q);
  const file = {
    what: 'fee-invoices',
    headings: COLUMNS.map((column) => translate(locale, `fee-invoices.column.${column}`)),
    query: (tx: Tx) => store.exportInvoices(tx, caller, paging, found),
    cells: (row: store.ListedInvoice) => [
      invoiceNumber(row.year, row.number),
      row.month,
      { moment: row.issuedOn },
      { hundredths: row.feePiastres },
      { hundredths: row.vatPiastres },
      { hundredths: row.totalPiastres },
      row.credits.map(({ year, number }) => creditNumber(year, number)).join(' · '),
      { hundredths: row.credits.reduce((sum, { totalPiastres }) => sum + totalPiastres, 0) },
    ],
  };
  return exportCells(app, file, format, locale);
}

/** Returns an invoice as it was issued. @throws FeeInvoiceNotFound */
export async function readInvoice(app: App, caller: Caller, id: number): Promise<FeeInvoice> {
  const found = await store.findInvoice(app.db, caller, id);
  if (!found) throw new FeeInvoiceNotFound();
  return {
    ...rowOf(found),
    lines: found.lines.map((line) => ({
      kind: line.kind,
      method: line.method,
      vat_rate: line.vatBps / 100,
      count: line.count,
      base: toPounds(line.base),
      fee: toPounds(line.fee),
      vat: toPounds(line.vat),
    })),
    issuer: { name: found.issuer.name, address: found.issuer.address, tax_id: found.issuer.taxId },
    merchant: {
      name: found.merchant.name,
      address: found.merchant.address,
      tax_id: found.merchant.taxId,
      commercial_register: found.merchant.commercialRegister,
    },
    customer_fee: toPounds(found.customerFeePiastres),
    customer_vat: toPounds(found.customerVatPiastres),
  };
}

/** The list of all merchants' invoices: a page, and its file. */
export const allInvoices = opsList<
  Paging<(typeof OPS_FEE_INVOICE_SORTS)[number]>,
  store.OpsFilters,
  store.OpsInvoice,
  OpsFeeInvoiceRow
>({
  what: 'fee-invoices',
  find: async ({ db }, paging, filters) => {
    const found = await store.findTyped(db, filters.q);
    return (through) => store.allSource(through, paging, filters, found);
  },
  wireOf: (row) => ({
    ...rowOf(row),
    merchant: { id: row.merchantId, name: row.merchantName },
    merchant_tax_id: row.merchantTaxId,
    customer_fee: toPounds(row.customerFeePiastres),
    customer_vat: toPounds(row.customerVatPiastres),
  }),
  cells: () => ({
    number: (row) => row.number,
    month: (row) => row.month,
    issuedOn: (row) => onDay(row.issued_on),
    merchant: (row) => row.merchant.name,
    merchantId: (row) => row.merchant.id,
    taxId: (row) => row.merchant_tax_id,
    invoicedFees: (row) => egp(row.fee),
    vat: (row) => egp(row.vat),
    total: (row) => egp(row.total),
    credited: (row) => egp(row.credit_notes.reduce((sum, note) => sum + note.total, 0)),
    customerFee: (row) => egp(row.customer_fee),
    customerVat: (row) => egp(row.customer_vat),
  }),
});

/** Returns the sums of the invoices that match. */
export async function totalsOfAll(app: App, filters: store.OpsFilters): Promise<FeeInvoiceTotals> {
  const sums = await store.totalsOfAll(app.db, filters, await store.findTyped(app.db, filters.q));
  return {
    count: sums.count,
    fee: toPounds(sums.feePiastres),
    vat: toPounds(sums.vatPiastres),
    total: toPounds(sums.totalPiastres),
    credited: toPounds(sums.creditedPiastres),
    customer_fee: toPounds(sums.customerFeePiastres),
    customer_vat: toPounds(sums.customerVatPiastres),
    months: sums.months,
    issuing: app.config.feeInvoices !== null,
  };
}
