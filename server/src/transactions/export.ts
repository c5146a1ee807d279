import { methodItem, methodNames } from '../lookups/service.ts';
import { amount, type Columns, several, text, word, wordsOf } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { type ExportedTransaction, exportTransactions } from './store.ts';

const columns = (locale: Locale): Columns<ExportedTransaction> => ({
  reference: text('reference'),
  externalReference: text('externalReference'),
  created: text('createdOn'),
  status: word('status', wordsOf(locale, 'transactionStatus.')),
  method: word('paymentMethod', methodNames(locale), methodItem(locale, null).name),
  source: text('sourceName'),
  sourceReference: text('sourceReference'),
  customer: text('customerName'),
  total: amount('total'),
  currency: text('currency'),
  value: amount('valuePiastres'),
  fee: amount('feePiastres'),
  vat: amount('vatPiastres'),
  net: amount('netPiastres'),
  refunded: amount('refundedPiastres'),
  toBeSettled: amount('toBeSettledPiastres'),
  settlementStatus: word('settlesAs', wordsOf(locale, 'settlementStatus.')),
  settlementReference: text('settlementReference'),
  flags: several('flags', wordsOf(locale, 'flag.')),
});

/** The transactions chosen, or those of the list's filters, in its order, as a file in the caller's language. */
export const exportToFile = listExport('transactions', columns, exportTransactions);
