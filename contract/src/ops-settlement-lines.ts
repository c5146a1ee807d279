import * as z from 'zod/mini';

/** Kinds of lines of settlement files. A reversal cancels a payment before it was settled. */
export const SETTLEMENT_LINE_KINDS = [
  'payment',
  'refund',
  'reversal',
  'chargeback',
  'fee',
  'adjustment',
] as const;
export type SettlementLineKind = (typeof SETTLEMENT_LINE_KINDS)[number];

/** The rule by which a line was matched. */
export const MATCH_RULES = ['id', 'rrn', 'text', 'cost', 'manual'] as const;

/**
 * The reason why an item is not reconciled.
 * - `theirs_only`: a line about money that we do not know; `ours_only`: a payment of ours that no file contained in
 * time
 * - `over`, `under`: the amount differs; `sign`: the line has the opposite direction; `rounding`: within the tolerance;
 * `fee`: the fee differs from the contract
 * - `currency`: not in EGP; `duplicate`: a second line for the same item; `ambiguous`: several payments fit
 * - `status`: it is not a successful payment here, or no refund of it was made
 * - `late`: a cost in a period that had already been signed
 * - `deposit`: the bank received another amount for a batch; `batch_not_paid`: it has not received it in time;
 * `booked_without_line`: it was booked by hand, and is not on the bank's statement in time
 * - `credit_without_batch`, `debit_without_transfer`: a line of the bank's statement that nothing of ours matches
 */
export const BREAK_KINDS = [
  'theirs_only',
  'ours_only',
  'over',
  'under',
  'sign',
  'fee',
  'currency',
  'duplicate',
  'ambiguous',
  'status',
  'rounding',
  'late',
  'deposit',
  'batch_not_paid',
  'booked_without_line',
  'credit_without_batch',
  'debit_without_transfer',
] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

/** An account at a processor. */
export const ReconciledAccount = z.object({
  id: z.number(),
  name: z.string(),
  mode: z.enum(['live', 'test']),
});

/** Id and name of a merchant. */
export const ReconciledMerchant = z.object({ id: z.number(), name: z.string() });

export const ReconciliationLine = z.object({
  /** Its row number in the file. */
  id: z.number(),
  kind: z.enum(SETTLEMENT_LINE_KINDS),
  currency: z.string(),
  gross: z.number(),
  /** With VAT. */
  fee: z.number(),
  net: z.number(),
  our_ref: z.nullable(z.string()),
  processor_ref: z.nullable(z.string()),
  /** The card network's reference of the charge. */
  rrn: z.nullable(z.string()),
  occurred_on: z.nullable(z.string()),
  batch: z.string(),
  /** The reasons why it is or was not reconciled, open ones first. */
  breaks: z.array(z.object({ id: z.number(), kind: z.enum(BREAK_KINDS) })),
  /** The matched item; null if none was found. */
  match: z.nullable(
    z.object({
      merchant: ReconciledMerchant,
      transaction_id: z.number(),
      reference: z.string(),
      rule: z.enum(MATCH_RULES),
    }),
  ),
});
export type ReconciliationLine = z.output<typeof ReconciliationLine>;
