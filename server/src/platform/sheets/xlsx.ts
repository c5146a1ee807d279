import { SheetProblem } from './problem.ts';
import {
  knownHeadings,
  knownIn,
  LONGEST_CELL,
  MAXIMUM_ABOVE,
  MAXIMUM_COLUMNS,
  MAXIMUM_TEXT,
  type Sheet,
  SheetBuilder,
  type SheetLimits,
  type SheetRow,
} from './sheet.ts';
import {
  type Attributes,
  attributeOf,
  readWholeXml,
  readXml,
  unescapeExcel,
  type XmlListener,
} from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/** The last row number of Excel. */
const LAST_ROW = 1_048_576;
const WIDEST_ROW = 16_384;
/** A workbook has one per sheet and a dozen more. */
const MAXIMUM_RELATIONS = 2_000;

/**
 * Reads the first visible sheet of a workbook in chunks of rows, values only. A formula is an error of its cell: it is
 * not run, and its last result is not trusted. Macros, pictures and other parts are not inflated.
 * @throws SheetProblem
 */
export function* readXlsx(content: Buffer, limits: SheetLimits): Generator<Sheet> {
  const archive = openArchive(content);
  const workbookPath = workbookOf(archive);
  if (!workbookPath) throw new SheetProblem('InvalidFileType');
  const relations = relationsOf(archive, workbookPath);
  const book = workbookInfo(archive, workbookPath, relations);
  const stringsPath = relations.find(({ type }) => type.endsWith('/sharedStrings'))?.target;
  const strings = stringsPath ? sharedStrings(partOf(archive, stringsPath)) : [];
  const stylesPath = relations.find(({ type }) => type.endsWith('/styles'))?.target;
  const stylesPart = stylesPath === undefined ? null : archive.read(stylesPath);
  const values: Values = { strings, dates: stylesPart ? dateStyles(stylesPart) : [], is1904: book.is1904 };
  const sheetPath = sheetWithHeadings(archive, book.sheets, values, limits);
  const builder = new SheetBuilder(limits);
  for (const _ of readXml(
    partOf(archive, sheetPath),
    rowListener(values, (row) => builder.add(row)),
  )) {
    yield* builder.chunks();
  }
  yield* builder.finish();
}

interface Relation {
  id: string;
  type: string;
  /** A path in the archive. */
  target: string;
}

function partOf(archive: Archive, path: string): Uint8Array {
  const part = archive.read(path);
  if (!part) throw new SheetProblem('UnreadableFile');
  return part;
}

function workbookOf(archive: Archive): string | null {
  if (!archive.has('[Content_Types].xml')) return null;
  const relations = relationsOf(archive, '');
  const named = relations.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml';
  return archive.has(named) && /workbook/i.test(named) ? named : null;
}

/**
 * The relations of a part: those of `xl/workbook.xml` are in `xl/_rels/workbook.xml.rels`, the archive's in
 * `_rels/.rels`.
 */
function relationsOf(archive: Archive, path: string): Relation[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const part = archive.read(`${folder}_rels/${path.slice(folder.length)}.rels`);
  const relations: Relation[] = [];
  if (!part) return relations;
  readWholeXml(part, {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      if (relations.length >= MAXIMUM_RELATIONS) throw new SheetProblem('UnreadableFile');
      relations.push({
        id: attributeOf(attributes, 'Id') ?? '',
        type: attributeOf(attributes, 'Type') ?? '',
        target: pathOf(folder, (attributeOf(attributes, 'Target') ?? '').replaceAll('\\', '/')),
      });
    },
  });
  return relations;
}

/** Resolves a target to a path in the archive; `..` cannot leave it. */
function pathOf(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** What cells refer to. */
interface Values {
  strings: readonly string[];
  /** By the number of a cell's style: whether it shows a date, a time of day, or neither. */
  dates: readonly DateStyle[];
  /** Days are counted from 1904, as Excel for the Mac did. */
  is1904: boolean;
}

/** Sheets that are searched for headings. */
const MAXIMUM_SHEETS = 10;

/** The visible sheets in order, and how the workbook counts days. */
function workbookInfo(archive: Archive, workbookPath: string, relations: readonly Relation[]) {
  const worksheets = new Map(
    relations.filter(({ type }) => type.endsWith('/worksheet')).map(({ id, target }) => [id, target]),
  );
  const sheets: string[] = [];
  let is1904 = false;
  readWholeXml(partOf(archive, workbookPath), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true|on)$/i.test(attributeOf(attributes, 'date1904') ?? '');
      if (name !== 'sheet' || /hidden/i.test(attributeOf(attributes, 'state') ?? '')) return;
      const id = Object.entries(attributes).find(([each]) => each.endsWith(':id'))?.[1];
      const path = worksheets.get(id ?? '');
      if (path !== undefined) sheets.push(path);
    },
  });
  if (sheets.length === 0) throw new SheetProblem('EmptySheet');
  return { sheets: sheets.slice(0, MAXIMUM_SHEETS), is1904 };
}

/** The sheet whose first rows have most of the known headings; without known headings the first one. */
function sheetWithHeadings(
  archive: Archive,
  sheets: readonly string[],
  values: Values,
  limits: SheetLimits,
): string {
  const known = knownHeadings(limits);
  if (known.size === 0 || sheets.length === 1) return sheets[0]!;
  let best = { path: sheets[0]!, score: 0 };
  for (const path of sheets) {
    let rows = 0;
    let score = 0;
    const listener = rowListener(values, ({ cells }) => {
      rows += 1;
      score = Math.max(score, knownIn(cells, known));
    });
    for (const _ of readXml(partOf(archive, path), listener)) if (rows > MAXIMUM_ABOVE) break;
    if (score > best.score) best = { path, score };
    if (score === known.size) break;
  }
  return best.path;
}

type DateStyle = 'date' | 'time' | null;

/** Excel's own numbers of formats that show a day, in any language. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const isTimeFormat = (id: number) => id >= 18 && id <= 21;

/** What a format shows: quoted text, colours, languages and elapsed hours are no part of a day. */
function dateStyleOf(format: string): DateStyle {
  const letters = (format.split(';')[0] ?? '')
    .replace(/"[^"]*"?|\\.|_.|\*./g, '')
    .replace(/\[(?:[hms]+)\]/gi, '')
    .replace(/\[[^[\]]*\]/g, '')
    .replace(/am\/pm|a\/p|general/gi, '');
  if (/[yd]/i.test(letters) || (/m/i.test(letters) && !/[hs0#]/i.test(letters))) return 'date';
  return /[hs]/i.test(letters) ? 'time' : null;
}

/** The most styles of a workbook, as Excel allows. */
const MAXIMUM_STYLES = 65_536;

/** Which cell styles show dates. */
function dateStyles(part: Uint8Array): DateStyle[] {
  const formats = new Map<number, DateStyle>();
  const styles: DateStyle[] = [];
  let inCells = false;
  readWholeXml(part, {
    open(name, attributes) {
      const id = Number(attributeOf(attributes, 'numFmtId'));
      if (name === 'numFmt')
        formats.set(id, dateStyleOf((attributeOf(attributes, 'formatCode') ?? '').slice(0, 300)));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells && styles.length < MAXIMUM_STYLES) {
        const own = formats.get(id);
        styles.push(own !== undefined ? own : isDateFormat(id) ? 'date' : isTimeFormat(id) ? 'time' : null);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

/** The strings that cells refer to by number; rich text is joined, phonetic readings (`rPh`) are ignored. */
function sharedStrings(part: Uint8Array): string[] {
  const strings: string[] = [];
  let text = '';
  let total = 0;
  let isText = false;
  let inReading = false;
  readWholeXml(part, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') inReading = true;
      else if (name === 't') isText = !inReading;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') inReading = false;
      else if (name === 'si') strings.push(unescapeExcel(text).trim());
    },
    text(some) {
      if (!isText) return;
      text += some;
      total += some.length;
      if (text.length > LONGEST_CELL || total > MAXIMUM_TEXT) throw new SheetProblem('SheetTooLarge');
    },
  });
  return strings;
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  /** Of `v`. */
  value: string;
  /** Of `is`: text in the cell itself. */
  inline: string;
  isFormula: boolean;
}

/** Passes on each row that has cells, in order. */
function rowListener(values: Values, onRow: (row: SheetRow) => void): XmlListener {
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
      // Readings of Japanese text are beside it, not part of it.
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

/** The column index of `AB12`, which is 27; undefined without a reference. */
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

function textOf({ type, style, value, inline }: OpenCell, { strings, dates, is1904 }: Values): string {
  const text = value.trim();
  // An inline string may have its value beside it.
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
      return dates[style] === 'date' ? (dateText(text, is1904) ?? numberText(text)) : numberText(text);
    default:
      return unescapeExcel(value).trim();
  }
}

const DAY_MILLISECONDS = 86_400_000;
/** Excel counts days from the last of 1899, or from the first of 1904; until February 1900 it counts one too many. */
const EPOCHS = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };
const FIRST_SERIAL = 61;
const LAST_SERIAL = 2_958_465;

/** A cell that shows a day: `2026-11-03`, or with its time `2026-11-03 14:05:00`. Null for a number that is no day. */
function dateText(value: string, is1904: boolean): string | null {
  const serial = Number(value);
  if (!(serial >= (is1904 ? 0 : FIRST_SERIAL)) || serial > LAST_SERIAL) return null;
  const seconds = Math.round(serial * 86_400);
  const epoch = is1904 ? EPOCHS.from1904 : EPOCHS.from1900;
  const moment = new Date(
    epoch + Math.floor(seconds / 86_400) * DAY_MILLISECONDS + (seconds % 86_400) * 1_000,
  );
  const [day = '', time = ''] = moment.toISOString().split('T');
  return seconds % 86_400 === 0 ? day : `${day} ${time.slice(0, 8)}`;
}

/** Formats a number as a person would read it: Excel stores fifteen digits, and sometimes an exponent. */
function numberText(value: string): string {
  if (value === '' || /^-?\d+$/.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}
