import { Readable } from 'node:stream';
import type { ExportFormat } from '@daftar/contract/exports';
import type postgres from 'postgres';
import type { App, Caller } from '../context.ts';
import { type Ahead, readBatches, readText } from '../db/batches.ts';
import type { Tx } from '../db/connect.ts';
import type { StreamedFile } from '../http/handlers.ts';
import { type Locale, translate } from '../i18n/translate.ts';
import { cairoDay } from '../time/cairo.ts';
import { type Columns, cellOf, csvLine } from './columns.ts';
import { type Cell, csvHead, csvRow, exportFileName } from './csv.ts';
import { XlsxWriter } from './xlsx-writer.ts';

/** Rows fetched at a time, which bounds the memory of an export. */
const BATCH_ROWS = 4000;
/**
 * Milliseconds for one batch, after which a slow reader is cut off, because others wait for its connection and its
 * place.
 */
export const READER_MILLISECONDS = 60_000;
/**
 * Milliseconds that each batch adds to that minute, as the total time that a reader may make the file wait: 400 rows a
 * second, about 100 kbit/s as browsers receive them. So a million rows keep a place for at most 43 minutes instead of
 * the hours of 250 batches at a minute each.
 */
export const BATCH_MILLISECONDS = 10_000;
interface AnyFile<Row extends object> {
  /** Part of the file name: `payment-links`. */
  what: string;
  /** The days of its data, for the name; today by default. */
  days?: string | undefined;
  /** The rows, from one snapshot. */
  query: (tx: Tx) => postgres.PendingQuery<Row[]>;
}

/** A file whose columns are declared once, for both CSV and workbooks. */
export interface RowsFile<Row extends object> extends AnyFile<Row> {
  columns: Columns<Row>;
  /** Returns the heading of a column. */
  heading: (column: string) => string;
}

/** A file whose cells only JavaScript can format. */
interface CellsFile<Row extends object> extends AnyFile<Row> {
  headings: readonly string[];
  /** Reads additional data for the cells of a batch of rows. */
  ahead?: Ahead<Row>;
  cells: (row: Row) => Cell[];
}

/** Streams the query as a CSV file, whose lines PostgreSQL formats (ADR 25). */
export function exportCsv<Row extends object>(app: App, file: RowsFile<Row>): Promise<StreamedFile> {
  const line = (tx: Tx) => csvLine(tx, Object.values(file.columns));
  const lines = (tx: Tx) => tx`select ${line(tx)} as line from (${file.query(tx)}) r`;
  const bytes = readText(app.pool, lines, BATCH_ROWS);
  return streamFile(app, file, 'csv', withHead(headingsOf(file), bytes));
}

/** Streams the query as a file of the requested type. */
export function exportRows<Row extends object>(
  app: App,
  file: RowsFile<Row>,
  format: ExportFormat,
  locale: Locale,
): Promise<StreamedFile> {
  if (format === 'csv') return exportCsv(app, file);
  const columns = Object.values(file.columns);
  const cells = (row: Row) => columns.map((column) => cellOf(column, row));
  const { what, days, query } = file;
  return exportCells(app, { what, days, query, headings: headingsOf(file), cells }, format, locale);
}

/**
 * Creates the export of a noun's list, for its route: the chosen rows, or all that match the filters in the list's
 * order, as a file in the caller's language. Headings are `<noun>.column.<column>` of the catalogue. `days` are the
 * days in its name, today by default; `what` is the name before them, the noun by default.
 */
export function listExport<Row extends object, Paging, Filters>(
  noun: string,
  columns: (locale: Locale) => Columns<Row>,
  query: (tx: Tx, caller: Caller, paging: Paging, filters: Filters) => postgres.PendingQuery<Row[]>,
  what = noun,
) {
  return (
    app: App,
    caller: Caller,
    paging: Paging,
    filters: Filters & { format: ExportFormat },
    days?: string,
  ) => {
    const { locale } = caller;
    const file: RowsFile<Row> = {
      what,
      days,
      columns: columns(locale),
      heading: (column) => translate(locale, `${noun}.column.${column}`),
      query: (tx) => query(tx, caller, paging, filters),
    };
    return exportRows(app, file, filters.format, locale);
  };
}

const headingsOf = <Row extends object>(file: RowsFile<Row>): string[] =>
  Object.keys(file.columns).map(file.heading);

/**
 * Like {@link exportRows}, for rows whose cells only JavaScript can format, which takes more than twice the CPU time.
 */
export function exportCells<Row extends object>(
  app: App,
  file: CellsFile<Row>,
  format: ExportFormat,
  locale: Locale,
): Promise<StreamedFile> {
  const batches = readBatches(app.pool, file.query, BATCH_ROWS, file.ahead);
  if (format === 'csv') return streamFile(app, file, 'csv', withHead(file.headings, csvLines(batches)));
  const writer = new XlsxWriter({
    headings: file.headings,
    rightToLeft: locale === 'ar',
    now: app.clock.now(),
  });
  return streamFile(app, file, 'xlsx', workbook(batches));

  async function* csvLines(rows: typeof batches) {
    for await (const batch of rows) yield Buffer.from(batch.map(file.cells).map(csvRow).join(''));
  }
  async function* workbook(rows: typeof batches) {
    for await (const batch of rows) yield writer.rows(batch.map(file.cells));
    yield writer.end();
  }
}

/** Yields the headings together with the first chunk, so that nothing is sent before the query has succeeded. */
async function* withHead(headings: readonly string[], pieces: AsyncGenerator<Buffer, void>) {
  let head: Buffer | null = Buffer.from(csvHead(headings));
  for await (const piece of pieces) {
    yield head ? Buffer.concat([head, piece]) : piece;
    head = null;
  }
  if (head) yield head;
}

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Streams a file as fast as the reader consumes it. A failure before the first rows fails the request; a later one, or
 * a reader that is too slow, aborts the download, so that half a file never looks complete. Time spent in the database
 * is not counted against the reader.
 */
async function streamFile(
  app: App,
  { what, days }: Pick<AnyFile<object>, 'what' | 'days'>,
  format: ExportFormat,
  pieces: AsyncGenerator<Buffer, void>,
): Promise<StreamedFile> {
  const chunks = withoutEmpty(pieces);
  const first = await chunks.next();
  async function* all() {
    let patience = READER_MILLISECONDS;
    try {
      for (let next = first; !next.done; next = await chunks.next()) {
        patience += BATCH_MILLISECONDS;
        const since = performance.now();
        const gone = setTimeout(abort, Math.min(READER_MILLISECONDS, patience));
        try {
          yield next.value;
        } finally {
          clearTimeout(gone);
          patience -= performance.now() - since;
        }
      }
    } finally {
      await chunks.return(undefined);
    }
  }
  const stream = Readable.from(all(), { objectMode: false });
  // If the reader has gone before the first chunk, `all` never began, so its cleanup does not run either.
  stream.once('close', () => void chunks.return(undefined));
  function abort() {
    app.log.info({ what }, 'a download was ended, because its reader took it too slowly');
    stream.destroy();
  }
  return {
    stream,
    contentType: CONTENT_TYPES[format],
    fileName: exportFileName(what, days ?? cairoDay(app.clock.now()), format),
  };
}

/** An empty chunk would end the stream. */
async function* withoutEmpty(pieces: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  for await (const bytes of pieces) if (bytes.length > 0) yield bytes;
}
