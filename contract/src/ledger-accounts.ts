/**
 * The account kinds of one merchant and mode in the ledger. Credits are positive and debits negative, so amounts that
 * we owe the merchant are positive and amounts that the acquirer owes us (`clearing`) are negative. Has no imports,
 * because the ledger uses it too.
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
