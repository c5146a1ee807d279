import { SheetProblem } from './problem.ts';

/** One row that has something in it. */
export interface SheetRow {
  /** The sheet's own number: headings are row 1. */
  row: number;
  /** Trimmed text by column; cells that are not there are empty. */
  cells: string[];
  /** Columns whose cell is no value: a key of the contract's messages. */
  problems?: Map<number, 'FormulaNotAllowed' | 'CellError'>;
}

/** What is read of a file: its first sheet, or a stretch of its rows. */
export interface Sheet {
  headings: string[];
  rows: SheetRow[];
}

export interface SheetLimits {
  /** Rows below the headings; one more refuses the file. */
  maximumRows: number;
}

/** Columns past this one are not looked at. */
export const MAXIMUM_COLUMNS = 64;
/** Characters of one cell: what Excel itself allows. */
export const LONGEST_CELL = 32_767;
/** Characters of all cells together: ten thousand rows that are full to the last allowed letter are fewer. */
export const MAXIMUM_TEXT = 16 * 1024 * 1024;

/** Handed over in one go, whichever comes first. Whoever gets it does something with each row, and others wait meanwhile. */
const STRETCH_ROWS = 250;
const STRETCH_TEXT = 128 * 1024;

/** Gathers rows as a reader finds them; the first that is not empty holds the headings. */
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

  /** The headings with the rows that were found since, once there are enough of them for a stretch. */
  *stretches(): Generator<Sheet> {
    const full = this.#full;
    this.#full = [];
    for (const rows of full) yield { headings: this.#headings ?? [], rows };
  }

  /** What is left. @throws SheetProblem EmptySheet when there was nothing below the headings. */
  finish(): Generator<Sheet> {
    if (this.#count === 0) throw new SheetProblem('EmptySheet');
    this.#fill();
    return this.stretches();
  }
}

/** A sheet of its stretches. */
export async function wholeSheet(stretches: AsyncIterable<Sheet> | Iterable<Sheet>): Promise<Sheet> {
  const whole: Sheet = { headings: [], rows: [] };
  for await (const { headings, rows } of stretches) {
    whole.headings = headings;
    whole.rows.push(...rows);
  }
  return whole;
}
