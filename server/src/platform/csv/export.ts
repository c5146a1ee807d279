import { Readable } from 'node:stream';
import type { ExportFormat } from '@daftar/contract/exports';
import type postgres from 'postgres';
import type { App } from '../context.ts';
import { readBatches } from '../db/batches.ts';
import type { Tx } from '../db/connect.ts';
import type { FileResult } from '../http/handlers.ts';
import type { Locale } from '../i18n/translate.ts';
import { cairoDay } from '../time/cairo.ts';
import { type Cell, csvHead, csvRow, exportFileName } from './csv.ts';
import { XlsxWriter } from './xlsx-writer.ts';

/** Rows fetched at a time: memory holds no more of a file than this. */
const BATCH_ROWS = 1000;
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

/** A file of rows. */
export interface RowsFile<Row extends object> {
  /** In the file's name: `payment-links`. */
  what: string;
  headings: readonly string[];
  /** The rows, all of one moment. */
  query: (tx: Tx) => postgres.PendingQuery<Row[]>;
  cells: (row: Row) => Cell[];
}

/** Turns rows into the bytes of a file, a batch at a time. */
interface Encoder {
  rows(rows: Cell[][]): Buffer;
  end(): Buffer;
}

/** The query as a CSV file. */
export function exportCsv<Row extends object>(app: App, file: RowsFile<Row>): Promise<FileResult> {
  let head = csvHead(file.headings);
  const taken = () => {
    const text = head;
    head = '';
    return text;
  };
  const encoder: Encoder = {
    rows: (rows) => Buffer.from(taken() + rows.map(csvRow).join('')),
    end: () => Buffer.from(taken()),
  };
  return streamFile(app, file, encoder, 'csv', 'text/csv; charset=utf-8');
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The query as a file of the kind asked for. */
export function exportRows<Row extends object>(
  app: App,
  file: RowsFile<Row>,
  format: ExportFormat,
  locale: Locale,
): Promise<FileResult> {
  return format === 'csv' ? exportCsv(app, file) : exportXlsx(app, file, locale);
}

/** The query as an Excel workbook, its sheet turned to the reading direction of its language. */
function exportXlsx<Row extends object>(app: App, file: RowsFile<Row>, locale: Locale): Promise<FileResult> {
  const options = { headings: file.headings, rightToLeft: locale === 'ar', now: app.clock.now() };
  return streamFile(app, file, new XlsxWriter(options), 'xlsx', XLSX_TYPE);
}

/**
 * Streams a query as a file: read by a cursor, batch by batch, as fast as the reader takes it. What fails before the
 * first batch fails the request; later it breaks the download off, so that half a file never looks whole.
 */
async function streamFile<Row extends object>(
  app: App,
  file: RowsFile<Row>,
  encoder: Encoder,
  extension: 'csv' | 'xlsx',
  contentType: string,
): Promise<FileResult> {
  const chunks = chunksOf(app, file, encoder);
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
    contentType,
    fileName: exportFileName(file.what, cairoDay(app.clock.now()), extension),
  };
}

async function* chunksOf<Row extends object>(
  app: App,
  file: RowsFile<Row>,
  encoder: Encoder,
): AsyncGenerator<Buffer, void> {
  await takeTurn();
  try {
    for await (const rows of readBatches(app.pool, file.query, BATCH_ROWS)) {
      const bytes = encoder.rows(rows.map(file.cells));
      // An empty chunk would end the stream.
      if (bytes.length > 0) yield bytes;
    }
    const rest = encoder.end();
    if (rest.length > 0) yield rest;
  } finally {
    endTurn();
  }
}
