import type { MerchantNoun } from '@daftar/contract/audit-subjects';
import { typedText } from '../platform/lists/search.ts';

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

const PREFIX = /^([A-Z]{3})-?$/i;

/** Entries of the log of which a prefix alone (`TRX`) means all. */
export interface AllOf {
  noun: MerchantNoun;
  /** Only those that say that they are of this kind. */
  kind?: string;
}

/** What a prefix alone means; refunds have the reference of their payment, and so do requests for them. */
export function allOfPrefix(typed: string): readonly AllOf[] {
  const [, prefix = ''] = PREFIX.exec(typedText(typed)) ?? [];
  const noun = NUMBERED[prefix.toUpperCase()]?.noun;
  if (noun === undefined) return [];
  return noun === 'transaction'
    ? [{ noun }, { noun: 'refund' }, { noun: 'approval', kind: 'refund' }]
    : [{ noun }];
}
