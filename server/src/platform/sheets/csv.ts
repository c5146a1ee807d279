/** The CSV reader of the product: files of spreadsheets, banks and processors, in pieces or as a whole. */
import { setImmediate } from 'node:timers/promises';
import { type CsvRecord, CsvRecords } from './csv-records.ts';
import { type CsvEncoding, type Dialect, decodeText, dialectOf, TextReader } from './csv-text.ts';

export type { CsvRecord } from './csv-records.ts';

/** Bytes of a file in pieces of any size. */
export type Source = AsyncIterable<Buffer> | Iterable<Buffer>;

/** Known properties of a file; everything else is detected. */
export interface CsvOptions {
  encoding?: CsvEncoding | undefined;
  delimiter?: string | undefined;
  /** Headings that the file may have, in any spelling; they help to choose the delimiter. */
  headings?: readonly string[] | undefined;
  /** Keeps control characters, for a caller that reports their place. */
  takesAll?: boolean;
  /** Called with the delimiter, before the first record. */
  onDelimiter?: ((delimiter: string) => void) | undefined;
}

/** Number of bytes parsed at once; other requests run in between. */
const PIECE_BYTES = 64 * 1024;

/**
 * Cuts a source into pieces of equal size: small enough to be parsed at once, but the first one contains the headings
 * and some rows.
 */
export async function* piecesOf(source: Source): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE_BYTES) continue;
    const whole = Buffer.concat(kept);
    const end = whole.length - (whole.length % PIECE_BYTES);
    for (let from = 0; from < end; from += PIECE_BYTES) yield whole.subarray(from, from + PIECE_BYTES);
    kept = [whole.subarray(end)];
    bytes = whole.length - end;
  }
  if (bytes > 0) yield Buffer.concat(kept);
}

/** Decodes pieces to text. @throws SheetProblem WrongEncoding, InvalidFileType */
export async function* decoded(
  pieces: AsyncIterable<Buffer>,
  encoding: CsvEncoding = 'auto',
): AsyncGenerator<string> {
  const reader = new TextReader(encoding);
  for await (const piece of pieces) {
    yield reader.push(piece);
    await setImmediate();
  }
  yield reader.end();
}

/**
 * Reads the records of a text in chunks, with limited memory whatever its size.
 * @throws SheetProblem SheetTooLarge for a record without an end, TooManyColumns
 */
export async function* recordsOf(
  text: AsyncIterable<string> | Iterable<string>,
  options: CsvOptions = {},
): AsyncGenerator<CsvRecord[]> {
  let records: CsvRecords | null = null;
  for await (const piece of text) {
    if (records) yield records.push(piece);
    else {
      const begun = begin(piece, options);
      records = begun.records;
      yield records.push(begun.rest);
    }
  }
  if (records) yield records.end();
}

/** Reads a whole file. @throws SheetProblem as {@link decoded} and {@link recordsOf} */
export function readCsvRecords(content: Uint8Array, options: CsvOptions = {}): CsvRecord[] {
  const { records, rest } = begin(decodeText(content, options.encoding, options.takesAll), options);
  return [...records.push(rest), ...records.end()];
}

function begin(start: string, options: CsvOptions): { records: CsvRecords; rest: string } {
  const text = start.replace(/^\ufeff/, '');
  const { delimiter, skip }: Dialect = dialectOf(text, options);
  options.onDelimiter?.(delimiter);
  return { records: new CsvRecords(delimiter, skip > 0 ? 1 : 0), rest: text.slice(skip) };
}
