import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { PositiveAmount } from './money.ts';
import { Day, listQuery } from './paging.ts';

export const PAYOUT_STATES = ['requested', 'handed-over', 'expired', 'returned'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

export const PAYOUT_SORTS = ['id', 'created_at', 'code', 'amount', 'state'] as const;

export const PayoutRow = z.object({
  id: z.number(),
  /** The code that the merchant collects it with. */
  code: z.string(),
  amount: z.number(),
  currency: z.string(),
  state: z.enum(PAYOUT_STATES),
  /** Why it was returned; otherwise empty. */
  reason: z.string(),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  requested_by: z.string(),
  /** The approver, where approval was required. */
  approved_by: z.nullable(z.string()),
  created_at: z.string(),
  expires_at: z.string(),
  /** When it was collected, expired or returned. */
  finished_at: z.nullable(z.string()),
});
export type PayoutRow = z.output<typeof PayoutRow>;

const filters = {
  code: z.optional(z.string().check(z.maxLength(64))),
  state: z.optional(z.enum(PAYOUT_STATES, { error: 'Invalid' })),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
};
const listOptions = { dialect: 'snake', sort: PAYOUT_SORTS, ranges: [['date_from', 'date_to']] } as const;

export const payouts = defineEndpoints({
  /** 422 has `error`, its first sentence, beside `errors.amount`. */
  request: {
    method: 'POST',
    path: '/merchant/payment_links/payout',
    base: 'mode',
    access: 'payout-request-transactions',
    status: 201,
    idempotent: true,
    body: z.object({ amount: PositiveAmount }),
    reply: data(
      z.object({
        /** Null while it waits for approval. */
        code: z.nullable(z.string()),
        available_balance: z.number(),
        /** The pending request; absent where no approval is required. */
        approval_id: z.optional(z.number()),
      }),
    ),
  },
  availableBalance: {
    method: 'GET',
    path: '/merchant/available_balance',
    base: 'mode',
    access: 'payout-request-transactions',
    reply: data(
      z.object({
        available_balance: z.number(),
        /** Payouts require approval; absent where they do not. */
        needs_approval: z.optional(z.literal(true)),
      }),
    ),
  },
  list: {
    method: 'GET',
    path: '/merchant/payouts',
    base: 'mode',
    access: 'payout-request-transactions',
    query: listQuery({ ...listOptions, filters }),
    reply: list(PayoutRow),
  },
  /** Exports the chosen payouts, or the rows that match the filters. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/payouts/exportCsv',
    base: 'mode',
    access: 'payout-request-transactions',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
});
