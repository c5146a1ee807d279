import { SheetProblem } from './problem.ts';
import {
  LONGEST_CELL,
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
  const sheetPath = firstSheet(archive, workbookPath, relations);
  const stringsPath = relations.find(({ type }) => type.endsWith('/sharedStrings'))?.target;
  const strings = stringsPath ? sharedStrings(partOf(archive, stringsPath)) : [];
  const builder = new SheetBuilder(limits);
  for (const _ of readXml(
    partOf(archive, sheetPath),
    rowListener(strings, (row) => builder.add(row)),
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
        target: pathOf(folder, attributeOf(attributes, 'Target') ?? ''),
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

/** The first sheet that is not hidden. */
function firstSheet(archive: Archive, workbookPath: string, relations: readonly Relation[]): string {
  const worksheets = new Map(
    relations.filter(({ type }) => type.endsWith('/worksheet')).map(({ id, target }) => [id, target]),
  );
  let first: string | undefined;
  readWholeXml(partOf(archive, workbookPath), {
    open(name, attributes) {
      if (name !== 'sheet' || first !== undefined) return;
      if (/hidden/i.test(attributeOf(attributes, 'state') ?? '')) return;
      const id = Object.entries(attributes).find(([each]) => each.endsWith(':id'))?.[1];
      first = worksheets.get(id ?? '');
    },
  });
  if (first === undefined) throw new SheetProblem('EmptySheet');
  return first;
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
  value: string;
  isFormula: boolean;
}

/** Passes on each row that has cells, in order. */
function rowListener(strings: readonly string[], onRow: (row: SheetRow) => void): XmlListener {
  let last = 0;
  let row: SheetRow | null = null;
  let cell: OpenCell | null = null;
  let column = 0;
  let cells = 0;
  let isValue = false;
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
        cell = { column, type: attributes.t ?? 'n', value: '', isFormula: false };
        column += 1;
      } else if (name === 'f') {
        if (cell) cell.isFormula = true;
      } else if (name === 'v' || name === 't') isValue = true;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c') {
        if (row && cell && cell.column < MAXIMUM_COLUMNS) place(row, cell, strings);
        cell = null;
      } else if (name === 'row') {
        if (row) onRow(row);
        row = null;
      }
    },
    text(some) {
      if (!isValue || !cell || cell.column >= MAXIMUM_COLUMNS) return;
      cell.value += some;
      if (cell.value.length > LONGEST_CELL) throw new SheetProblem('SheetTooLarge');
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

function place(
  row: SheetRow,
  { column, type, value, isFormula }: OpenCell,
  strings: readonly string[],
): void {
  while (row.cells.length < column) row.cells.push('');
  const problem = isFormula ? 'FormulaNotAllowed' : type === 'e' ? 'CellError' : null;
  if (problem) {
    row.problems ??= new Map();
    row.problems.set(column, problem);
  }
  row.cells[column] = problem ? '' : textOf(type, value, strings);
}

function textOf(type: string, value: string, strings: readonly string[]): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return numberText(value.trim());
    default:
      return unescapeExcel(value).trim();
  }
}

/** Formats a number as a person would read it: Excel stores fifteen digits, and sometimes an exponent. */
function numberText(value: string): string {
  if (value === '' || /^-?\d+$/.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}
