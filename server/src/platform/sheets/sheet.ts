import { SheetProblem } from './problem.ts';

/** A row that is not empty. */
export interface SheetRow {
  /** The sheet's own row number; headings are row 1. */
  row: number;
  /** Trimmed text by column; missing cells are empty. */
  cells: string[];
  /** Columns whose cell has no value: a key of the contract's messages. */
  problems?: Map<number, 'FormulaNotAllowed' | 'CellError'>;
}

/** The first sheet of a file, or a chunk of its rows. */
export interface Sheet {
  headings: string[];
  rows: SheetRow[];
}

export interface SheetLimits {
  /** Rows below the headings; one more refuses the file. */
  maximumRows: number;
}

/** Further columns are ignored. */
export const MAXIMUM_COLUMNS = 64;
/** Characters of one cell, as in Excel. */
export const LONGEST_CELL = 32_767;
/** Characters of all cells; more than ten thousand rows of full fields have. */
export const MAXIMUM_TEXT = 16 * 1024 * 1024;

/** Rows per chunk, unless its text is long: each row takes time to process, while others wait. */
const STRETCH_ROWS = 250;
const STRETCH_TEXT = 128 * 1024;

/** Collects rows as a reader finds them; the first that is not empty holds the headings. */
export class SheetBuilder {
  readonly #limits: SheetLimits;
  #headings: string[] | null = null;
  #rows: SheetRow[] = [];
  #rowsText = 0;
  #full: SheetRow[][] = [];
  #count = 0;
  #text = 0;

  constructor(limits: SheetLimits) {
    this.#limits = limits;
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
    if (this.#headings === null) {
      this.#headings = row.cells;
      return;
    }
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
    for (const rows of full) yield { headings: this.#headings ?? [], rows };
  }

  /** Yields the rest. @throws SheetProblem EmptySheet when there was nothing below the headings. */
  finish(): Generator<Sheet> {
    if (this.#count === 0) throw new SheetProblem('EmptySheet');
    this.#fill();
    return this.chunks();
  }
}

/** Joins chunks to a sheet. */
export async function wholeSheet(chunks: AsyncIterable<Sheet> | Iterable<Sheet>): Promise<Sheet> {
  const whole: Sheet = { headings: [], rows: [] };
  for await (const { headings, rows } of chunks) {
    whole.headings = headings;
    whole.rows.push(...rows);
  }
  return whole;
}
