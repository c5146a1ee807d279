/** Filters and sorting of the lists of money across merchants. */
import * as z from 'zod/mini';
import { CHARGEBACK_STATUS } from './chargebacks.ts';
import { PAYMENT_METHOD_IDS } from './lookups.ts';
import { Amount } from './money.ts';
import { Day } from './paging.ts';
import { PAYOUT_STATES } from './payouts.ts';
import { Id, oneOf } from './text.ts';
import { TRANSACTION_STATUS } from './transactions.ts';

export const Mode = z.enum(['live', 'test'], { error: 'Invalid' });
/** The mode of a list's rows; `any`: both. */
export const ListMode = z.enum(['live', 'test', 'any'], { error: 'Invalid' });
export type ListMode = z.output<typeof ListMode>;
const Typed = z.optional(z.string().check(z.maxLength(255)));

/** Filters of every list across merchants; live mode by default. */
const CROSS_MERCHANT_FILTERS = {
  /**
   * Text of the search field, which finds a reference of ours (`TRX-…`, `INV-…`, `LNK-…`, `ORD-…`, `CHB-…`, `PAY-…`,
   * `STL-…`) or of the processor, an amount, a mobile number, an e-mail or a name.
   */
  q: Typed,
  mode: z.optional(ListMode),
  /** One row of a merchant; ignored without `merchant_id`. */
  id: z.optional(Id),
  merchant_id: z.optional(Id),
  date_from: z.optional(Day),
  date_to: z.optional(Day),
};
const DAYS = [['date_from', 'date_to']] as const;

/** `unpaid`: waits for its transfer. `balance`: no part of it goes to a bank. */
export const OPS_SETTLEMENT_STATES = ['unpaid', 'paid', 'balance'] as const;

/** The states of a refund that is more than a request. */
export const OPS_REFUND_STATES = ['pending', 'succeeded', 'failed', 'canceled', 'reversed'] as const;

/** The lists of money across merchants. */
export const OPS_LISTS = {
  transactions: {
    dialect: 'snake',
    sort: ['created_at', 'amount'],
    filters: {
      ...CROSS_MERCHANT_FILTERS,
      reference: Typed,
      /** Part of the payer's name, e-mail or mobile; Arabic-aware. */
      payer: Typed,
      status: z.optional(oneOf(Object.values(TRANSACTION_STATUS))),
      payment_method_id: z.optional(oneOf(PAYMENT_METHOD_IDS)),
      /** The account at a processor; 0: payments without one, such as in the sandbox. */
      account_id: z.optional(z.union([oneOf([0]), Id], { error: 'Invalid' })),
      amount_from: z.optional(Amount),
      amount_to: z.optional(Amount),
    },
    ranges: [...DAYS, ['amount_from', 'amount_to']],
  },
  unanswered: {
    dialect: 'snake',
    sort: ['created_at'],
    filters: CROSS_MERCHANT_FILTERS,
    ranges: DAYS,
  },
  refunds: {
    dialect: 'snake',
    sort: ['created_at', 'amount'],
    filters: {
      ...CROSS_MERCHANT_FILTERS,
      state: z.optional(z.enum(OPS_REFUND_STATES, { error: 'Invalid' })),
      payment_method_id: z.optional(oneOf(PAYMENT_METHOD_IDS)),
    },
    ranges: DAYS,
  },
  chargebacks: {
    dialect: 'snake',
    sort: ['created_at', 'due_date', 'amount'],
    filters: {
      ...CROSS_MERCHANT_FILTERS,
      reference: Typed,
      /** The beginning of the network's case ID. */
      case_id: z.optional(z.string().check(z.maxLength(64))),
      status: z.optional(oneOf(Object.values(CHARGEBACK_STATUS))),
    },
    ranges: DAYS,
  },
  payouts: {
    dialect: 'snake',
    sort: ['created_at', 'amount'],
    filters: {
      ...CROSS_MERCHANT_FILTERS,
      code: Typed,
      state: z.optional(z.enum(PAYOUT_STATES, { error: 'Invalid' })),
    },
    ranges: DAYS,
  },
  settlements: {
    dialect: 'snake',
    sort: ['created_at', 'amount'],
    filters: {
      ...CROSS_MERCHANT_FILTERS,
      reference: Typed,
      state: z.optional(z.enum(OPS_SETTLEMENT_STATES, { error: 'Invalid' })),
    },
    ranges: DAYS,
  },
} as const;
