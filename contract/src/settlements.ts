import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { EXPORT_FORMATS, ExportFilters } from './exports.ts';
import { Day, listQuery } from './paging.ts';
import { IdParams } from './text.ts';

export const SETTLEMENT_SORTS = ['id', 'created_at', 'reference', 'amount', 'total_transactions'] as const;

export const SettlementRow = z.object({
  id: z.number(),
  reference: z.string(),
  created_at: z.string(),
  /** Pounds, net of fees, VAT and of what was given back before. */
  amount: z.number(),
  total_transactions: z.number(),
  currency: z.string(),
  /** The bank account it was paid to, as `CIB ****0002`; null when it went to the available balance. */
  bank_account: z.nullable(z.string()),
  /** How much of the amount went there, in pounds. */
  bank_amount: z.number(),
  /** When it arrived at a bank account, and the bank's own name for it; null until then. */
  paid_at: z.nullable(z.string()),
  bank_reference: z.nullable(z.string()),
});
export type SettlementRow = z.output<typeof SettlementRow>;

/** What is settled next, as it stands: refunds and disputes until then make it less, payments expected by then more. */
export const NextSettlement = z.object({
  /** A working day, `YYYY-MM-DD`. */
  date: z.string(),
  /** Pounds, net of fees, VAT and of what was given back. */
  amount: z.number(),
  total_transactions: z.number(),
  currency: z.string(),
  /** The bank account that receives settlements, as `CIB ****0002`; null: it goes to the available balance. */
  bank_account: z.nullable(z.string()),
  /** How much of the amount goes there: less, when the merchant owes us, and 0 when nothing does. */
  bank_amount: z.number(),
  /** The provider holds the merchant's settlements, or has suspended it: the day is not kept. */
  is_held: z.boolean(),
  /** The account took another's place: nothing is settled to it before this moment; null: it does not rest. */
  rests_until: z.nullable(z.string()),
});
export type NextSettlement = z.output<typeof NextSettlement>;

const filters = {
  reference: z.optional(z.string().check(z.maxLength(64))),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
};
const listOptions = {
  dialect: 'snake',
  sort: SETTLEMENT_SORTS,
  ranges: [['date_from', 'date_to']],
} as const;

/** What a statement can be downloaded as. */
export const STATEMENT_FORMATS = ['pdf', ...EXPORT_FORMATS] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export const settlements = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/settlements',
    base: 'mode',
    access: 'view-settlements',
    query: listQuery({ ...listOptions, filters }),
    reply: list(SettlementRow),
  },
  /** When and how much comes next; null while nothing is waiting. */
  next: {
    method: 'GET',
    path: '/merchant/settlements/next',
    base: 'mode',
    access: 'view-settlements',
    reply: data(z.nullable(NextSettlement)),
  },
  /** The settlements chosen, or the rows of the list's own filters, as a file. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/settlements/exportCsv',
    base: 'mode',
    access: 'export-settlements',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  /**
   * The statement, comma-separated unless told otherwise. Without a mode in its path: the settlement's own mode is
   * used.
   */
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
   * Settles test money at once instead of on its day. It exists in test mode alone, hence the fixed path; null when
   * there is nothing to settle.
   */
  settleNow: {
    method: 'POST',
    path: '/sandbox/merchant/settlements/settle-now',
    base: 'fixed',
    access: 'payout-request-transactions',
    reply: data(z.nullable(SettlementRow)),
  },
});
