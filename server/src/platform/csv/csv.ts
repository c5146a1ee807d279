import { formatPounds } from '@daftar/contract/money';

/** One cell: text, a figure, or an amount in hundredths, which a workbook keeps as a number with two decimals. */
export type Cell = string | number | null | { hundredths: number };

const BOM = '\ufeff';
const NUMBER = /^-?\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;
const SPECIAL = /[",\r\n]|^\s|\s$/;

/**
 * One row, RFC 4180: quoted where needed, ending in CRLF. A cell that a spreadsheet would run as a formula is
 * neutralised with a leading apostrophe; plain numbers are left alone.
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return formatPounds(cell.hundredths);
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first line of a file, after the mark by which Excel knows UTF-8. */
export function csvHead(headings: readonly string[]): string {
  return BOM + csvRow(headings);
}

/** `daftar-payment-links-2026-06-15.csv` */
export function exportFileName(what: string, day: string, extension: 'csv' | 'xlsx'): string {
  return `daftar-${what}-${day}.${extension}`;
}
