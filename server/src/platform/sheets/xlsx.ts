import { SheetProblem } from './problem.ts';
import {
  knownHeadings,
  knownIn,
  LONGEST_CELL,
  MAXIMUM_ABOVE,
  MAXIMUM_TEXT,
  type Sheet,
  SheetBuilder,
  type SheetLimits,
} from './sheet.ts';
import { partOf, relationsOf, workbookInfo, workbookOf } from './xlsx-book.ts';
import { rowListener, type Values } from './xlsx-cells.ts';
import { dateStyles } from './xlsx-styles.ts';
import { readWholeXml, readXml, unescapeExcel } from './xml.ts';
import { type Archive, openArchive } from './zip.ts';

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
  const values: Values = {
    strings,
    dates: stylesPart ? dateStyles(stylesPart) : [],
    serials: book.serials,
    decimalMark: limits.decimalMark ?? '.',
  };
  const sheetPath = sheetWithHeadings(archive, book.sheets, values, limits);
  const builder = new SheetBuilder(limits, { serials: book.serials });
  for (const _ of readXml(
    partOf(archive, sheetPath),
    rowListener(values, (row) => builder.add(row)),
  )) {
    yield* builder.chunks();
  }
  yield* builder.finish();
}

/** Returns the sheet whose first rows have most of the known headings; without known headings, the first one. */
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

/** Reads the strings that cells refer to by number; rich text is joined, phonetic readings (`rPh`) are ignored. */
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
