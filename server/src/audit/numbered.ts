import type { MerchantNoun } from '@daftar/contract/audit-subjects';
import { typedText } from '../platform/lists/search.ts';

/** The table and column of a reference, and its noun in the log. */
export interface Numbered {
  table: string;
  column: string;
  noun: MerchantNoun;
}

/** The source of references, by prefix. */
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

/** All entries of a noun, selected by a prefix alone (`TRX`). */
export interface AllOf {
  noun: MerchantNoun;
  /** Only entries of this kind. */
  kind?: string;
}

/**
 * Returns the entries selected by a prefix alone. Refunds, and requests for them, have the reference of their
 * payment.
 */
export function allOfPrefix(typed: string): readonly AllOf[] {
  const [, prefix = ''] = PREFIX.exec(typedText(typed)) ?? [];
  const noun = NUMBERED[prefix.toUpperCase()]?.noun;
  if (noun === undefined) return [];
  return noun === 'transaction'
    ? [{ noun }, { noun: 'refund' }, { noun: 'approval', kind: 'refund' }]
    : [{ noun }];
}
