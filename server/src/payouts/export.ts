import { amount, type Columns, moment, text, word, wordsOf } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { type ExportedPayout, exportPayouts } from './store.ts';

const columns = (locale: Locale): Columns<ExportedPayout> => ({
  code: text('code'),
  amount: amount('amountPiastres'),
  state: word('state', wordsOf(locale, 'payoutState.')),
  transaction: text('transactionReference'),
  account: text('bankAccount'),
  bankReference: text('bankReference'),
  requestedBy: text('requestedBy'),
  created: moment('createdOn'),
  expires: moment('expiresOn'),
  finished: moment('finishedOn'),
  reason: text('reason'),
});

/** Exports the chosen payouts, or all that match the filters, as a file in the caller's language. */
export const exportToFile = listExport('payouts', columns, exportPayouts);
