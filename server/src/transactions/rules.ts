import { TRANSACTION_STATUS } from '@daftar/contract/transactions';

/** Whether money arrived with it: only then is there something to settle. */
export function isCaptured(status: number): boolean {
  return status === TRANSACTION_STATUS.success || status === TRANSACTION_STATUS.refunded;
}

/**
 * What of a transaction is the merchant's to be settled: its net without what was given back or is disputed. The fee of a refunded
 * payment is not returned, so a whole refund leaves less than nothing. Nothing before money arrived, nor of a payout.
 */
export function toBeSettledPiastres(transaction: {
  status: number;
  isPayout: boolean;
  netPiastres: number;
  refundedPiastres: number;
  /** Held or taken by a dispute. */
  disputedPiastres: number;
}): number {
  if (transaction.isPayout || !isCaptured(transaction.status)) return 0;
  return transaction.netPiastres - transaction.refundedPiastres - transaction.disputedPiastres;
}

const payableKinds = ['payment-link', 'invoice', 'order'] as const;
type PayableKind = (typeof payableKinds)[number];

/** Where in the portal the source of a transaction is shown, if it is something that was paid. */
export function payableOf(kind: string, id: number | null): { kind: PayableKind; id: number } | null {
  const known = payableKinds.find((each) => each === kind);
  return known && id !== null ? { kind: known, id } : null;
}
