/**
 * The kinds of account of one merchant and mode. Credits are positive, debits negative, so what is owed to the
 * merchant reads naturally and what the acquirer owes us (`clearing`) is a negative balance.
 */
export const accountKinds = [
  'clearing',
  'pending',
  'available',
  'chargeback',
  'payout',
  'fees',
  'vat',
  'bank',
] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Live money and test money never meet: each has its own accounts under the same rules. */
export type Mode = 'live' | 'test';

/** Whose ledger: every row of the ledger belongs to one merchant and one mode. */
export interface Owner {
  merchantId: number;
  mode: Mode;
}

/** The reasons money moves. The database holds the same list (`ledger_transfer_kind_known`). */
export const transferKinds = [
  'capture',
  'refund',
  'settlement',
  'settlement_paid',
  'chargeback_opened',
  'chargeback_applied',
  'chargeback_won',
  'payout_requested',
  'payout_handed_over',
  'payout_returned',
  'correction',
] as const;
export type TransferKind = (typeof transferKinds)[number];

/** Accounts that never hold less than zero, whatever the transfer; each has its own CHECK in the database. */
export const neverNegative: readonly AccountKind[] = ['chargeback', 'payout', 'fees', 'vat'];

/** The only transfers that may leave `available` below zero: the merchant's customer or bank took the money back. */
export const mayOverdrawAvailable: readonly TransferKind[] = ['refund', 'chargeback_opened'];
