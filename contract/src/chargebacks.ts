import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { done, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { Amount } from './money.ts';
import { Day, listQuery } from './paging.ts';
import { IdParams, oneOf, text } from './text.ts';

export const CHARGEBACK_STATUS = { pending: 0, applied: 1, withdrawn: 2 } as const;
export type ChargebackStatus = (typeof CHARGEBACK_STATUS)[keyof typeof CHARGEBACK_STATUS];

export const CHARGEBACK_SORTS = [
  'id',
  'created_at',
  'reference',
  'name',
  'status',
  'transaction_reference',
  'amount',
  'due_date',
] as const;

export const ChargebackRow = z.object({
  id: z.number(),
  reference: z.string(),
  /** The payer's. */
  name: z.string(),
  status: z.number(),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  amount: z.number(),
  created_at: z.string(),
  /** Until when the merchant can answer. */
  due_date: z.string(),
  /** What the payer's bank says. */
  reason: z.string(),
  /** The merchant's answer; empty until there is one. */
  answer: z.string(),
  answered_at: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
});
export type ChargebackRow = z.output<typeof ChargebackRow>;

const filters = {
  chargeback_name: z.optional(z.string().check(z.maxLength(255))),
  /** Of the chargeback, or of its transaction (TRX-…). */
  reference: z.optional(z.string().check(z.maxLength(64))),
  status: z.optional(oneOf([0, 1, 2])),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
  /** Exactly this, in pounds. */
  amount: z.optional(Amount),
};
const listOptions = { dialect: 'snake', sort: CHARGEBACK_SORTS, ranges: [['date_from', 'date_to']] } as const;

export const chargebacks = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/chargebacks',
    base: 'mode',
    access: 'view-chargeback-list',
    query: listQuery({ ...listOptions, filters }),
    reply: list(ChargebackRow),
  },
  /** The chargebacks chosen, or the rows of the list's own filters, as a file. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/chargebacks/exportCsv',
    base: 'mode',
    access: 'export-chargeback',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  /** The merchant's side of a pending dispute; sent again it replaces the one before. */
  answer: {
    method: 'POST',
    path: '/merchant/chargebacks/:id/answer',
    base: 'mode',
    access: 'view-chargeback-list',
    params: IdParams,
    body: z.object({ answer: text(4000) }),
    reply: done,
  },
});
