import type { ExportFormat } from '@daftar/contract/exports';
import type { Paging } from '@daftar/contract/paging';
import type { App, Caller } from '../platform/context.ts';
import { exportCells } from '../platform/csv/export.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { withoutIsolates } from '../platform/i18n/isolates.ts';
import { translate } from '../platform/i18n/translate.ts';
import { contentOf } from './content.ts';
import { topicOf } from './kinds.ts';
import { kindsOf, type OfTopic } from './service.ts';
import { exportHistory, type HistoryFilters, type HistoryRow } from './store-history.ts';

const COLUMNS = ['when', 'about', 'what', 'state'] as const;

type Asked = HistoryFilters & OfTopic & { ids?: readonly number[] | undefined; format: ExportFormat };

/** Exports the chosen notifications, or all that match the filters, as a file with their sentences in the caller's language. */
export function exportToFile(
  app: App,
  caller: Caller,
  paging: Paging,
  { format, topic, ...filters }: Asked,
  days?: string,
): Promise<FileResult> {
  const { locale } = caller;
  const kinds = kindsOf(caller, topic);
  const file = {
    what: 'notifications',
    days,
    headings: COLUMNS.map((column) => translate(locale, `notifications.column.${column}`)),
    query: (tx: Tx) => exportHistory(tx, caller, paging, kinds, filters),
    cells: (row: HistoryRow & { writtenOn: string }) => [
      { moment: row.writtenOn },
      translate(locale, `notificationTopic.${topicOf(row.kind)}`),
      withoutIsolates(contentOf(locale, row.kind, row.params, 'latin')),
      translate(locale, `notifications.state.${row.isArchived ? 'archived' : 'open'}`),
    ],
  };
  return exportCells(app, file, format, locale);
}
