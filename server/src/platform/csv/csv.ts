import { formatPounds } from '@daftar/contract/money';

/**
 * A cell: text, a number, an amount in hundredths, which workbooks store as a number with two decimals, or a day or time of
 * the wall clock (`2026-06-15`, `2026-06-15 14:05`, `2026-06-15 14:05:30`), which workbooks store as a date.
 */
export type Cell = string | number | null | { hundredths: number } | { moment: string };

const BOM = '\ufeff';

/** White space as JavaScript defines it, spelled out because PostgreSQL's `\s` depends on the locale. */
const SPACE = '\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';

/** Characters that begin a formula, including full-width and small signs; a bar begins an old DDE call. */
const SIGNS = '-=+@|\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b';

/** Patterns of text that needs escaping, understood alike by JavaScript and PostgreSQL. */
export const PATTERNS = {
  number: '^-?[0-9]+([.][0-9]+)?$',
  /**
   * Text that a spreadsheet would run as a formula. Leading apostrophes count as part of it, so that the escaping
   * apostrophe can be distinguished from them.
   */
  formula: `^'*[${SIGNS}\\t\\r\\n]`,
  /**
   * A formula within text, after a character that begins a cell if lists are separated by a semicolon or a tab, where a
   * quotation mark within a line does not keep the text together. Two groups, between which an apostrophe disarms it.
   */
  formulaWithin: `([;\\t\\r\\n])(['"]*[${SIGNS}])`,
  quoted: `[",\\r\\n]|^[${SPACE}]|[${SPACE}]$`,
} as const;

const NUMBER = new RegExp(PATTERNS.number);
const FORMULA = new RegExp(PATTERNS.formula);
const FORMULA_WITHIN = new RegExp(PATTERNS.formulaWithin, 'g');
const DISARMED_WITHIN = new RegExp(PATTERNS.formulaWithin.replace(')(', ")'("), 'g');
const QUOTED = new RegExp(PATTERNS.quoted);

/**
 * Formats a row as in RFC 4180: quoted where needed, ending in CRLF. A cell that a spreadsheet would run as a formula
 * gets an apostrophe before it; plain numbers do not.
 */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Restores text that {@link csvCell} escaped. */
export const unescaped = (cell: string): string => {
  const text = cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
  return text.replace(DISARMED_WITHIN, '$1$2');
};

/** Formats a cell of a row. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return 'moment' in cell ? cell.moment : formatPounds(cell.hundredths);
  const whole = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell;
  const text = whole.replace(FORMULA_WITHIN, "$1'$2");
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first line of a file, after the byte order mark by which Excel detects UTF-8. */
export function csvHead(headings: readonly string[]): string {
  return BOM + csvRow(headings);
}

/** `daftar-payment-links-2026-06-15.csv` */
export function exportFileName(what: string, days: string, extension: 'csv' | 'xlsx'): string {
  return `daftar-${what}-${days}.${extension}`;
}

/** Returns days, both included, for the name of a file. */
export const daysInName = (from: string, to: string): string => (from === to ? from : `${from}-${to}`);
