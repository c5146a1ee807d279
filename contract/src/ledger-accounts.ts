/**
 * The account kinds of one merchant and mode in the ledger. Credits are positive and debits negative, so what we owe the
 * merchant is positive and what the acquirer owes us (`clearing`) is negative. Imports nothing: the ledger reads it too.
 */
export const LEDGER_ACCOUNTS = [
  'clearing',
  'pending',
  'available',
  'chargeback',
  'payout',
  'fees',
  'vat',
  'bank',
  'acquirer_fees',
  'suspense',
  'write_offs',
  'reserve',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];
