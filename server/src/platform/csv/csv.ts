/** One cell: text, or a figure already written out. */
export type Cell = string | number | null;

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
  const text = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first line of a file, after the mark by which Excel knows UTF-8. */
export function csvHead(headings: readonly string[]): string {
  return BOM + csvRow(headings);
}

/** `daftar-payment-links-2026-06-15.csv` */
export function csvFileName(what: string, day: string): string {
  return `daftar-${what}-${day}.csv`;
}
