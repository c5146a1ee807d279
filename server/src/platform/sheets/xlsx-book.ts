import { SheetProblem } from './problem.ts';
import type { Serials } from './serial-days.ts';
import { attributeOf, readWholeXml } from './xml.ts';
import type { Archive } from './zip.ts';

/** Maximum number of relations; a workbook has one per sheet and a dozen more. */
const MAXIMUM_RELATIONS = 2_000;

interface Relation {
  id: string;
  type: string;
  /** A path in the archive. */
  target: string;
}

/** Reads a required part of the workbook. @throws SheetProblem if it is missing. */
export function partOf(archive: Archive, path: string): Uint8Array {
  const part = archive.read(path);
  if (!part) throw new SheetProblem('UnreadableFile');
  return part;
}

/** Returns the path of the workbook's part; null if the archive is not a workbook. */
export function workbookOf(archive: Archive): string | null {
  if (!archive.has('[Content_Types].xml')) return null;
  const relations = relationsOf(archive, '');
  const named = relations.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml';
  return archive.has(named) && /workbook/i.test(named) ? named : null;
}

/**
 * Returns the relations of a part: those of `xl/workbook.xml` are in `xl/_rels/workbook.xml.rels`, the archive's in
 * `_rels/.rels`.
 */
export function relationsOf(archive: Archive, path: string): Relation[] {
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

/** Maximum number of sheets searched for headings. */
const MAXIMUM_SHEETS = 10;

/** Returns the visible sheets in order, and the day count of the workbook. */
export function workbookInfo(archive: Archive, workbookPath: string, relations: readonly Relation[]) {
  const worksheets = new Map(
    relations.filter(({ type }) => type.endsWith('/worksheet')).map(({ id, target }) => [id, target]),
  );
  const sheets: string[] = [];
  let serials: Serials = 'from1900';
  readWholeXml(partOf(archive, workbookPath), {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true|on)$/i.test(attributeOf(attributes, 'date1904') ?? ''))
        serials = 'from1904';
      if (name !== 'sheet' || /hidden/i.test(attributeOf(attributes, 'state') ?? '')) return;
      const id = Object.entries(attributes).find(([each]) => each.endsWith(':id'))?.[1];
      const path = worksheets.get(id ?? '');
      if (path !== undefined) sheets.push(path);
    },
  });
  if (sheets.length === 0) throw new SheetProblem('EmptySheet');
  return { sheets: sheets.slice(0, MAXIMUM_SHEETS), serials };
}
