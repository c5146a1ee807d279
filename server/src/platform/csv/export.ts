import { Readable } from 'node:stream';
import type postgres from 'postgres';
import type { App } from '../context.ts';
import type { Tx } from '../db/connect.ts';
import type { FileResult } from '../http/handlers.ts';
import { plannedForItsValues } from '../lists/page.ts';
import { cairoDay } from '../time/cairo.ts';
import { type Cell, csvFileName, csvHead, csvRow } from './csv.ts';

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
export interface CsvExport<Row extends object> {
  /** In the file's name: `payment-links`. */
  what: string;
  headings: readonly string[];
  /** The rows, all of one moment. */
  query: (tx: Tx) => postgres.PendingQuery<Row[]>;
  cells: (row: Row) => Cell[];
}

/**
 * Streams a query as a CSV file: read by a cursor, batch by batch, as fast as the reader takes it. What fails before
 * the first batch fails the request; later it breaks the download off, so that half a file never looks whole.
 */
export async function exportCsv<Row extends object>(app: App, file: CsvExport<Row>): Promise<FileResult> {
  const chunks = chunksOf(app, file);
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
    contentType: 'text/csv; charset=utf-8',
    fileName: csvFileName(file.what, cairoDay(app.clock.now())),
  };
}

async function* chunksOf<Row extends object>(app: App, file: CsvExport<Row>): AsyncGenerator<Buffer, void> {
  await takeTurn();
  try {
    const connection = await app.pool.reserve();
    try {
      await connection`begin isolation level repeatable read read only`;
      let head = csvHead(file.headings);
      const query = plannedForItsValues(file.query(connection as unknown as Tx));
      for await (const rows of query.cursor(BATCH_ROWS)) {
        let text = head;
        for (const row of rows as unknown as Row[]) text += csvRow(file.cells(row));
        head = '';
        yield Buffer.from(text);
      }
      if (head !== '') yield Buffer.from(head);
    } finally {
      await connection`rollback`.catch(() => {});
      connection.release();
    }
  } finally {
    endTurn();
  }
}
