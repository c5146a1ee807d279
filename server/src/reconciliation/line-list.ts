/** The lines of a settlement file, as a list in the console. */
import { toPounds } from '@daftar/contract/money';
import type { ReconciliationLine } from '@daftar/contract/ops-settlement-lines';
import type { Paging } from '@daftar/contract/paging';
import { findTyped } from '../ops-lists/find.ts';
import { egp, onDay, opsList } from '../ops-lists/list.ts';
import { NothingThere } from './errors.ts';
import { findFile } from './store-files.ts';
import { type LineFilters, type ListedLine, lineSource, listMatchedWith } from './store-lines.ts';

/** Returns a line as the console shows it. */
export const lineOf = (row: ListedLine): ReconciliationLine => ({
  id: row.id,
  kind: row.kind,
  currency: row.currency,
  gross: toPounds(row.gross),
  fee: toPounds(row.fee),
  net: toPounds(row.net),
  our_ref: row.ourRef,
  processor_ref: row.processorRef,
  rrn: row.rrn,
  occurred_on: row.occurredOn,
  batch: row.batch,
  breaks: row.breaks,
  match: row.match && {
    merchant: { id: row.match.merchantId, name: row.match.merchantName },
    transaction_id: row.match.transactionId,
    reference: row.match.reference,
    rule: row.match.rule,
  },
});

/** The list of lines of the file `file_id`. @throws NothingThere */
export const lineList = opsList<
  Paging<'row' | 'gross' | 'occurred_on'>,
  LineFilters & { file_id: number },
  ListedLine,
  ReconciliationLine
>({
  what: 'settlement-lines',
  find: async ({ db }, paging, filters) => {
    if (!(await findFile(db, filters.file_id))) throw new NothingThere();
    const found = await findTyped(db, filters.q, { mode: 'any' });
    const matched = found ? await listMatchedWith(db, found.payments) : [];
    return (through) => lineSource(through, filters.file_id, paging, filters, { found, matched });
  },
  wireOf: lineOf,
  cells: (say) => ({
    row: (row) => row.id,
    kind: (row) => say(`ops.lineKind.${row.kind}`),
    day: (row) => onDay(row.occurred_on),
    theirReference: (row) => row.processor_ref ?? '',
    ourReference: (row) => row.our_ref ?? '',
    rrn: (row) => row.rrn ?? '',
    matchedWith: (row) => row.match?.reference ?? '',
    merchant: (row) => row.match?.merchant.name ?? '',
    lineGross: (row) => egp(row.gross),
    lineCost: (row) => egp(row.fee),
    lineNet: (row) => egp(row.net),
    currency: (row) => row.currency,
    batch: (row) => row.batch,
  }),
});
