import { plainHeading } from './csv-text.ts';
import { SheetProblem } from './problem.ts';
import type { Serials } from './serial-days.ts';

/** The reason why a cell has no usable value: a message key of the contract. */
export type CellProblemKey = 'FormulaNotAllowed' | 'CellError' | 'StrayQuote';

/** A row that is not empty. */
export interface SheetRow {
  /** The sheet's own row number. */
  row: number;
  /** Trimmed text by column; missing cells are empty. */
  cells: string[];
  /** Columns whose cell has no usable value; `StrayQuote` concerns the whole row. */
  problems?: Map<number, CellProblemKey>;
}

/** The first sheet of a file, or a chunk of its rows. */
export interface Sheet {
  headings: string[];
  /** The number of the headings' row. */
  headingsRow: number;
  rows: SheetRow[];
  /** Of a workbook: the first day in its numbering of days. Absent in text, which does not tell. */
  serials?: Serials;
}

export interface SheetLimits {
  /** Maximum number of rows below the headings; a file with more is refused. */
  maximumRows: number;
  /**
   * Headings that the file may have, in any spelling. Of the first rows, the one with most of them contains the
   * headings, so that title rows above are skipped; of a workbook's sheets, the one with most of them is read. Absent:
   * the first row.
   */
  headings?: readonly string[];
  /** The decimal mark with which a workbook's numbers are converted to text; a point if absent. */
  decimalMark?: '.' | ',';
}

/** Maximum number of rows above the headings: a title, a period, a name. */
export const MAXIMUM_ABOVE = 20;

/** Further columns are ignored. */
export const MAXIMUM_COLUMNS = 64;
/** Maximum length of a cell, as in Excel. */
export const LONGEST_CELL = 32_767;
/** Maximum length of all cells; larger than ten thousand rows of full fields. */
export const MAXIMUM_TEXT = 16 * 1024 * 1024;

/** Rows per chunk, fewer if their text is long: each row takes time to process, while others wait. */
const STRETCH_ROWS = 250;
const STRETCH_TEXT = 128 * 1024;

/** Returns how many of the known headings a row has. */
export const knownIn = (cells: readonly string[], known: ReadonlySet<string>): number =>
  new Set(cells.map(plainHeading).filter((heading) => known.has(heading))).size;

/** Returns headings in the form that {@link knownIn} compares. */
export const knownHeadings = ({ headings = [] }: SheetLimits): ReadonlySet<string> =>
  new Set(headings.map(plainHeading).filter(Boolean));

/** Collects rows as a reader finds them, below their headings. */
export class SheetBuilder {
  readonly #limits: SheetLimits;
  readonly #known: ReadonlySet<string>;
  /** The first rows, until one of them is known to contain the headings. */
  #first: SheetRow[] | null = [];
  #headings: SheetRow = { row: 1, cells: [] };
  #rows: SheetRow[] = [];
  #rowsText = 0;
  #full: SheetRow[][] = [];
  #count = 0;
  #text = 0;

  readonly #book: Pick<Sheet, 'serials'>;

  constructor(limits: SheetLimits, book: Pick<Sheet, 'serials'> = {}) {
    this.#book = book;
    this.#limits = limits;
    this.#known = knownHeadings(limits);
  }

  /** @throws SheetProblem TooManyRows, SheetTooLarge */
  add(row: SheetRow): void {
    if (row.cells.every((cell) => cell === '') && !row.problems) return;
    let text = 0;
    for (const { length } of row.cells) {
      if (length > LONGEST_CELL) throw new SheetProblem('SheetTooLarge');
      text += length;
    }
    this.#text += text;
    if (this.#text > MAXIMUM_TEXT) throw new SheetProblem('SheetTooLarge');
    if (this.#first === null) {
      this.#keep(row, text);
      return;
    }
    this.#first.push(row);
    if (this.#limits.headings === undefined || this.#first.length > MAXIMUM_ABOVE) this.#begin();
  }

  /**
   * Decides which of the first rows contains the headings: the one with most known ones, or else the first with more
   * than one cell.
   */
  #begin(): void {
    const first = this.#first ?? [];
    this.#first = null;
    const scores = first.map(({ cells }) => knownIn(cells, this.#known));
    const most = Math.max(0, ...scores);
    const wide = first.findIndex(({ cells }) => cells.filter(Boolean).length > 1);
    const at = this.#limits.headings === undefined ? 0 : most > 0 ? scores.indexOf(most) : Math.max(0, wide);
    const [headings, ...rest] = first.slice(at);
    if (headings) this.#headings = headings;
    for (const row of rest)
      this.#keep(
        row,
        row.cells.reduce((sum, { length }) => sum + length, 0),
      );
  }

  #keep(row: SheetRow, text: number): void {
    if (this.#count >= this.#limits.maximumRows) {
      throw new SheetProblem('TooManyRows', { maximum: this.#limits.maximumRows });
    }
    this.#count += 1;
    this.#rows.push(row);
    this.#rowsText += text;
    if (this.#rows.length >= STRETCH_ROWS || this.#rowsText >= STRETCH_TEXT) this.#fill();
  }

  #fill(): void {
    if (this.#rows.length === 0) return;
    this.#full.push(this.#rows);
    this.#rows = [];
    this.#rowsText = 0;
  }

  /** Yields the headings with the rows found since, once there are enough for a chunk. */
  *chunks(): Generator<Sheet> {
    const full = this.#full;
    this.#full = [];
    const { row: headingsRow, cells: headings } = this.#headings;
    for (const rows of full) yield { headings, headingsRow, rows, ...this.#book };
  }

  /** Yields the rest. @throws SheetProblem EmptySheet if there was nothing below the headings. */
  finish(): Generator<Sheet> {
    if (this.#first) this.#begin();
    if (this.#count === 0) throw new SheetProblem('EmptySheet');
    this.#fill();
    return this.chunks();
  }
}

/** Joins chunks to a sheet. */
export async function wholeSheet(chunks: AsyncIterable<Sheet> | Iterable<Sheet>): Promise<Sheet> {
  const whole: Sheet = { headings: [], headingsRow: 1, rows: [] };
  for await (const { headings, headingsRow, rows } of chunks) {
    Object.assign(whole, { headings, headingsRow });
    whole.rows.push(...rows);
  }
  return whole;
}
