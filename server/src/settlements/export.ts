import { amount, type Columns, moment, number, text } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import { type ExportedSettlement, exportSettlements } from './store.ts';

const columns = (): Columns<ExportedSettlement> => ({
  settlement: text('reference'),
  made: moment('createdOn'),
  transactions: number('totalTransactions'),
  charged: amount('chargedPiastres'),
  fee: amount('feePiastres'),
  vat: amount('vatPiastres'),
  out: amount('outPiastres'),
  amount: amount('amountPiastres'),
  bankAccount: text('bankAccount'),
  bankAmount: amount('bankPiastres'),
  bankReference: text('bankReference'),
  reserved: amount('reservedPiastres'),
});

/** Exports the chosen settlements, or all that match the filters, as a file in the caller's language. */
export const exportToFile = listExport('settlements', columns, exportSettlements);
