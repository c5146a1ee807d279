import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { DocumentQuery } from './fee-invoices.ts';
import { ReconciledAccount } from './ops-settlement-lines.ts';
import { Day, listQuery } from './paging.ts';
import { Id, IdParams, paragraphs } from './text.ts';

/** `dropped`: replaced before it was signed. */
export const CUT_OFF_STATES = ['prepared', 'signed', 'reopened', 'dropped'] as const;
export type CutOffState = (typeof CUT_OFF_STATES)[number];

/** The lists of a cut-off report. */
export const CUT_OFF_LISTS = ['item', 'batch', 'bank_line', 'suspense', 'break', 'write_off'] as const;
export type CutOffList = (typeof CUT_OFF_LISTS)[number];

/**
 * The reason why an item is open.
 * - `line`: a line of a file concerns it, but its batch was not booked by then
 * - `not_due`: it need not have arrived yet; `paid_later`: the bank received the batch afterwards
 * - `break`: an open break that has an owner; `closed`: one that a person closed with a reason
 * - `suspense`: unidentified money of a batch
 * - `correction`: a correction of the ledger, approved by two people
 * - `written_off`: written off in the period; `taken_back`: a write-off that was undone
 * - `nobody`: a break without an owner; `unexplained`: without any explanation
 */
export const CUT_OFF_REASONS = [
  'line',
  'not_due',
  'paid_later',
  'break',
  'closed',
  'suspense',
  'correction',
  'written_off',
  'taken_back',
  'nobody',
  'unexplained',
] as const;
export type CutOffReason = (typeof CUT_OFF_REASONS)[number];

/**
 * Movements of the amount that a processor owes; `settled`: lines of booked batches; `write_off`: written off, or
 * undone.
 */
export const CUT_OFF_MOVES = [
  'payment',
  'refund',
  'refund_reversed',
  'chargeback',
  'cost',
  'correction',
  'settled',
  'write_off',
] as const;
export type CutOffMove = (typeof CUT_OFF_MOVES)[number];

const Sum = z.object({ count: z.number(), amount: z.number() });

/** Figures of a cut-off report, in EGP. Each level is explained if its `unexplained` is zero. */
export const CutOffFigures = z.object({
  /** Our payments, refunds and lost chargebacks of the period, and lines of the processor. */
  lines: z.object({
    ours: Sum,
    /** Our items that a line has matched by now. */
    found: Sum,
    /** Net sum of lines dated in the period, or that came late. */
    theirs: Sum,
    matched: Sum,
    costs: Sum,
    unexplained: Sum,
  }),
  /** Batches and the bank's receipts for them. */
  batches: z.object({
    paid: Sum,
    received: z.number(),
    /** Due in the period or before, and not booked by its end. */
    open: Sum,
    unexplained: Sum,
  }),
  /** The amount owed by the processor at the end of the day, by the ledger and by its open items. */
  clearing: z.object({
    /** At the end of the previous period, according to the ledger today. */
    opening: z.number(),
    /**
     * The part of it that entered periods after they were signed: payments, refunds and chargebacks that became known
     * later.
     */
    late: z.number(),
    /** The movements between the opening and the closing balance. Absent in reports of an earlier release. */
    movements: z.optional(z.array(z.object({ move: z.enum(CUT_OFF_MOVES), ...Sum.shape }))),
    closing: z.number(),
    items: Sum,
    difference: z.number(),
  }),
  /** Unidentified money of booked batches. Absent in reports of an earlier release. */
  suspense: z.optional(z.object({ opening: z.number(), closing: z.number() })),
  /** Open items by reason. */
  reasons: z.array(z.object({ reason: z.enum(CUT_OFF_REASONS), ...Sum.shape })),
  /** Breaks that were open when the report was made; absolute amounts. */
  breaks: Sum,
  nobodys: Sum,
  /** Negative for a loss. */
  written_off: Sum,
  taken_back: Sum,
  /** Differences within the tolerance of booked lines. */
  rounded: Sum,
  /** Fees charged for the lines of the period, and the part that differs from the contract. */
  fees: z.object({ charged: z.number(), against_contract: Sum }),
  profiles: z.array(
    z.object({
      name: z.string(),
      tolerance: z.number(),
      lag_days: z.number(),
      paid_within_days: z.number(),
      fee_rate: z.nullable(z.number()),
      fee_fixed: z.number(),
      fee_vat: z.number(),
    }),
  ),
});
export type CutOffFigures = z.output<typeof CutOffFigures>;

/**
 * Figures of a cut-off report of a bank account, in EGP: all lines of the bank, whichever account at a processor they
 * concern, if any.
 */
export const BankCutOffFigures = z.object({
  balance: z.object({
    /** At the end of the previous period. */
    opening: z.number(),
    /** The part of it that entered periods after they were signed: lines of an earlier statement. */
    late: z.number(),
    credits: Sum,
    debits: Sum,
    closing: z.number(),
    /** Between the bank's closing balance and the sum of its lines. */
    difference: z.number(),
    /**
     * The last day covered by imported statements; the level is explained if that is not before the day of the report.
     */
    covered_until: z.nullable(z.string()),
  }),
  /** The lines of the period: each is in exactly one of the sums after the first. */
  lines: z.object({
    all: Sum,
    /** Lines of processors' batches. */
    batches: Sum,
    /** Lines of our transfers, including returned ones. */
    transfers: Sum,
    written_off: Sum,
    /** Lines whose break a person closed with a reason. */
    closed: Sum,
    /** Lines with a break that has an owner. */
    open: Sum,
    /** Lines with a break without an owner, or without any break. */
    unknown: Sum,
    /** Items that prevent signing, including those of earlier periods; absolute amounts. */
    unexplained: Sum,
  }),
  /** The lines of batches, by account at a processor. */
  accounts: z.array(z.object({ id: z.number(), name: z.string(), ...Sum.shape })),
  /** The part of the lines of batches whose batch was not booked by the end of the day. */
  not_booked: Sum,
  /** Lines of earlier periods that are still open. */
  earlier: Sum,
  /** Breaks that were open when the report was made; absolute amounts. */
  breaks: Sum,
  nobodys: Sum,
  /** Negative for a loss. */
  written_off: Sum,
  taken_back: Sum,
});
export type BankCutOffFigures = z.output<typeof BankCutOffFigures>;

/**
 * Returns whether the bank's balance is explained: statements are imported up to the day, and their lines add up to it.
 */
export const isBalanceExplained = ({ balance }: BankCutOffFigures, day: string): boolean =>
  balance.difference === 0 && balance.covered_until !== null && balance.covered_until >= day;

export const CutOffRow = z.object({
  id: z.number(),
  /** The account at a processor; null for the report of a bank account. */
  account: z.nullable(ReconciledAccount),
  bank_account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  day: z.string(),
  /** The last day of the previous period; null: from the beginning. */
  after_day: z.nullable(z.string()),
  state: z.enum(CUT_OFF_STATES),
  is_explained: z.boolean(),
  /** The processor's debt, or the bank balance, at the end of the day, in EGP. */
  closing: z.number(),
  made_by: z.string(),
  made_at: z.string(),
  signed_by: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  signed_at: z.nullable(z.string()),
});
export type CutOffRow = z.output<typeof CutOffRow>;

export const CutOff = z.extend(CutOffRow, {
  /** Null for a bank account. */
  figures: z.nullable(CutOffFigures),
  /** Null for an account at a processor. */
  bank_figures: z.nullable(BankCutOffFigures),
  /** Of the figures and all rows, in hexadecimal. */
  sha256: z.string(),
  rows: z.number(),
  /** True: the last signed report of its account, the only one that can be reopened. */
  is_last: z.boolean(),
  reopened_by: z.nullable(z.string()),
  reopened_reason: z.nullable(z.string()),
  reopened_at: z.nullable(z.string()),
});
export type CutOff = z.output<typeof CutOff>;

export const CutOffLine = z.object({
  /** Its position in the report. */
  id: z.number(),
  what: z.enum(CUT_OFF_LISTS),
  /**
   * Of an item: payment, refund …; of a bank line: credit, debit; of a break: its kind; of a write-off: the account
   * from which it was booked.
   */
  kind: z.string(),
  reference: z.string(),
  amount: z.number(),
  day: z.string(),
  reason: z.enum(CUT_OFF_REASONS),
  owner: z.nullable(z.string()),
  /** Age of a break at the end of the day; null for other rows. */
  working_days: z.nullable(z.number()),
});
export type CutOffLine = z.output<typeof CutOffLine>;

/** For an account at a processor, or for a bank account. */
export const CutOffForm = z
  .object({ account_id: z.optional(Id), bank_account_id: z.optional(Id), day: Day })
  .check(
    z.refine((form) => (form.account_id === undefined) !== (form.bank_account_id === undefined), {
      error: 'OneAccount',
      path: ['account_id'],
    }),
  );
export type CutOffForm = z.output<typeof CutOffForm>;
export const SignCutOffForm = z.object({ reason: paragraphs(500) });

/** The rows of a report, in its own order or by amount. */
const LINES = {
  dialect: 'snake',
  sort: ['place', 'amount'],
  defaultSort: 'place',
  defaultType: 'asc',
  filters: {
    what: z.optional(z.enum(CUT_OFF_LISTS, { error: 'Invalid' })),
    /** The beginning of a reference of ours, of the processor or of the bank; or an amount. */
    q: z.optional(z.string().check(z.maxLength(255))),
  },
} as const;

const access = 'ops:reconciliation';
const base = 'fixed';

const LIST = {
  dialect: 'snake',
  sort: ['day', 'made_at', 'closing'],
  defaultSort: 'day',
  filters: {
    /** Part of the account's name or of an operator's e-mail; or the closing amount. */
    q: z.optional(z.string().check(z.maxLength(255))),
    account_id: z.optional(Id),
    bank_account_id: z.optional(Id),
    state: z.optional(z.enum(CUT_OFF_STATES, { error: 'Invalid' })),
    /** By the last day of the report. */
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

/** Cut-off reports of accounts at processors and of bank accounts: made, signed by one operator and approved by another. */
export const opsCutOffs = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/reconciliation/cut-offs',
    base,
    access,
    query: listQuery(LIST),
    reply: list(CutOffRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  exportList: {
    method: 'GET',
    path: '/ops/reconciliation/cut-offs/export',
    base,
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** Makes the report of a day's end. Replaces one that is not signed. */
  make: {
    method: 'POST',
    path: '/ops/reconciliation/cut-offs',
    base,
    access,
    body: CutOffForm,
    reply: data(z.object({ id: z.number() })),
  },
  details: {
    method: 'GET',
    path: '/ops/reconciliation/cut-offs/:id',
    base,
    access,
    params: IdParams,
    reply: data(CutOff),
  },
  lines: {
    method: 'GET',
    path: '/ops/reconciliation/cut-offs/:id/lines',
    base,
    access,
    params: IdParams,
    query: listQuery(LINES),
    reply: list(CutOffLine),
  },
  pdf: {
    method: 'GET',
    path: '/ops/reconciliation/cut-offs/:id/pdf',
    base,
    access,
    params: IdParams,
    query: DocumentQuery,
    reply: file,
  },
  /** Exports the rows that match the filters; without filters, all of them. */
  export: {
    method: 'GET',
    path: '/ops/reconciliation/cut-offs/:id/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(LINES),
    reply: file,
  },
  /** Signs the report and requests approval by a second operator; its period is locked from then on. */
  sign: {
    method: 'POST',
    path: '/ops/reconciliation/cut-offs/:id/sign',
    base,
    access,
    params: IdParams,
    body: SignCutOffForm,
    reply: done,
  },
  /** Requests a second operator's approval to reopen the last signed period. The signed report is kept. */
  reopen: {
    method: 'POST',
    path: '/ops/reconciliation/cut-offs/:id/reopen',
    base,
    access,
    params: IdParams,
    body: SignCutOffForm,
    reply: done,
  },
});
