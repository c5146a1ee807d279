import { setImmediate } from 'node:timers/promises';
import { SheetRefused } from './errors.ts';

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

/** Handed over in one go. */
const STRETCH_ROWS = 250;

/** Gathers rows as a reader finds them; the first that is not empty holds the headings. */
export class SheetBuilder {
  readonly #limits: SheetLimits;
  #headings: string[] | null = null;
  #rows: SheetRow[] = [];
  #count = 0;

  constructor(limits: SheetLimits) {
    this.#limits = limits;
  }

  /** @throws SheetRefused TooManyRows */
  add(row: SheetRow): void {
    if (row.cells.every((cell) => cell === '') && !row.problems) return;
    if (this.#headings === null) {
      this.#headings = row.cells;
      return;
    }
    if (this.#count >= this.#limits.maximumRows) {
      throw new SheetRefused('TooManyRows', { maximum: this.#limits.maximumRows });
    }
    this.#count += 1;
    this.#rows.push(row);
  }

  /** The headings with the rows that were found since, if there are any: a few hundred at a time. */
  *stretch(): Generator<Sheet> {
    const rows = this.#rows;
    this.#rows = [];
    for (let start = 0; this.#headings !== null && start < rows.length; start += STRETCH_ROWS) {
      yield { headings: this.#headings, rows: rows.slice(start, start + STRETCH_ROWS) };
    }
  }

  /** The last stretch. @throws SheetRefused EmptySheet when there was nothing below the headings. */
  finish(): Generator<Sheet> {
    if (this.#count === 0) throw new SheetRefused('EmptySheet');
    return this.stretch();
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

/** Lets other requests run: long sheets are read a stretch at a time. */
export async function breathe(): Promise<void> {
  await setImmediate();
}
