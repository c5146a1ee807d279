import { SheetRefused } from './errors.ts';
import {
  breathe,
  MAXIMUM_COLUMNS,
  type Sheet,
  SheetBuilder,
  type SheetLimits,
  type SheetRow,
} from './sheet.ts';
import { attributeOf, unescapeExcel, unescapeXml, xmlText } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

/** Tags looked at of one part: ten thousand rows of sixty-four cells are fewer. */
const MAXIMUM_TAGS = 3_000_000;
/** Looked at in one go, in about a millisecond: whoever waits for the process meanwhile waits no longer. */
const STRETCH_TAGS = 2_000;
/** Decoded in one go. */
const PIECE_BYTES = 128 * 1024;
const LAST_ROW = 1_048_576;

/**
 * Reads the first visible sheet of a workbook a stretch of rows at a time, values only: a formula is a problem of its
 * cell and is never run, nor is its last result trusted; macros, pictures and whatever else the archive holds is not even
 * inflated.
 * @throws SheetRefused
 */
export async function* readXlsx(content: Buffer, limits: SheetLimits): AsyncGenerator<Sheet> {
  const archive = openArchive(content);
  const workbookPath = await workbookOf(archive);
  if (!workbookPath) throw new SheetRefused('InvalidFileType');
  const relations = await relationsOf(archive, workbookPath);
  const sheetPath = await firstSheet(archive, workbookPath, relations);
  const stringsPath = relations.find(({ type }) => type.endsWith('/sharedStrings'))?.target;
  const strings = stringsPath ? await sharedStrings(xmlText(await partOf(archive, stringsPath))) : [];
  const builder = new SheetBuilder(limits);
  const part = await partOf(archive, sheetPath);
  for (const _ of readRows(part, strings, (row) => builder.add(row))) {
    yield* builder.stretch();
    await breathe();
  }
  yield* builder.finish();
}

interface Relation {
  id: string;
  type: string;
  /** A path in the archive. */
  target: string;
}

async function partOf(archive: Archive, path: string): Promise<Buffer> {
  const part = await archive.read(path);
  if (!part) throw new SheetRefused('UnreadableFile');
  return part;
}

async function workbookOf(archive: Archive): Promise<string | null> {
  if (!archive.has('[Content_Types].xml')) return null;
  const relations = await relationsOf(archive, '');
  const named = relations.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml';
  return archive.has(named) && /workbook/i.test(named) ? named : null;
}

/** What a part points at: `xl/workbook.xml` by `xl/_rels/workbook.xml.rels`; the archive itself by `_rels/.rels`. */
async function relationsOf(archive: Archive, path: string): Promise<Relation[]> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const part = await archive.read(`${folder}_rels/${path.slice(folder.length)}.rels`);
  if (!part) return [];
  return [...xmlText(part).matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)].map(([, tag = '']) => ({
    id: attributeOf(tag, 'Id') ?? '',
    type: attributeOf(tag, 'Type') ?? '',
    target: pathOf(folder, attributeOf(tag, 'Target') ?? ''),
  }));
}

/** A target as a path in the archive; `..` cannot leave it, because there is nothing outside. */
function pathOf(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

async function firstSheet(
  archive: Archive,
  workbookPath: string,
  relations: readonly Relation[],
): Promise<string> {
  const workbook = xmlText(await partOf(archive, workbookPath));
  for (const [, tag = ''] of workbook.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g)) {
    if (/hidden/i.test(attributeOf(tag, 'state') ?? '')) continue;
    const id = /[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(tag)?.[1];
    const relation = relations.find((each) => each.id === id);
    if (relation?.type.endsWith('/worksheet')) return relation.target;
  }
  throw new SheetRefused('EmptySheet');
}

/** Looks at the tags of a part one by one, bounded, and halts after each stretch of them. */
function* readTags(
  pieces: Iterable<string>,
  names: string,
  look: (name: string, closing: boolean, inside: string, match: RegExpExecArray) => void,
): Generator<undefined, void> {
  const tags = new RegExp(`<(/?)(?:\\w+:)?(${names})(?=[\\s/>])([^>]*)>`, 'g');
  let seen = 0;
  for (const xml of pieces) {
    for (let match = tags.exec(xml); match !== null; match = tags.exec(xml)) {
      seen += 1;
      if (seen > MAXIMUM_TAGS) throw new SheetRefused('UnreadableFile');
      look(match[2]!, match[1] === '/', match[3]!, match);
      if (seen % STRETCH_TAGS === 0) yield;
    }
  }
}

/** The XML of a sheet in pieces that end with a row. In UTF-16, which nobody writes, no end is found: it is one piece. */
function* rowPieces(part: Buffer): Generator<string, void> {
  for (let from = 0; from < part.length; ) {
    const end = part.indexOf('</row>', from + PIECE_BYTES);
    const to = end < 0 ? part.length : end + '</row>'.length;
    yield xmlText(part.subarray(from, to));
    from = to;
  }
}

const isEmptyTag = (inside: string) => inside.endsWith('/');

/** The texts that cells point at by number; rich text is joined, readings above it (`rPh`) are not text. */
async function sharedStrings(xml: string): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let from = -1;
  let inReading = false;
  const tags = readTags([xml], 'si|t|rPh', (name, closing, inside, match) => {
    if (name === 'rPh') inReading = !closing && !isEmptyTag(inside);
    else if (name === 'si') {
      if (closing || isEmptyTag(inside)) strings.push(unescapeExcel(text).trim());
      text = '';
    } else if (!closing) from = isEmptyTag(inside) ? -1 : match.index + match[0].length;
    else if (from >= 0 && !inReading) text += unescapeXml(xml.slice(from, match.index));
  });
  for (const _ of tags) await breathe();
  return strings;
}

interface OpenCell {
  column: number;
  type: string;
  value: string;
  isFormula: boolean;
}

/** Hands over each row that has cells, in the order of the sheet, halting now and then. */
function readRows(
  part: Buffer,
  strings: readonly string[],
  onRow: (row: SheetRow) => void,
): Generator<undefined, void> {
  let last = 0;
  let row: SheetRow | null = null;
  let cell: OpenCell | null = null;
  let column = 0;
  let from = -1;
  const endCell = () => {
    if (row && cell && cell.column < MAXIMUM_COLUMNS) place(row, cell, strings);
    cell = null;
  };
  return readTags(rowPieces(part), 'row|c|v|t|f|sheetData', (name, closing, inside, match) => {
    if (name === 'row') {
      if (closing) {
        if (row) onRow(row);
        row = null;
        return;
      }
      const number = Number(attributeOf(inside, 'r') ?? last + 1);
      if (!Number.isInteger(number) || number <= last || number > LAST_ROW) {
        throw new SheetRefused('UnreadableFile');
      }
      last = number;
      column = 0;
      row = isEmptyTag(inside) ? null : { row: number, cells: [] };
    } else if (name === 'c') {
      if (closing) {
        endCell();
        return;
      }
      const at = columnOf(attributeOf(inside, 'r'));
      column = at ?? column;
      if (!isEmptyTag(inside)) {
        cell = { column, type: attributeOf(inside, 't') ?? 'n', value: '', isFormula: false };
      }
      column += 1;
    } else if (name === 'f') {
      if (cell) cell.isFormula = true;
    } else if (!closing) from = isEmptyTag(inside) ? -1 : match.index + match[0].length;
    else if (cell && from >= 0) cell.value += unescapeXml(match.input.slice(from, match.index));
  });
}

/** `AB12` → 27; undefined when the cell does not say. */
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

/** A number as a person would read it: Excel keeps fifteen digits, and sometimes writes them with an exponent. */
function numberText(value: string): string {
  if (value === '' || /^-?\d+$/.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value;
}
