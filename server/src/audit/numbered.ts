import type { MerchantNoun } from '@daftar/contract/audit-subjects';

/** Where a reference stands, and the noun of the log that it names. */
export interface Numbered {
  table: string;
  column: string;
  noun: MerchantNoun;
}

/** What a reference names, by its prefix. */
export const NUMBERED: Readonly<Record<string, Numbered>> = {
  TRX: { table: 'transactions', column: 'reference', noun: 'transaction' },
  INV: { table: 'invoices', column: 'reference', noun: 'invoice' },
  LNK: { table: 'payment_links', column: 'reference', noun: 'payment-link' },
  ORD: { table: 'orders', column: 'reference', noun: 'order' },
  CHB: { table: 'chargebacks', column: 'reference', noun: 'chargeback' },
  PAY: { table: 'payouts', column: 'code', noun: 'payout' },
  STL: { table: 'settlements', column: 'reference', noun: 'settlement' },
  TKT: { table: 'tickets', column: 'reference', noun: 'ticket' },
};

/** The beginning of a reference may fit many rows, most without entries in the log; more than these are not what was meant. */
export const MOST_NAMED = 500;
