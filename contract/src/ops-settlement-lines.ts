import * as z from 'zod/mini';

/** What a line of a settlement file is about. A reversal takes a payment back before it was settled. */
export const SETTLEMENT_LINE_KINDS = [
  'payment',
  'refund',
  'reversal',
  'chargeback',
  'fee',
  'adjustment',
] as const;
export type SettlementLineKind = (typeof SETTLEMENT_LINE_KINDS)[number];

/** How a line was found to be what it is about. */
export const MATCH_RULES = ['id', 'rrn', 'text', 'cost', 'manual'] as const;

/**
 * Why something is not reconciled.
 * - `theirs_only`: a line of money that we do not know; `ours_only`: a payment of ours that no file has in time
 * - `over`, `under`: another amount came; `sign`: the line says the opposite direction; `rounding`: within the tolerance; `fee`: not the contract's fee
 * - `currency`: not in EGP; `duplicate`: a second line of the same; `ambiguous`: several payments fit
 * - `status`: here it is no payment, or no refund of it was made
 * - `late`: a cost of a period that was signed before it came
 * - `deposit`: the bank received another amount for a batch; `batch_not_paid`: it has not received it in time;
 *   `booked_without_line`: it was booked by hand, and is not on the bank's statement in time
 * - `credit_without_batch`, `debit_without_transfer`: a line of the bank's statement that nothing of ours fits
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

/** A merchant by name. */
export const ReconciledMerchant = z.object({ id: z.number(), name: z.string() });

export const ReconciliationLine = z.object({
  /** Its row in the file. */
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
  /** Why it is not reconciled, or was not: what is open first. */
  breaks: z.array(z.object({ id: z.number(), kind: z.enum(BREAK_KINDS) })),
  /** What it is about; null: not found. */
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
