import type { ReasonFamily } from '@daftar/contract/chargebacks';

/** What convinces a bank: texts `helps.…`. */
export type Help =
  | 'approval'
  | 'authenticity'
  | 'ask'
  | 'consent'
  | 'contact'
  | 'delivery'
  | 'description'
  | 'earlier'
  | 'invoice'
  | 'receipt'
  | 'record'
  | 'refund'
  | 'returned'
  | 'terms'
  | 'two'
  | 'used';

/** By what the network's reason code is about, what weighs most first. */
const HELPS: Readonly<Record<ReasonFamily, readonly Help[]>> = {
  fraud: ['approval', 'delivery', 'earlier', 'contact', 'used'],
  fraud_present: ['receipt', 'approval', 'contact'],
  monitoring: ['ask', 'delivery', 'contact'],
  authorization: ['approval', 'invoice'],
  late: ['approval', 'invoice', 'delivery'],
  processing: ['invoice', 'receipt', 'consent'],
  amount: ['invoice', 'consent', 'receipt'],
  duplicate: ['two', 'invoice', 'refund'],
  not_received: ['delivery', 'used', 'contact', 'invoice'],
  not_as_described: ['description', 'contact', 'returned', 'terms'],
  counterfeit: ['authenticity', 'description', 'contact'],
  canceled: ['terms', 'returned', 'delivery', 'contact'],
  recurring: ['consent', 'terms', 'used', 'contact'],
  credit: ['refund', 'terms', 'returned'],
  cash: ['record', 'receipt'],
  cardholder: ['delivery', 'description', 'terms', 'refund', 'contact'],
};

/** Where the code is not known: what is worth sending in any case. */
const ANY: readonly Help[] = ['invoice', 'delivery', 'contact', 'terms'];

/** The evidence that helps; what was refunded comes first wherever something was. */
export function helpsOf(family: ReasonFamily | null, isRefunded: boolean): readonly Help[] {
  const helps = family === null ? ANY : HELPS[family];
  return isRefunded ? ['refund', ...helps.filter((each) => each !== 'refund')] : helps;
}
