import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { listQuery } from './paging.ts';
import { IdParams } from './text.ts';

export const FEE_INVOICE_SORTS = ['month', 'total'] as const;

/** The languages of a document; the caller's own by default. */
export const DOCUMENT_LANGUAGES = ['en', 'ar'] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];
export const DocumentQuery = z.object({
  language: z.optional(z.enum(DOCUMENT_LANGUAGES, { error: 'Invalid' })),
});

/**
 * Text of the search field, which finds a number (`FI-…`, for a credit note `FC-…`), a month (`2026-06`) or a total.
 */
export const SoughtInvoices = z.optional(z.string().check(z.maxLength(255)));

/** A tax invoice of the provider's fees of one month. Amounts are in EGP. */
export const FeeInvoiceRow = z.object({
  id: z.number(),
  /** `FI-2026-000041`: counted from 1 in each year, without gaps. */
  number: z.string(),
  /** The month of the fees, in Cairo time: `2026-06`. */
  month: z.string(),
  /** The day of issue, in Cairo time: `2026-07-01`. */
  issued_on: z.string(),
  fee: z.number(),
  vat: z.number(),
  total: z.number(),
  currency: z.string(),
  /** Credit notes that reduce the invoice, oldest first. */
  credit_notes: z.array(
    z.object({
      id: z.number(),
      /** `FC-2026-000003`: a series of its own. */
      number: z.string(),
      /** With VAT. */
      total: z.number(),
    }),
  ),
});
export type FeeInvoiceRow = z.output<typeof FeeInvoiceRow>;

export const FEE_LINE_KINDS = ['payments', 'corrections'] as const;

/** Payments of one method and VAT rate, or corrections of fees. */
export const FeeInvoiceLine = z.object({
  kind: z.enum(FEE_LINE_KINDS),
  /** The id of the payment method; null for corrections. */
  method: z.nullable(z.number()),
  /** In percent. */
  vat_rate: z.number(),
  count: z.number(),
  /** The amount on which the fees were charged; 0 for corrections. */
  base: z.number(),
  fee: z.number(),
  vat: z.number(),
});

/** Name and address of a party on the day of issue, in both languages. */
const Named = z.object({ en: z.string(), ar: z.string() });

/** An invoice with its full content, unchanged since it was issued. */
export const FeeInvoice = z.object({
  ...FeeInvoiceRow.shape,
  lines: z.array(FeeInvoiceLine),
  issuer: z.object({ name: Named, address: Named, tax_id: z.string() }),
  merchant: z.object({
    name: Named,
    address: z.string(),
    /** Empty for an individual. */
    tax_id: z.string(),
    commercial_register: z.string(),
  }),
  /** Fees and VAT of the same payments that customers paid on top of the price. They are not part of the invoice. */
  customer_fee: z.number(),
  customer_vat: z.number(),
});
export type FeeInvoice = z.output<typeof FeeInvoice>;

const LIST = {
  dialect: 'snake',
  sort: FEE_INVOICE_SORTS,
  defaultSort: 'month',
  filters: { q: SoughtInvoices },
} as const;

/**
 * Tax invoices of the provider's fees, one a month. They cover live mode only; the portal shows the same ones in both
 * modes. Secret keys may read them.
 */
export const feeInvoices = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/fee_invoices',
    base: 'fixed',
    access: 'view-settlements',
    keys: 'secret',
    query: listQuery(LIST),
    reply: list(FeeInvoiceRow),
  },
  /** Exports the invoices that match the filters. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/fee_invoices/exportCsv',
    base: 'fixed',
    access: 'view-settlements',
    keys: 'secret',
    query: exportQuery(LIST),
    reply: file,
  },
  details: {
    method: 'GET',
    path: '/merchant/fee_invoices/:id',
    base: 'fixed',
    access: 'view-settlements',
    keys: 'secret',
    params: IdParams,
    reply: data(FeeInvoice),
  },
  /** Downloads the invoice as PDF. */
  pdf: {
    method: 'GET',
    path: '/merchant/fee_invoices/:id/pdf',
    base: 'fixed',
    access: 'view-settlements',
    keys: 'secret',
    params: IdParams,
    query: DocumentQuery,
    reply: file,
  },
  /** Downloads a credit note as PDF. */
  creditNotePdf: {
    method: 'GET',
    path: '/merchant/fee_credit_notes/:id/pdf',
    base: 'fixed',
    access: 'view-settlements',
    keys: 'secret',
    params: IdParams,
    query: DocumentQuery,
    reply: file,
  },
});
