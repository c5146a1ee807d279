import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { DocumentQuery, FeeInvoiceRow, SoughtInvoices } from './fee-invoices.ts';
import { listQuery } from './paging.ts';
import { Id } from './text.ts';

export const OPS_FEE_INVOICE_SORTS = ['issued_at', 'month', 'total'] as const;

/** A month, `YYYY-MM`. */
const Month = z.string().check(z.regex(/^[1-8]\d{3}-(?:0[1-9]|1[0-2])$/, { error: 'InvalidDate' }));

const filters = {
  q: SoughtInvoices,
  month: z.optional(Month),
  merchant_id: z.optional(Id),
};

/** An invoice of a merchant. */
export const OpsFeeInvoiceRow = z.object({
  ...FeeInvoiceRow.shape,
  /** With its current name; the invoice has the name of its day of issue. */
  merchant: z.object({ id: z.number(), name: z.string() }),
  /** The merchant's tax registration number, as it is on the invoice; empty for an individual. */
  merchant_tax_id: z.string(),
  /** Fees that customers paid on top of the price, which are on no invoice. */
  customer_fee: z.number(),
  customer_vat: z.number(),
});
export type OpsFeeInvoiceRow = z.output<typeof OpsFeeInvoiceRow>;

/** Sums over the invoices that match the filters, in EGP. */
export const FeeInvoiceTotals = z.object({
  count: z.number(),
  fee: z.number(),
  vat: z.number(),
  total: z.number(),
  /** The sum of their credit notes, with VAT. */
  credited: z.number(),
  customer_fee: z.number(),
  customer_vat: z.number(),
  /** The months that have invoices, newest first: `2026-06`. */
  months: z.array(z.string()),
  /** True: an issuer is configured; without one no invoices are issued. */
  issuing: z.boolean(),
});
export type FeeInvoiceTotals = z.output<typeof FeeInvoiceTotals>;

const listOptions = {
  dialect: 'snake',
  sort: OPS_FEE_INVOICE_SORTS,
  defaultSort: 'issued_at',
  filters,
} as const;

/** Tax invoices of fees, across merchants. */
export const opsFeeInvoices = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/fee-invoices',
    base: 'fixed',
    access: 'ops:settlements',
    query: listQuery(listOptions),
    reply: list(OpsFeeInvoiceRow),
  },
  totals: {
    method: 'GET',
    path: '/ops/fee-invoices/totals',
    base: 'fixed',
    access: 'ops:settlements',
    query: z.object(filters),
    reply: data(FeeInvoiceTotals),
  },
  /** Exports the invoices that match the filters. */
  export: {
    method: 'GET',
    path: '/ops/fee-invoices/export',
    base: 'fixed',
    access: 'ops:settlements',
    query: exportQuery(listOptions),
    reply: file,
  },
  pdf: {
    method: 'GET',
    path: '/ops/fee-invoices/:merchantId/:id/pdf',
    base: 'fixed',
    access: 'ops:settlements',
    params: z.object({ merchantId: Id, id: Id }),
    query: DocumentQuery,
    reply: file,
  },
  creditNotePdf: {
    method: 'GET',
    path: '/ops/fee-credit-notes/:merchantId/:id/pdf',
    base: 'fixed',
    access: 'ops:settlements',
    params: z.object({ merchantId: Id, id: Id }),
    query: DocumentQuery,
    reply: file,
  },
});
