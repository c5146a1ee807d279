import type { ExportFormat } from '@daftar/contract/exports';
import type { App, Caller } from '../platform/context.ts';
import { amount, type Columns, moment, text, word, wordsOf } from '../platform/csv/columns.ts';
import { listExport } from '../platform/csv/export.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { kindsOf } from './rules.ts';
import {
  type ExportedApproval,
  exportApprovals,
  findNamed,
  type ListFilters,
  type ListPaging,
} from './store-list.ts';

/** The columns of the list; the destination of the money is shown only on each request's own page. */
const columns = (locale: Locale): Columns<ExportedApproval> => ({
  kind: word('kind', wordsOf(locale, 'approvals.kind.')),
  state: word('state', wordsOf(locale, 'approvalState.')),
  amount: amount('amountPiastres'),
  transaction: text('reference'),
  reason: text('reason'),
  requestedBy: text('requestedByName'),
  requested: moment('requestedOn'),
  expires: moment('expiresOn'),
  decidedBy: text('decidedByName'),
  decided: moment('decidedOn'),
  declineReason: text('declineReason'),
});

type Filters = ListFilters & { ids?: readonly number[] | undefined };

/** Exports the chosen requests, or all that match the filters, of the kinds that the caller has the permission for. */
export async function exportToFile(
  app: App,
  caller: Caller,
  paging: ListPaging,
  { q, ...filters }: Omit<Filters, 'named'> & { q?: string | undefined; format: ExportFormat },
): Promise<FileResult> {
  const now = app.clock.now();
  const kinds = kindsOf(caller.permissions);
  const write = listExport('approvals', columns, (tx, _caller, _paging: ListPaging, wanted: Filters) =>
    exportApprovals(tx, caller, kinds, paging, wanted, caller.userId, now),
  );
  return write(app, caller, paging, { ...filters, named: await findNamed(app.db, caller, q) });
}
