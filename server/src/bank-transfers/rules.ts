import type { AnswerRow } from '@daftar/contract/ops-bank-transfer-answers';
import type { TransferState } from '@daftar/contract/ops-bank-transfer-batches';

/** A bank's statement about one transfer. */
export interface Claim {
  /** The line in the bank's file, from 1. */
  line: number;
  endToEndId: string;
  outcome: 'paid' | 'rejected' | 'returned';
  /** Null if the answer has none. */
  amountPiastres: number | null;
  reason: string;
  bankReference: string;
  /** The bank stated this about a whole file, not about this transfer. */
  ofWhole?: boolean;
}

/** The facts of a transfer by which a claim is judged. */
export interface Judged {
  state: TransferState;
  amountPiastres: number;
  /** A second operator has been asked to give its money back. */
  isAsked: boolean;
}

/** Returns the effect of a claim on a transfer. @param transfer undefined: none of our transfers has the id */
export function outcomeOf(transfer: Judged | undefined, claim: Claim): AnswerRow['outcome'] {
  if (!transfer) return 'unknown';
  const { state, amountPiastres, isAsked } = transfer;
  if (claim.amountPiastres !== null && claim.amountPiastres !== amountPiastres) return 'amount';
  if (state === 'listed' || state === 'removed') return 'state';
  if (claim.outcome === 'paid') {
    if (state === 'sent') return 'paid';
    return state === 'rejected' ? 'state' : 'same';
  }
  if (state === 'rejected' || state === 'returned') return 'same';
  if (isAsked) return 'waiting';
  // A bank refuses a whole file before it pays any of it, so this does not return a transfer that is paid.
  if (claim.ofWhole && state === 'paid') return 'state';
  // A refusal after the booking means that the money came back.
  return state === 'paid' ? 'returned' : claim.outcome;
}
