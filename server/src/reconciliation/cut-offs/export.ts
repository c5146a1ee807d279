/** Exports a cut-off as PDF or as a file of all its rows, from the stored report. */
import type { ExportFormat } from '@daftar/contract/exports';
import type { CutOffList } from '@daftar/contract/ops-cut-offs';
import { recordSaved } from '../../ops-lists/list.ts';
import type { App, Operator } from '../../platform/context.ts';
import { exportRows } from '../../platform/csv/export.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { FileResult } from '../../platform/http/handlers.ts';
import { type Locale, translate } from '../../platform/i18n/translate.ts';
import { everyRow } from '../../platform/lists/page.ts';
import { renderPdf } from '../../platform/pdf/typst.ts';
import { columns, documentOf, SHOWN_ROWS } from './document.ts';
import { getCutOff } from './service.ts';
import * as store from './store.ts';

/** More rows than any report has, so that every row is exported. */
const EVERY_ROW = 2 ** 31 - 1;

/** Streams the filtered rows of a cut-off, in the operator's language. @throws NoCutOff */
export async function exportCutOff(
  app: App,
  operator: Operator,
  id: number,
  paging: Parameters<typeof store.rowSource>[2],
  { format, ...filters }: store.RowFilters & { format: ExportFormat },
): Promise<FileResult> {
  const { locale } = operator;
  const { day } = await getCutOff(app, id);
  await recordSaved(app, operator, 'cut-off', { id, format, ...filters });
  const file = {
    what: `cut-off-${id}-${day}`,
    columns: columns(locale),
    heading: (column: string) => translate(locale, `cut-offs.column.${column}`),
    query: (tx: Db) =>
      everyRow<store.RowRecord>(tx, paging.sortType, store.rowSource(tx, id, paging, filters), EVERY_ROW),
  };
  return exportRows(app, file, format, locale);
}

/** Renders a cut-off as PDF. @throws NoCutOff */
export async function downloadCutOff(app: App, id: number, locale: Locale): Promise<FileResult> {
  const found = await getCutOff(app, id);
  const first = (what: CutOffList) => store.firstRows(app.db, id, what, SHOWN_ROWS + 1);
  const lists: Record<CutOffList, store.RowRecord[]> = {
    item: await first('item'),
    batch: await first('batch'),
    bank_line: await first('bank_line'),
    suspense: await first('suspense'),
    break: await first('break'),
    write_off: await first('write_off'),
  };
  const pdf = await renderPdf('cut-off', documentOf(locale, found, lists));
  return {
    content: pdf,
    contentType: 'application/pdf',
    fileName: `daftar-cut-off-${id}-${found.day}-${locale}.pdf`,
  };
}
