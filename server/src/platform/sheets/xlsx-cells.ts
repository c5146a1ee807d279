import { SheetProblem } from './problem.ts';
import { DAY_ZERO, type Serials } from './serial-days.ts';
import { LONGEST_CELL, MAXIMUM_COLUMNS, type SheetRow } from './sheet.ts';
import type { DateStyle } from './xlsx-styles.ts';
import { type Attributes, unescapeExcel, type XmlListener } from './xml.ts';

/** The last row number of Excel. */
const LAST_ROW = 1_048_576;
const WIDEST_ROW = 16_384;

/** The data that cells refer to. */
export interface Values {
  strings: readonly string[];
  /** For the number of a cell's style: whether it shows a date, a time of day, or neither. */
  dates: readonly DateStyle[];
  /** The first day in the workbook's numbering of days. */
  serials: Serials;
  decimalMark: '.' | ',';
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  /** Content of `v`. */
  value: string;
  /** Content of `is`: text in the cell itself. */
  inline: string;
  isFormula: boolean;
}

/** Passes each row with cells to `onRow`, in order. */
export function rowListener(values: Values, onRow: (row: SheetRow) => void): XmlListener {
  let last = 0;
  let row: SheetRow | null = null;
  let cell: OpenCell | null = null;
  let column = 0;
  let cells = 0;
  let open: 'value' | 'inline' | null = null;
  let inReading = false;
  return {
    open(name, attributes) {
      if (name === 'row') {
        last = rowNumber(attributes, last);
        row = { row: last, cells: [] };
        column = 0;
        cells = 0;
      } else if (name === 'c') {
        cells += 1;
        if (cells > WIDEST_ROW) throw new SheetProblem('UnreadableFile');
        column = columnOf(attributes.r) ?? column;
        cell = {
          column,
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? 0),
          value: '',
          inline: '',
          isFormula: false,
        };
        column += 1;
      } else if (name === 'f') {
        if (cell) cell.isFormula = true;
      } else if (name === 'v') open = 'value';
      // Phonetic readings of Japanese text are not part of it.
      else if (name === 'rPh') inReading = true;
      else if (name === 't' && !inReading) open = 'inline';
    },
    close(name) {
      if (name === 'v' || name === 't') open = null;
      else if (name === 'rPh') inReading = false;
      else if (name === 'c') {
        if (row && cell && cell.column < MAXIMUM_COLUMNS) place(row, cell, values);
        cell = null;
      } else if (name === 'row') {
        if (row) onRow(row);
        row = null;
      }
    },
    text(some) {
      if (!open || !cell || cell.column >= MAXIMUM_COLUMNS) return;
      cell[open] += some;
      if (cell[open].length > LONGEST_CELL) throw new SheetProblem('SheetTooLarge');
    },
  };
}

function rowNumber(attributes: Attributes, last: number): number {
  const number = Number(attributes.r ?? last + 1);
  if (!Number.isInteger(number) || number <= last || number > LAST_ROW) {
    throw new SheetProblem('UnreadableFile');
  }
  return number;
}

/** Returns the column index of a reference: that of `AB12` is 27; undefined without a reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (!letters) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function place(row: SheetRow, cell: OpenCell, values: Values): void {
  const { column, type, isFormula } = cell;
  while (row.cells.length < column) row.cells.push('');
  const problem = isFormula ? 'FormulaNotAllowed' : type === 'e' ? 'CellError' : null;
  if (problem) {
    row.problems ??= new Map();
    row.problems.set(column, problem);
  }
  row.cells[column] = problem ? '' : textOf(cell, values);
}

function textOf({ type, style, value, inline }: OpenCell, values: Values): string {
  const { strings, dates, serials } = values;
  const text = value.trim();
  // An inline string may have its value in `v` instead.
  if (type === 'inlineStr') return unescapeExcel(inline || value).trim();
  if (type === 'd') return text.replace(/T00:00(?::00(?:\.0+)?)?Z?$/, '');
  // A cell without a value is empty, whatever its type.
  if (text === '') return unescapeExcel(inline).trim();
  switch (type) {
    case 's':
      return strings[Number(text)] ?? '';
    case 'b':
      return text === '1' || text === 'true' ? 'TRUE' : 'FALSE';
    case 'n':
      return (dates[style] === 'date' ? dateText(text, serials) : null) ?? numberText(text, values);
    default:
      return unescapeExcel(value).trim();
  }
}

const DAY_MILLISECONDS = 86_400_000;
const FIRST_SERIAL = 61;
const LAST_SERIAL = 2_958_465;

/**
 * Formats a cell that shows a date: `2026-11-03`, or with its time `2026-11-03 14:05:00`. Null for a number that is not
 * a date.
 */
function dateText(value: string, serials: Serials): string | null {
  const serial = Number(value);
  if (!(serial >= (serials === 'from1904' ? 0 : FIRST_SERIAL)) || serial > LAST_SERIAL) return null;
  const seconds = Math.round(serial * 86_400);
  const moment = new Date(
    DAY_ZERO[serials] + Math.floor(seconds / 86_400) * DAY_MILLISECONDS + (seconds % 86_400) * 1_000,
  );
  const [day = '', time = ''] = moment.toISOString().split('T');
  return seconds % 86_400 === 0 ? day : `${day} ${time.slice(0, 8)}`;
}

/** Formats a number for people: Excel stores fifteen digits, and sometimes an exponent. */
function numberText(value: string, { decimalMark }: Values): string {
  if (value === '' || /^-?\d+$/.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  // Some programs write sixteen digits of an id with an exponent.
  const exact = Number.isSafeInteger(number) ? number : Number(number.toPrecision(15));
  return String(exact).replace('.', decimalMark);
}
