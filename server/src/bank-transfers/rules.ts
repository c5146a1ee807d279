import type { AnswerRow } from '@daftar/contract/ops-bank-transfer-answers';
import type { TransferState } from '@daftar/contract/ops-bank-transfer-batches';

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
  /** Said of a whole file, not of this transfer. */
  ofWhole?: boolean;
}

/** A transfer as far as a claim is judged by it. */
export interface Judged {
  state: TransferState;
  amountPiastres: number;
  /** A second operator is asked to give its money back. */
  isAsked: boolean;
}

/** What becomes of a transfer by a claim; undefined: no transfer of ours. */
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
  // A file is refused as a whole before anything of it is paid: what is paid was sent back on its own, if at all.
  if (claim.ofWhole && state === 'paid') return 'state';
  // Refused after it was booked: the money came back.
  return state === 'paid' ? 'returned' : claim.outcome;
}
