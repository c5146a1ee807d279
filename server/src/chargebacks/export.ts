import type { App } from '../platform/context.ts';
import { amount, type Columns, moment, text, word, wordOrItself, wordsOf } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { type ExportedChargeback, exportChargebacks } from './store-list.ts';

const columns = (locale: Locale): Columns<ExportedChargeback> => ({
  reference: text('reference'),
  name: text('name'),
  status: word('status', wordsOf(locale, 'chargebackStatus.')),
  transaction: text('transactionReference'),
  amount: amount('amountPiastres'),
  created: moment('createdOn'),
  due: moment('dueOn'),
  reason: wordOrItself('reason', wordsOf(locale, 'chargebacks.reason.')),
  answer: text('answer'),
  caseId: text('caseId'),
  reasonCode: text('reasonCode'),
  stage: word('stage', wordsOf(locale, 'chargebackStage.')),
});

/** Exports the chosen chargebacks, or all that match the filters, as a file in the caller's language. */
export const exportToFile = listExport('chargebacks', columns, exportChargebacks);

/** Converts the filters for the store: `due` depends on the current time. */
export const filtersAt = <F extends { answer?: 'due' | undefined }>(
  { clock }: App,
  { answer, ...filters }: F,
) => (answer === undefined ? filters : { ...filters, dueAfter: clock.now() });
