import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, file } from './envelope.ts';
import { EXPORT_FORMATS } from './exports.ts';
import { DOCUMENT_LANGUAGES } from './fee-invoices.ts';
import type { Shape } from './paging.ts';
import { Day } from './paging.ts';

/** The merchant's accounts in the ledger, in the order of a statement. */
export const BALANCE_ACCOUNTS = ['available', 'pending', 'chargeback', 'reserve', 'payout'] as const;
export type BalanceAccount = (typeof BALANCE_ACCOUNTS)[number];

/** Kinds of movements of these accounts. */
export const MOVEMENT_KINDS = [
  'capture',
  'refund',
  'refund_reversed',
  'settlement',
  'settlement_paid',
  'chargeback_opened',
  'chargeback_applied',
  'chargeback_won',
  'payout_requested',
  'payout_handed_over',
  'payout_returned',
  'reserve_released',
  'reserve_drawn',
  'correction',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Movements per page. */
export const MOVEMENTS_PER_PAGE = 30;

/** A movement's position in the ledger, as replies show it: `4711-pending`. */
const Place = z
  .string()
  .check(z.regex(/^\d{1,15}-(?:available|pending|chargeback|reserve|payout)$/, { error: 'Invalid' }));

/** The period in Cairo days, both included. Without an end, up to now; without a start, from the beginning. */
const PERIOD = {
  date_from: z.optional(Day),
  date_to: z.optional(Day),
  account: z.optional(z.enum(BALANCE_ACCOUNTS, { error: 'Invalid' })),
};

/** Builds a query schema that refuses a period whose end is before its start. */
export function periodQuery<const S extends Shape>(shape: S) {
  return z.object(shape).check((context) => {
    const { date_from: from, date_to: to } = context.value as { date_from?: string; date_to?: string };
    if (from === undefined || to === undefined || from <= to) return;
    context.issues.push({ code: 'custom', message: 'RangeReversed', input: to, path: ['date_to'] });
  });
}

export const MOVEMENT_FILTERS = {
  ...PERIOD,
  kind: z.optional(z.enum(MOVEMENT_KINDS, { error: 'Invalid' })),
  /** Returns the movements booked before this one, newest first. */
  before: z.optional(Place),
  /** Returns the movements booked right after this one; ignored if `before` is given. */
  after: z.optional(Place),
};

export const ACCOUNT_STATEMENT_FORMATS = ['pdf', ...EXPORT_FORMATS] as const;
export type AccountStatementFormat = (typeof ACCOUNT_STATEMENT_FORMATS)[number];

export const STATEMENT_FILTERS = {
  ...PERIOD,
  format: z._default(z.enum(ACCOUNT_STATEMENT_FORMATS, { error: 'Invalid' }), 'csv'),
  /** Of the file; the caller's own language by default. */
  language: z.optional(z.enum(DOCUMENT_LANGUAGES, { error: 'Invalid' })),
};

const chosen = { ...PERIOD, kind: MOVEMENT_FILTERS.kind };
/**
 * The filters that a saved view of the movements keeps. It has no sort orders: movements have only one, and their pages
 * are positions in the ledger.
 */
export const MovementsView = Object.assign(periodQuery(chosen), {
  list: { filters: Object.keys(chosen), sorts: [] as readonly string[] },
});

/** A movement of one account, in EGP. */
export const MovementRow = z.object({
  id: z.string(),
  /** When it was booked. */
  created_at: z.string(),
  account: z.enum(BALANCE_ACCOUNTS),
  kind: z.enum(MOVEMENT_KINDS),
  /**
   * The reference of its cause: a payment or payout (`TRX-…`), a settlement, a chargeback; for a correction, the
   * operator's text.
   */
  reference: z.string(),
  /** The object whose page shows it; null if it has no page. */
  subject: z.nullable(
    z.object({ kind: z.enum(['transaction', 'payout', 'settlement', 'chargeback']), id: z.number() }),
  ),
  /** Negative for money leaving the account. */
  amount: z.number(),
  /** The account's balance right after the movement. */
  balance: z.number(),
});
export type MovementRow = z.output<typeof MovementRow>;

/** One page of the movements of a period, newest first, with the opening and closing balances of the accounts. */
export const BalancePage = z.object({
  accounts: z.array(
    z.object({ account: z.enum(BALANCE_ACCOUNTS), opening: z.number(), closing: z.number() }),
  ),
  currency: z.string(),
  rows: z.array(MovementRow),
  /** Value of `before` for the next older page; null if there is none. */
  older: z.nullable(z.string()),
  /** Value of `after` for the next newer page; null if there is none. */
  newer: z.nullable(z.string()),
});
export type BalancePage = z.output<typeof BalancePage>;

/** Every movement of the merchant's balances, from the ledger. */
export const balance = defineEndpoints({
  movements: {
    method: 'GET',
    path: '/merchant/balance/movements',
    base: 'mode',
    access: 'view-settlements',
    also: 'view-balances',
    query: periodQuery(MOVEMENT_FILTERS),
    reply: data(BalancePage),
  },
  /**
   * Saves the statement of account of a period: opening balances, every movement, closing balances. At most 100,000
   * movements; at most 1,000 as PDF.
   */
  statement: {
    method: 'GET',
    path: '/merchant/balance/statement',
    base: 'mode',
    access: 'export-settlements',
    also: 'view-balances',
    query: periodQuery(STATEMENT_FILTERS),
    reply: file,
  },
});
