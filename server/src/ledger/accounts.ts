import { LEDGER_ACCOUNTS } from '@daftar/contract/ledger-accounts';

/** The account kinds of one merchant and mode. */
export const accountKinds = LEDGER_ACCOUNTS;
export type AccountKind = (typeof accountKinds)[number];

/** Live and test money never mix: each has its own accounts under the same rules. */
export type Mode = 'live' | 'test';

/** The merchant and mode to which a row of the ledger belongs. */
export interface Owner {
  merchantId: number;
  mode: Mode;
}

/** The reasons money moves. The database holds the same list (`ledger_transfer_kind_known`). */
export const transferKinds = [
  'capture',
  'refund',
  'refund_reversed',
  'settlement',
  'settlement_paid',
  'chargeback_opened',
  'chargeback_applied',
  'chargeback_won',
  'payout_requested',
  'payout_handed_over',
  'payout_returned',
  'acquirer_fee',
  'chargeback_fee',
  'acquirer_paid',
  'acquirer_suspended',
  'acquirer_identified',
  'acquirer_written_off',
  'reserve_released',
  'reserve_drawn',
  'correction',
] as const;
export type TransferKind = (typeof transferKinds)[number];

/** Accounts that can never be negative; each has a CHECK in the database. */
export const neverNegative: readonly AccountKind[] = ['chargeback', 'payout', 'fees', 'vat', 'reserve'];

/** Costs: never positive, because no more is given back than was charged; each has a CHECK in the database. */
export const neverPositive: readonly AccountKind[] = ['acquirer_fees'];

/** The only transfers that may make `available` negative, because the payer or the bank has taken the money back. */
export const mayOverdrawAvailable: readonly TransferKind[] = ['refund', 'chargeback_opened'];
