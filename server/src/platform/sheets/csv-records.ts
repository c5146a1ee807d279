/** Splits CSV text into records: streaming, and safe against stray quotation marks. */
import { SheetProblem } from './problem.ts';

/** A record; empty lines are not records. */
export interface CsvRecord {
  /** Its number as a spreadsheet counts rows, from 1: empty lines count, lines within a quoted cell do not. */
  row: number;
  /** The first line of the record in the file, from 1. */
  line: number;
  /** As in the file, without the quotes around them. */
  cells: string[];
  /**
   * The column whose quotation mark may have swallowed the following rows, or the cells beside it. The reader of the
   * record must refuse it.
   */
  stray?: number;
  /** True: a cell begins with a quotation mark that was taken as text, which never occurs in a strict format. */
  isLoose?: true;
}

/** Maximum length of one record. */
const LONGEST_RECORD = 64 * 1024;
/** Maximum number of cells in one record. */
export const WIDEST_RECORD = 256;

/** A line end of any system; files written by several programs mix them. */
export const LINE_END = /\r\n|\n|\r/;
const LINE_ENDS = new RegExp(LINE_END, 'g');

/** A cell with the position after it. `inner`: the content of its quotation marks, if it contains line ends. */
interface Cell {
  value: string;
  end: number;
  inner?: string;
  isStray?: boolean;
}

/**
 * Reads records from pieces of text.
 *
 * A quotation mark opens a quoted cell only at the beginning of a cell. If it is not closed before the delimiter or
 * line end that must follow, it is text, and each line is a record of its own. A quoted cell that is closed correctly
 * but contains lines that look like records of the file makes its record `stray`, because no reader can tell which is
 * meant.
 *
 * csv-parse would be an alternative, but it continues to the next quotation mark, wherever that is, and cannot report
 * where a quotation began.
 */
export class CsvRecords {
  readonly #delimiter: string;
  readonly #cellEnd: RegExp;
  /** Characters allowed around the quotation marks of a cell. */
  readonly #blanks: RegExp;
  #text = '';
  #row = 0;
  #line = 1;
  #widest = 0;

  /** @param above number of lines removed from the file before the first record */
  constructor(delimiter: string, above = 0) {
    this.#delimiter = delimiter;
    this.#row = above;
    this.#line += above;
    this.#cellEnd = new RegExp(`[${delimiter.replace(/[\\\]^-]/g, '\\$&')}\\r\\n]`, 'g');
    this.#blanks = delimiter === '\t' ? /[ \u00a0]*/y : /[ \t\u00a0]*/y;
  }

  /** Number of records and empty lines so far. */
  get count(): number {
    return this.#row;
  }

  /** Returns the records that this piece completes. @throws SheetProblem SheetTooLarge, TooManyColumns */
  push(piece: string): CsvRecord[] {
    this.#text += piece;
    return this.#read(false);
  }

  /** Returns the last records, with or without a line end. */
  end(): CsvRecord[] {
    return this.#read(true);
  }

  #read(isLast: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    let from = 0;
    while (from < this.#text.length) {
      const next = this.#record(from, isLast, records);
      if (next < 0) break;
      from = next;
    }
    this.#text = this.#text.slice(from);
    if (this.#text.length > LONGEST_RECORD) throw new SheetProblem('SheetTooLarge');
    return records;
  }

  /** Reads a record. Returns the position of the next one; -1 if this one is incomplete. */
  #record(from: number, isLast: boolean, records: CsvRecord[]): number {
    const text = this.#text;
    const cells: string[] = [];
    const quoted: { column: number; inner: string }[] = [];
    let stray: number | undefined;
    let at = from;
    for (;;) {
      const cell = this.#cell(at, isLast);
      if (cell === null) return -1;
      if (cell.isStray) stray ??= cells.length;
      if (cell.inner !== undefined) quoted.push({ column: cells.length, inner: cell.inner });
      cells.push(cell.value);
      if (cells.length > WIDEST_RECORD) throw new SheetProblem('TooManyColumns', { maximum: WIDEST_RECORD });
      at = cell.end;
      if (text[at] !== this.#delimiter) break;
      at += 1;
    }
    if (at - from > LONGEST_RECORD) throw new SheetProblem('SheetTooLarge');
    // The second half of CRLF may be in the next piece.
    if (!isLast && (at >= text.length || (text[at] === '\r' && at + 1 >= text.length))) return -1;
    const next = at + (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1);
    this.#row += 1;
    const record: CsvRecord = { row: this.#row, line: this.#line, cells };
    this.#line += 1;
    for (const { inner } of quoted) this.#line += inner.match(LINE_ENDS)!.length;
    if (at === from) return next;
    const swallowing = this.#swallowing(cells.length, quoted);
    if (stray !== undefined) record.isLoose = true;
    // Otherwise a quotation mark that is text does no harm.
    if (stray !== undefined && cells.length !== this.#widest && this.#widest > 0) record.stray = stray;
    else if (swallowing !== undefined) record.stray = swallowing;
    if (record.stray === undefined) this.#widest = Math.max(this.#widest, cells.length);
    records.push(record);
    return next;
  }

  /**
   * Returns the column of a quoted cell that seems to contain records: its first and last lines complete records of the
   * usual width, or its own record has another width.
   */
  #swallowing(width: number, quoted: readonly { column: number; inner: string }[]): number | undefined {
    const widest = this.#widest || width;
    if (widest < 2) return undefined;
    return quoted.find(({ column, inner }) => {
      const counts = inner.split(LINE_END).map((line) => line.split(this.#delimiter).length - 1);
      if (width !== widest && counts.some((count) => count > 0)) return true;
      const first = column + counts[0]!;
      const last = counts.at(-1)! + width - 1 - column;
      return first === widest - 1 && last === widest - 1;
    })?.column;
  }

  /** Reads a cell. Null if it is incomplete. */
  #cell(from: number, isLast: boolean): Cell | null {
    const text = this.#text;
    const opened = this.#skipBlanks(from);
    if (text[opened] === '"') {
      const cell = this.#quoted(opened, isLast);
      if (cell !== 'text') return cell;
    }
    const end = this.#endOf(from);
    return { value: text.slice(from, end), end, ...(text[opened] === '"' ? { isStray: true } : {}) };
  }

  #endOf(from: number): number {
    this.#cellEnd.lastIndex = from;
    return this.#cellEnd.exec(this.#text)?.index ?? this.#text.length;
  }

  /** Reads a quoted cell. `text`: its quotation mark is part of the text. */
  #quoted(opened: number, isLast: boolean): Cell | 'text' | null {
    const text = this.#text;
    const isClosedBy = (at: number) =>
      at >= text.length || '\r\n'.includes(text[at]!) || text[at] === this.#delimiter;
    let at = opened + 1;
    for (;;) {
      const close = text.indexOf('"', at);
      if (close < 0 || close - opened > LONGEST_RECORD)
        return isLast || text.length - opened > LONGEST_RECORD ? 'text' : null;
      // The next character decides.
      if (close + 1 >= text.length && !isLast) return null;
      if (text[close + 1] === '"') {
        at = close + 2;
        continue;
      }
      const held = text.slice(opened + 1, close);
      const end = this.#skipBlanks(close + 1);
      if (end >= text.length && !isLast) return null;
      const hasLines = LINE_END.test(held);
      if (isClosedBy(end))
        return { value: held.replaceAll('""', '"'), end, ...(hasLines ? { inner: held } : {}) };
      if (hasLines) return 'text';
      // `"Mr X" paid`: text with quotation marks. Delimiters within them may or may not be part of it.
      const last = this.#endOf(close + 1);
      return { value: text.slice(opened, last), end: last, isStray: true };
    }
  }

  #skipBlanks(from: number): number {
    this.#blanks.lastIndex = from;
    return from + this.#blanks.exec(this.#text)![0].length;
  }
}
