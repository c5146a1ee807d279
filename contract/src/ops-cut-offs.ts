import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { DocumentQuery } from './fee-invoices.ts';
import { ReconciledAccount } from './ops-settlement-lines.ts';
import { Day, listQuery } from './paging.ts';
import { Id, IdParams, paragraphs } from './text.ts';

/** `dropped`: made anew before it was signed. */
export const CUT_OFF_STATES = ['prepared', 'signed', 'reopened', 'dropped'] as const;
export type CutOffState = (typeof CUT_OFF_STATES)[number];

/** What a cut-off lists. */
export const CUT_OFF_LISTS = ['item', 'batch', 'bank_line', 'suspense', 'break', 'write_off'] as const;
export type CutOffList = (typeof CUT_OFF_LISTS)[number];

/**
 * Why something is open.
 * - `line`: a line of a file is about it, and its batch was not booked by then
 * - `not_due`: it need not have come yet; `paid_later`: the bank received the batch afterwards
 * - `break`: an open break that somebody looks after; `closed`: one that a person has closed with a reason
 * - `suspense`: money with a batch of which nobody knows what it is
 * - `correction`: a correction of the ledger, by two people
 * - `written_off`: given up in the period; `taken_back`: and then not
 * - `nobody`: a break that nobody looks after; `unexplained`: nothing says why
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

/** What moves what a processor owes; `settled`: lines of booked batches, `write_off`: given up, or taken back. */
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

/** What a cut-off states, in EGP. Each level is explained when its `unexplained` is zero. */
export const CutOffFigures = z.object({
  /** Our payments, refunds and lost chargebacks of the period, and lines of the processor. */
  lines: z.object({
    ours: Sum,
    /** Of ours: those that a line is about by now. */
    found: Sum,
    /** Lines that are dated into the period, or came late: net. */
    theirs: Sum,
    matched: Sum,
    costs: Sum,
    unexplained: Sum,
  }),
  /** Batches and what the bank received for them. */
  batches: z.object({
    paid: Sum,
    received: z.number(),
    /** Due in the period or before, and not booked by its end. */
    open: Sum,
    unexplained: Sum,
  }),
  /** What the processor owes at the end of the day, by the ledger and by its open items. */
  clearing: z.object({
    /** At the end of the period before, as it is in the ledger. */
    opening: z.number(),
    /** Of that, what came into periods that were signed already: payments, refunds and disputes that became known later. */
    late: z.number(),
    /** What leads from the opening to the closing balance. Missing in reports of an earlier release. */
    movements: z.optional(z.array(z.object({ move: z.enum(CUT_OFF_MOVES), ...Sum.shape }))),
    closing: z.number(),
    items: Sum,
    difference: z.number(),
  }),
  /** Money of booked batches of which nobody knows what it is. Missing in reports of an earlier release. */
  suspense: z.optional(z.object({ opening: z.number(), closing: z.number() })),
  /** Open items by reason. */
  reasons: z.array(z.object({ reason: z.enum(CUT_OFF_REASONS), ...Sum.shape })),
  /** Breaks that were open when the report was made; amounts without their signs. */
  breaks: Sum,
  nobodys: Sum,
  /** Below zero, what it cost us. */
  written_off: Sum,
  taken_back: Sum,
  /** Differences within the tolerance of booked lines. */
  rounded: Sum,
  /** What was kept of the lines of the period, and how much of that is not as in the contract. */
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

/** What a cut-off of a bank account states, in EGP: all lines of the bank's, of whichever account at a processor, or of none. */
export const BankCutOffFigures = z.object({
  balance: z.object({
    /** At the end of the period before. */
    opening: z.number(),
    /** Of that, what came into periods that were signed already: an earlier statement. */
    late: z.number(),
    credits: Sum,
    debits: Sum,
    closing: z.number(),
    /** Between the bank's last balance and the lines that lead to it. */
    difference: z.number(),
    /** The last day of which statements are imported; the level is explained when that is not before the report's. */
    covered_until: z.nullable(z.string()),
  }),
  /** The lines of the period: each is in one of the sums after the first. */
  lines: z.object({
    all: Sum,
    /** Of batches of processors. */
    batches: Sum,
    /** Of our transfers, those that came back included. */
    transfers: Sum,
    written_off: Sum,
    /** Closed by a person, with a reason. */
    closed: Sum,
    /** Of a break that somebody looks after. */
    open: Sum,
    /** Of a break that nobody looks after, or of nothing. */
    unknown: Sum,
    /** What keeps the report from being signed, those of earlier periods included; amounts without their signs. */
    unexplained: Sum,
  }),
  /** The lines of batches, by account at a processor. */
  accounts: z.array(z.object({ id: z.number(), name: z.string(), ...Sum.shape })),
  /** Of the lines of batches, those whose batch was not booked by the end of the day. */
  not_booked: Sum,
  /** Lines of earlier periods that are still open. */
  earlier: Sum,
  /** Breaks that were open when the report was made; amounts without their signs. */
  breaks: Sum,
  nobodys: Sum,
  /** Below zero, what it cost us. */
  written_off: Sum,
  taken_back: Sum,
});
export type BankCutOffFigures = z.output<typeof BankCutOffFigures>;

/** Whether the bank's balance is explained: statements are imported until the day, and their lines lead to it. */
export const isBalanceExplained = ({ balance }: BankCutOffFigures, day: string): boolean =>
  balance.difference === 0 && balance.covered_until !== null && balance.covered_until >= day;

export const CutOffRow = z.object({
  id: z.number(),
  /** The account at a processor, or null: it is of a bank account. */
  account: z.nullable(ReconciledAccount),
  bank_account: z.nullable(z.object({ id: z.number(), name: z.string() })),
  day: z.string(),
  /** The last day of the period before; null: from the beginning. */
  after_day: z.nullable(z.string()),
  state: z.enum(CUT_OFF_STATES),
  is_explained: z.boolean(),
  /** What the processor owes, or the bank has, at the end of the day, in EGP. */
  closing: z.number(),
  made_by: z.string(),
  made_at: z.string(),
  signed_by: z.nullable(z.string()),
  approved_by: z.nullable(z.string()),
  signed_at: z.nullable(z.string()),
});
export type CutOffRow = z.output<typeof CutOffRow>;

export const CutOff = z.extend(CutOffRow, {
  /** Of an account at a processor. */
  figures: z.nullable(CutOffFigures),
  /** Of a bank account. */
  bank_figures: z.nullable(BankCutOffFigures),
  /** Of the figures and all rows, in hexadecimal. */
  sha256: z.string(),
  rows: z.number(),
  /** Whether it is the last signed one of its account, which alone can be opened again. */
  is_last: z.boolean(),
  reopened_by: z.nullable(z.string()),
  reopened_reason: z.nullable(z.string()),
  reopened_at: z.nullable(z.string()),
});
export type CutOff = z.output<typeof CutOff>;

export const CutOffLine = z.object({
  /** Its place in the report. */
  id: z.number(),
  what: z.enum(CUT_OFF_LISTS),
  /** Of an item: payment, refund …; of a bank's line: credit, debit; of a break: its kind; of a write-off: the account that it left. */
  kind: z.string(),
  reference: z.string(),
  amount: z.number(),
  day: z.string(),
  reason: z.enum(CUT_OFF_REASONS),
  owner: z.nullable(z.string()),
  /** Of a break, at the end of the day. */
  working_days: z.nullable(z.number()),
});
export type CutOffLine = z.output<typeof CutOffLine>;

/** Of an account at a processor, or of a bank account. */
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

/** What a report lists, in its order or by amount. */
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
    /** Part of the account's name or of an operator's e-mail; or what is owed, or the bank has, at the end of the day. */
    q: z.optional(z.string().check(z.maxLength(255))),
    account_id: z.optional(Id),
    bank_account_id: z.optional(Id),
    state: z.optional(z.enum(CUT_OFF_STATES, { error: 'Invalid' })),
    /** By its last day. */
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
  /** The rows of the list as a file; a hundred thousand at most. */
  exportList: {
    method: 'GET',
    path: '/ops/reconciliation/cut-offs/export',
    base,
    access,
    query: exportQuery(LIST),
    reply: file,
  },
  /** States what is reconciled at the end of a day. One that is not signed is replaced. */
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
  /** What it lists and filters leave: without any, all of it. */
  export: {
    method: 'GET',
    path: '/ops/reconciliation/cut-offs/:id/export',
    base,
    access,
    params: IdParams,
    query: exportQuery(LINES),
    reply: file,
  },
  /** Signs it, and asks a second operator to approve; from then on its period is locked. */
  sign: {
    method: 'POST',
    path: '/ops/reconciliation/cut-offs/:id/sign',
    base,
    access,
    params: IdParams,
    body: SignCutOffForm,
    reply: done,
  },
  /** Asks a second operator to open the last signed period again. What was signed is kept. */
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
