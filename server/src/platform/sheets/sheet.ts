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

/** What is read of a file: its first sheet. */
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

/** Gathers rows as a reader finds them; the first that is not empty holds the headings. */
export class SheetBuilder {
  readonly #limits: SheetLimits;
  #headings: string[] | null = null;
  readonly #rows: SheetRow[] = [];

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
    if (this.#rows.length >= this.#limits.maximumRows) {
      throw new SheetRefused('TooManyRows', { maximum: this.#limits.maximumRows });
    }
    this.#rows.push(row);
  }

  /** @throws SheetRefused EmptySheet when there is nothing below the headings. */
  finish(): Sheet {
    if (this.#headings === null || this.#rows.length === 0) throw new SheetRefused('EmptySheet');
    return { headings: this.#headings, rows: this.#rows };
  }
}

/** Lets other requests run: long sheets are read a stretch at a time. */
export async function breathe(): Promise<void> {
  await setImmediate();
}
