import { methodItem, methodNames } from '../lookups/service.ts';
import { amount, type Columns, moment, several, text, word, wordsOf } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { type ExportedTransaction, exportTransactions } from './store.ts';

/** Names of payment statuses, and of a payout's own. */
const statusWords = (locale: Locale) =>
  new Map([
    ...wordsOf(locale, 'transactionStatus.'),
    ...[...wordsOf(locale, 'payoutState.')].map(([state, said]) => [`payout-${state}`, said] as const),
  ]);

const columns = (locale: Locale): Columns<ExportedTransaction> => ({
  reference: text('reference'),
  externalReference: text('externalReference'),
  created: moment('createdOn'),
  status: word('shownStatus', statusWords(locale)),
  method: word('paymentMethod', methodNames(locale), methodItem(locale, null).name),
  source: text('sourceName'),
  sourceReference: text('sourceReference'),
  merchantReference: text('sourceOwnReference'),
  customer: text('customerName'),
  total: amount('signedTotal'),
  currency: text('currency'),
  value: amount('signedValuePiastres'),
  fee: amount('feePiastres'),
  vat: amount('vatPiastres'),
  net: amount('signedNetPiastres'),
  refunded: amount('refundedPiastres'),
  toBeSettled: amount('toBeSettledPiastres'),
  settlementStatus: word('settlesAs', wordsOf(locale, 'settlementStatus.')),
  settlementReference: text('settlementReference'),
  flags: several('flags', wordsOf(locale, 'flag.')),
  rate: amount('rateBps'),
  fixedFee: amount('fixedPiastres'),
});

/**
 * Exports the chosen transactions, or all that match the filters, in the list's order, as a file in the caller's
 * language.
 */
export const exportToFile = listExport('transactions', columns, exportTransactions);
