import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { EXPORT_FORMATS, ExportFilters } from './exports.ts';
import { Day, listQuery, UpdatedSince } from './paging.ts';
import { IdParams } from './text.ts';

export const SETTLEMENT_SORTS = [
  'id',
  'created_at',
  'reference',
  'amount',
  'total_transactions',
  'updated_at',
] as const;

export const SettlementRow = z.object({
  id: z.number(),
  reference: z.string(),
  created_at: z.string(),
  /** In pounds, net of fees, VAT and refunds. */
  amount: z.number(),
  total_transactions: z.number(),
  currency: z.string(),
  /** The bank account it was paid to, as `CIB ****0002`; null if it went to the available balance. */
  bank_account: z.nullable(z.string()),
  /** The part of the amount paid to the bank account, in pounds. */
  bank_amount: z.number(),
  /** The part initially held as rolling reserve (`/merchant/reserve/items`). */
  reserved_amount: z.number(),
  /** When it was transferred to a bank account, with the bank reference; null before. */
  paid_at: z.nullable(z.string()),
  bank_reference: z.nullable(z.string()),
});
export type SettlementRow = z.output<typeof SettlementRow>;

/**
 * The next settlement according to current data: later refunds and chargebacks reduce it, expected payments increase
 * it.
 */
export const NextSettlement = z.object({
  /** A working day, `YYYY-MM-DD`. */
  date: z.string(),
  /** In pounds, net of fees, VAT and refunds. */
  amount: z.number(),
  total_transactions: z.number(),
  currency: z.string(),
  /** The receiving bank account, as `CIB ****0002`; null if it goes to the available balance. */
  bank_account: z.nullable(z.string()),
  /** The part for the bank account: less if the merchant owes us, 0 if nothing goes there. */
  bank_amount: z.number(),
  /** The part to be held as rolling reserve, by the current terms. */
  reserved_amount: z.number(),
  /** True: the merchant's settlements are on hold or it is suspended, so the date does not apply. */
  is_held: z.boolean(),
  /** When the replacement account's cooling-off period ends; null when there is none. */
  rests_until: z.nullable(z.string()),
});
export type NextSettlement = z.output<typeof NextSettlement>;

const filters = {
  reference: z.optional(z.string().check(z.maxLength(64))),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
  updated_since: UpdatedSince,
};
const listOptions = {
  dialect: 'snake',
  sort: SETTLEMENT_SORTS,
  ranges: [['date_from', 'date_to']],
} as const;

/** File types of a statement. */
export const STATEMENT_FORMATS = ['pdf', ...EXPORT_FORMATS] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const settlements = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/settlements',
    base: 'mode',
    access: 'view-settlements',
    query: listQuery({ ...listOptions, filters, byCursor: 'settlements' }),
    reply: list(SettlementRow),
  },
  /** Returns the next settlement; null while nothing is pending. */
  next: {
    method: 'GET',
    path: '/merchant/settlements/next',
    base: 'mode',
    access: 'view-settlements',
    reply: data(z.nullable(NextSettlement)),
  },
  details: {
    method: 'GET',
    path: '/merchant/settlements/:id',
    base: 'mode',
    access: 'view-settlements',
    params: IdParams,
    reply: data(SettlementRow),
  },
  /** Exports the chosen settlements, or the rows that match the filters. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/settlements/exportCsv',
    base: 'mode',
    access: 'export-settlements',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  /** Exports the statement, as CSV by default. Its path has no mode: the settlement's own mode is used. */
  export: {
    method: 'GET',
    path: '/merchant/settlements/export/:id',
    base: 'fixed',
    access: 'export-settlements',
    params: IdParams,
    query: z.object({ format: z._default(z.enum(STATEMENT_FORMATS, { error: 'Invalid' }), 'csv') }),
    reply: file,
  },
  /**
   * Settles test money now instead of on its day. Exists only in test mode, hence the fixed path; null if there is
   * nothing to settle.
   */
  settleNow: {
    method: 'POST',
    path: '/sandbox/merchant/settlements/settle-now',
    base: 'fixed',
    access: 'payout-request-transactions',
    reply: data(z.nullable(SettlementRow)),
  },
});
