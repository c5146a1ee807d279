import * as z from 'zod/mini';
import { BankFileNote } from './bank-files.ts';
import { TRANSFER_KINDS, TRANSFER_STATES } from './ops-bank-transfer-batches.ts';
import { optionalParagraphs, Switch } from './text.ts';

export const ANSWER_FORMATS = ['pain.002', 'camt.053', 'mt940', 'csv'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/**
 * The form of a bank's answer file. `apply`: records which transfers were paid, and asks a second operator about those
 * that the bank refused or returned, which requires a reason; otherwise the file is only read.
 */
export const AnswerForm = z.object({ apply: Switch, reason: optionalParagraphs(500) });

/** The result of one transfer in the bank's answer. */
export const AnswerRow = z.object({
  line: z.number(),
  end_to_end_id: z.string(),
  merchant: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  /**
   * The outcome for the transfer. `same`: nothing new; `waiting`: a second operator is being asked; `unknown`: no such
   * transfer or file of ours; `amount`: the amount differs from ours; `state`: impossible, such as the payment of a
   * transfer that was never sent.
   */
  outcome: z.enum(['paid', 'rejected', 'returned', 'same', 'waiting', 'unknown', 'amount', 'state']),
  reason: z.string(),
});
export type AnswerRow = z.output<typeof AnswerRow>;

export const Answer = z.object({
  format: z.enum(ANSWER_FORMATS),
  applied: z.boolean(),
  paid: z.number(),
  /** These and the returned ones require a second operator once applied. */
  rejected: z.number(),
  returned: z.number(),
  /** Number of `unknown`, `amount` and `state` outcomes, which a person must check. */
  problems: z.number(),
  /** Problems first; at most 500. */
  rows: z.array(AnswerRow),
  /** Deviations that were tolerated in the file, and statuses that are not final. */
  notes: z.array(BankFileNote),
});
export type Answer = z.output<typeof Answer>;

/** A request to return refused or returned transfers to the due ones, in its current state. */
export const GiveBackRequest = z.object({
  transfers: z.number(),
  /**
   * Number and sum (in EGP) of the transfers that approval makes due again; transfers that have changed since are
   * excluded.
   */
  open: z.number(),
  open_amount: z.number(),
  /** Number of transfers paid since, which approval does not change. */
  paid_since: z.number(),
  /** The name of the bank's file; null if an earlier release, which kept no files, received it. */
  file: z.nullable(z.string()),
});
export type GiveBackRequest = z.output<typeof GiveBackRequest>;

export const RequestedTransfer = z.object({
  id: z.number(),
  end_to_end_id: z.string(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  kind: z.enum(TRANSFER_KINDS),
  /** The settlement or payout. */
  pays_id: z.number(),
  reference: z.string(),
  amount: z.number(),
  outcome: z.enum(['rejected', 'returned']),
  /** In the bank's wording. */
  reason: z.string(),
  bank_reference: z.string(),
  /** The current state. */
  state: z.enum(TRANSFER_STATES),
  /** True: unchanged since the request, so approval makes it due again. */
  is_open: z.boolean(),
});
export type RequestedTransfer = z.output<typeof RequestedTransfer>;
