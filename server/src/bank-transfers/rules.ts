import type { AnswerRow, TransferState } from '@daftar/contract/ops-bank-transfers';

/** What a bank says of one transfer. */
export interface Claim {
  /** The line of its file, from 1. */
  line: number;
  endToEndId: string;
  outcome: 'paid' | 'rejected' | 'returned';
  /** Null where the answer names none. */
  amountPiastres: number | null;
  reason: string;
  bankReference: string;
}

/** A transfer as far as a claim is judged by it. */
export interface Judged {
  state: TransferState;
  amountPiastres: number;
}

/** What becomes of a transfer by a claim; undefined: no transfer of ours. */
export function outcomeOf(transfer: Judged | undefined, claim: Claim): AnswerRow['outcome'] {
  if (!transfer) return 'unknown';
  const { state, amountPiastres } = transfer;
  if (claim.amountPiastres !== null && claim.amountPiastres !== amountPiastres) return 'amount';
  if (state === 'listed' || state === 'removed') return 'state';
  if (claim.outcome === 'paid') {
    if (state === 'sent') return 'paid';
    return state === 'rejected' ? 'state' : 'same';
  }
  if (state === 'rejected' || state === 'returned') return 'same';
  // Refused after it was booked: the money came back.
  return state === 'paid' ? 'returned' : claim.outcome;
}
