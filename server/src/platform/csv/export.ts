import { Readable } from 'node:stream';
import type { ExportFormat } from '@daftar/contract/exports';
import type postgres from 'postgres';
import type { App, Caller } from '../context.ts';
import { readBatches, readText } from '../db/batches.ts';
import type { Tx } from '../db/connect.ts';
import type { FileResult } from '../http/handlers.ts';
import { type Locale, translate } from '../i18n/translate.ts';
import { cairoDay } from '../time/cairo.ts';
import { type Columns, cellOf, csvLine } from './columns.ts';
import { type Cell, csvHead, csvRow, exportFileName } from './csv.ts';
import { XlsxWriter } from './xlsx-writer.ts';

/** Rows fetched at a time: memory holds no more of a file than this. */
const BATCH_ROWS = 4000;
/** Each export holds a connection for as long as its reader takes, so they may never take all of the pool. */
const AT_ONCE = 3;

let running = 0;
const waiting: (() => void)[] = [];

async function takeTurn(): Promise<void> {
  if (running < AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function endTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}

interface AnyFile<Row extends object> {
  /** In the file's name: `payment-links`. */
  what: string;
  /** The rows, all of one moment. */
  query: (tx: Tx) => postgres.PendingQuery<Row[]>;
}

/** A file of rows whose columns are declared once, for CSV and for workbooks. */
export interface RowsFile<Row extends object> extends AnyFile<Row> {
  columns: Columns<Row>;
  /** What stands above a column. */
  heading: (column: string) => string;
}

/** A file of rows whose cells only JavaScript can word. */
interface CellsFile<Row extends object> extends AnyFile<Row> {
  headings: readonly string[];
  cells: (row: Row) => Cell[];
}

/** The query as a CSV file, whose lines PostgreSQL writes (decision 27). */
export function exportCsv<Row extends object>(app: App, file: RowsFile<Row>): Promise<FileResult> {
  const line = (tx: Tx) => csvLine(tx, Object.values(file.columns));
  const lines = (tx: Tx) => tx`select ${line(tx)} as line from (${file.query(tx)}) r`;
  const bytes = readText(app.pool, lines, BATCH_ROWS);
  return streamFile(app, file.what, 'csv', withHead(headingsOf(file), bytes));
}

/** The query as a file of the kind asked for. */
export function exportRows<Row extends object>(
  app: App,
  file: RowsFile<Row>,
  format: ExportFormat,
  locale: Locale,
): Promise<FileResult> {
  if (format === 'csv') return exportCsv(app, file);
  const columns = Object.values(file.columns);
  const cells = (row: Row) => columns.map((column) => cellOf(column, row));
  const { what, query } = file;
  return exportCells(app, { what, query, headings: headingsOf(file), cells }, format, locale);
}

/**
 * The export of a noun's list, for its route: the rows chosen, or those of the list's filters in its order, as a file in the
 * caller's language. What stands above a column is `<noun>.column.<column>` of the catalogue.
 */
export function listExport<Row extends object, Paging, Filters>(
  noun: string,
  columns: (locale: Locale) => Columns<Row>,
  query: (tx: Tx, caller: Caller, paging: Paging, filters: Filters) => postgres.PendingQuery<Row[]>,
) {
  return (app: App, caller: Caller, paging: Paging, filters: Filters & { format: ExportFormat }) => {
    const { locale } = caller;
    const file: RowsFile<Row> = {
      what: noun,
      columns: columns(locale),
      heading: (column) => translate(locale, `${noun}.column.${column}`),
      query: (tx) => query(tx, caller, paging, filters),
    };
    return exportRows(app, file, filters.format, locale);
  };
}

const headingsOf = <Row extends object>(file: RowsFile<Row>): string[] =>
  Object.keys(file.columns).map(file.heading);

/** As {@link exportRows}, for rows whose cells only JavaScript can word, which costs more than twice the processor's time. */
export function exportCells<Row extends object>(
  app: App,
  file: CellsFile<Row>,
  format: ExportFormat,
  locale: Locale,
): Promise<FileResult> {
  const batches = readBatches(app.pool, file.query, BATCH_ROWS);
  if (format === 'csv') return streamFile(app, file.what, 'csv', withHead(file.headings, csvLines(batches)));
  const writer = new XlsxWriter({
    headings: file.headings,
    rightToLeft: locale === 'ar',
    now: app.clock.now(),
  });
  return streamFile(app, file.what, 'xlsx', workbook(batches));

  async function* csvLines(rows: typeof batches) {
    for await (const batch of rows) yield Buffer.from(batch.map(file.cells).map(csvRow).join(''));
  }
  async function* workbook(rows: typeof batches) {
    for await (const batch of rows) yield writer.rows(batch.map(file.cells));
    yield writer.end();
  }
}

/** The headings with the first piece, so that nothing is sent before the rows are known to come. */
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
 * Streams a file piece by piece, as fast as the reader takes it. What fails before the first rows fails the request;
 * later it breaks the download off, so that half a file never looks whole.
 */
async function streamFile(
  app: App,
  what: string,
  format: ExportFormat,
  pieces: AsyncGenerator<Buffer, void>,
): Promise<FileResult> {
  const chunks = inTurn(pieces);
  const first = await chunks.next();
  async function* all() {
    try {
      if (!first.done) yield first.value;
      yield* chunks;
    } finally {
      // The reader may leave before the first chunk was taken.
      await chunks.return(undefined);
    }
  }
  return {
    stream: Readable.from(all(), { objectMode: false }),
    contentType: CONTENT_TYPES[format],
    fileName: exportFileName(what, cairoDay(app.clock.now()), format),
  };
}

async function* inTurn(pieces: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  await takeTurn();
  try {
    for await (const bytes of pieces) {
      // An empty chunk would end the stream.
      if (bytes.length > 0) yield bytes;
    }
  } finally {
    endTurn();
  }
}
