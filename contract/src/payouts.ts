import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { PositiveAmount } from './money.ts';
import { Day, listQuery, StatusCount, UpdatedSince } from './paging.ts';
import { Id, IdParams } from './text.ts';

export const PAYOUT_STATES = ['requested', 'handed-over', 'expired', 'returned'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** How many payouts have a state. */
export const PayoutCount = z.object({ ...StatusCount.shape, status: z.enum(PAYOUT_STATES) });
export type PayoutCount = z.output<typeof PayoutCount>;

export const PAYOUT_SORTS = ['id', 'created_at', 'code', 'amount', 'state', 'updated_at'] as const;

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
  /** The bank account it goes to, as it was then: `CIB ****0002`; null when it is collected with its code. */
  bank_account: z.nullable(z.string()),
  /** The bank's reference of the transfer; null before. */
  bank_reference: z.nullable(z.string()),
  created_at: z.string(),
  /** Null for one to a bank account, which waits for its transfer. */
  expires_at: z.nullable(z.string()),
  /** When it was collected, transferred, expired or returned. */
  finished_at: z.nullable(z.string()),
});
export type PayoutRow = z.output<typeof PayoutRow>;

/** What happens to a payout. The first two only where it needed approval, `requested` only where it did not. */
export const PAYOUT_EVENTS = [
  'asked',
  'approved',
  'requested',
  /** To the bank, in a file of transfers. */
  'sent',
  'handed-over',
  'expired',
  'returned',
] as const;
export type PayoutEventKind = (typeof PAYOUT_EVENTS)[number];

export const PayoutDetails = z.object({
  ...PayoutRow.shape,
  /** The holder of that account, as it was then. */
  account_name: z.nullable(z.string()),
  /** The bank got our file of transfers with it; null before, and for one that is collected. */
  sent_at: z.nullable(z.string()),
  /** What that file calls the transfer, which banks show on statements. */
  transfer_reference: z.nullable(z.string()),
  /** What happened, oldest first. */
  timeline: z.array(
    z.object({
      kind: z.enum(PAYOUT_EVENTS),
      at: z.string(),
      /** The person of the merchant who did it; null for the bank, the provider and the clock. */
      by: z.nullable(z.string()),
    }),
  ),
});
export type PayoutDetails = z.output<typeof PayoutDetails>;

/** A bank account that payouts may go to: settlements go there, or have gone there. */
export const PayoutAccount = z.object({
  id: z.number(),
  /** `CIB ****0002` */
  name: z.string(),
  /** Settlements go there; payouts that name no account do as well. */
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
  /** 422 has `error`, its first sentence, beside `errors.amount`. */
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
       * One of `bank_accounts` of `availableBalance`. Left out: the account that receives settlements, if there is one.
       * Null: collected with its code.
       */
      bank_account_id: z.optional(z.nullable(Id)),
    }),
    reply: data(
      z.object({
        /** Of the payout; null while it waits for approval. */
        id: z.nullable(z.number()),
        /** Null while it waits for approval. */
        code: z.nullable(z.string()),
        available_balance: z.number(),
        /** The bank account it goes to; absent when it is collected with its code. */
        bank_account: z.optional(z.string()),
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
        /** Where payouts may go, the account that receives settlements first; absent when there is none. */
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
