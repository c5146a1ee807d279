import * as z from 'zod/mini';
import { BankFileNote } from './bank-files.ts';
import { TRANSFER_KINDS, TRANSFER_STATES } from './ops-bank-transfer-batches.ts';
import { optionalParagraphs, Switch } from './text.ts';

export const ANSWER_FORMATS = ['pain.002', 'camt.053', 'mt940', 'csv'] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/**
 * A bank's answer, beside its file. `apply`: writes what was paid, and asks a second operator about what the bank refused or sent
 * back, which takes a reason; otherwise it is only read.
 */
export const AnswerForm = z.object({ apply: Switch, reason: optionalParagraphs(500) });

/** The result of one transfer in the bank's answer. */
export const AnswerRow = z.object({
  line: z.number(),
  end_to_end_id: z.string(),
  merchant: z.nullable(z.string()),
  amount: z.nullable(z.number()),
  /**
   * What becomes of the transfer. `same`: nothing new; `waiting`: a second operator is asked about it; `unknown`: no transfer of
   * ours, or no file; `amount`: another amount than was sent; `state`: it cannot be, such as the payment of a transfer that was
   * never sent.
   */
  outcome: z.enum(['paid', 'rejected', 'returned', 'same', 'waiting', 'unknown', 'amount', 'state']),
  reason: z.string(),
});
export type AnswerRow = z.output<typeof AnswerRow>;

export const Answer = z.object({
  format: z.enum(ANSWER_FORMATS),
  applied: z.boolean(),
  paid: z.number(),
  /** Once applied, a second operator is asked about these and the next. */
  rejected: z.number(),
  returned: z.number(),
  /** `unknown`, `amount` and `state`: for a person to look at. */
  problems: z.number(),
  /** Those with an outcome first to be looked at, at most 500. */
  rows: z.array(AnswerRow),
  /** Deviations that were tolerated in the file, and statuses that are not final. */
  notes: z.array(BankFileNote),
});
export type Answer = z.output<typeof Answer>;

/** A request to give back what a bank refused or sent back, as things are now. */
export const GiveBackRequest = z.object({
  transfers: z.number(),
  /** The number of transfers that approving gives back, because they have not changed since, and their sum in EGP. */
  open: z.number(),
  open_amount: z.number(),
  /** Those that were paid since, which approving leaves as they are. */
  paid_since: z.number(),
  /** The name of the bank's file; null: it was uploaded under an earlier release, which kept none. */
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
  /** In the bank's words. */
  reason: z.string(),
  bank_reference: z.string(),
  /** As it is now. */
  state: z.enum(TRANSFER_STATES),
  /** Whether it is still as it was when this was asked for: only then it is given back. */
  is_open: z.boolean(),
});
export type RequestedTransfer = z.output<typeof RequestedTransfer>;
