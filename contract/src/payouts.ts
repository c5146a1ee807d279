import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { PositiveAmount } from './money.ts';
import { Day, listQuery, StatusCount, UpdatedSince } from './paging.ts';
import { Id, IdParams } from './text.ts';

export const PAYOUT_STATES = ['requested', 'handed-over', 'expired', 'returned'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** The number of payouts in each state. */
export const PayoutCount = z.object({ ...StatusCount.shape, status: z.enum(PAYOUT_STATES) });
export type PayoutCount = z.output<typeof PayoutCount>;

export const PAYOUT_SORTS = ['id', 'created_at', 'code', 'amount', 'state', 'updated_at'] as const;

export const PayoutRow = z.object({
  id: z.number(),
  /** The code with which the merchant collects it. */
  code: z.string(),
  amount: z.number(),
  currency: z.string(),
  state: z.enum(PAYOUT_STATES),
  /** The reason why it was returned; otherwise empty. */
  reason: z.string(),
  transaction_id: z.number(),
  transaction_reference: z.string(),
  requested_by: z.string(),
  /** The approver, if approval was required. */
  approved_by: z.nullable(z.string()),
  /** The destination bank account at that time: `CIB ****0002`; null if the payout is collected with its code. */
  bank_account: z.nullable(z.string()),
  /** The bank's reference of the transfer; null before it. */
  bank_reference: z.nullable(z.string()),
  created_at: z.string(),
  /** Null for a payout to a bank account, which waits for its transfer. */
  expires_at: z.nullable(z.string()),
  /** When it was collected, transferred, expired or returned. */
  finished_at: z.nullable(z.string()),
});
export type PayoutRow = z.output<typeof PayoutRow>;

/** Events of a payout. The first two occur only if it required approval, `requested` only if it did not. */
export const PAYOUT_EVENTS = [
  'asked',
  'approved',
  'requested',
  /** Sent to the bank in a file of transfers. */
  'sent',
  'handed-over',
  'expired',
  'returned',
] as const;
export type PayoutEventKind = (typeof PAYOUT_EVENTS)[number];

export const PayoutDetails = z.object({
  ...PayoutRow.shape,
  /** The account holder at that time. */
  account_name: z.nullable(z.string()),
  /** When the bank received our file of transfers with it; null before, and for a payout that is collected. */
  sent_at: z.nullable(z.string()),
  /** The reference of the transfer in that file, which banks show on statements. */
  transfer_reference: z.nullable(z.string()),
  /** Events, oldest first. */
  timeline: z.array(
    z.object({
      kind: z.enum(PAYOUT_EVENTS),
      at: z.string(),
      /** The person of the merchant who acted; null for the bank, the provider and automatic events. */
      by: z.nullable(z.string()),
    }),
  ),
});
export type PayoutDetails = z.output<typeof PayoutDetails>;

/** A bank account to which payouts may go: it receives settlements, or has received them. */
export const PayoutAccount = z.object({
  id: z.number(),
  /** `CIB ****0002` */
  name: z.string(),
  /** True: it receives settlements, and payouts that name no account. */
  receives_settlements: z.boolean(),
});
export type PayoutAccount = z.output<typeof PayoutAccount>;

const filters = {
  code: z.optional(z.string().check(z.maxLength(64))),
  state: z.optional(z.enum(PAYOUT_STATES, { error: 'Invalid' })),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
  updated_since: UpdatedSince,
};
const listOptions = { dialect: 'snake', sort: PAYOUT_SORTS, ranges: [['date_from', 'date_to']] } as const;

export const payouts = defineEndpoints({
  /** A 422 reply has the first sentence of `errors.amount` in `error` as well. */
  request: {
    method: 'POST',
    path: '/merchant/payment_links/payout',
    base: 'mode',
    access: 'payout-request-transactions',
    status: 201,
    idempotent: true,
    body: z.object({
      amount: PositiveAmount,
      /**
       * One of `bank_accounts` of `availableBalance`. Absent: the account that receives settlements, if there is one.
       * Null: collected with its code.
       */
      bank_account_id: z.optional(z.nullable(Id)),
    }),
    reply: data(
      z.object({
        /** Id of the payout; null while it waits for approval. */
        id: z.nullable(z.number()),
        /** Null while it waits for approval. */
        code: z.nullable(z.string()),
        available_balance: z.number(),
        /** The destination bank account; absent if the payout is collected with its code. */
        bank_account: z.optional(z.string()),
        /** The id of the pending request; absent if no approval is required. */
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
        /** True: payouts require approval; absent otherwise. */
        needs_approval: z.optional(z.literal(true)),
        /** Possible destinations of payouts, the account that receives settlements first; absent if there are none. */
        bank_accounts: z.optional(z.array(PayoutAccount)),
      }),
    ),
  },
  list: {
    method: 'GET',
    path: '/merchant/payouts',
    base: 'mode',
    access: 'payout-request-transactions',
    query: listQuery({ ...listOptions, filters, byCursor: 'payouts' }),
    reply: list(PayoutRow),
  },
  counts: {
    method: 'GET',
    path: '/merchant/payouts/counts',
    reads: 'standby',
    base: 'mode',
    access: 'payout-request-transactions',
    reply: data(z.array(PayoutCount)),
  },
  details: {
    method: 'GET',
    path: '/merchant/payouts/:id',
    base: 'mode',
    access: 'payout-request-transactions',
    params: IdParams,
    reply: data(PayoutDetails),
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
