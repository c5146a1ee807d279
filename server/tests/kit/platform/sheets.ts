import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a test archive; its sizes may be wrong. */
export interface TestEntry {
  name: string;
  content: string | Buffer;
  claimedBytes?: number;
}

/** Creates a deflated ZIP archive as spreadsheets write it. */
export function zipOf(entries: readonly TestEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedBytes } of entries) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimedBytes ?? bytes.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), shared, nameBytes, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    centrals.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), shared, rest, nameBytes]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Escapes text for XML. */
const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The parts of a workbook around the XML of its one sheet and its shared strings. */
export function workbookParts(sheetXml: string, strings: readonly string[] = []): TestEntry[] {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`;
  const relations = (inside: string) =>
    `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  const texts = strings.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('');
  return [
    { name: '[Content_Types].xml', content: '<?xml version="1.0"?><Types/>' },
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
      ),
    },
    { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${MAIN}">${texts}</sst>` },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml },
  ];
}

const letter = (column: number) => String.fromCharCode(65 + column);

/** The XML of a sheet; cells that hold XML (`<c…`) are inserted unchanged. */
export function sheetOf(rows: readonly (readonly (string | number)[])[], strings: string[]): string {
  const xml = rows.map((cells, index) => {
    const inside = cells.map((cell, column) => {
      const at = `r="${letter(column)}${index + 1}"`;
      if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`;
      if (cell.startsWith('<c ')) return cell;
      if (cell === '') return '';
      return `<c ${at} t="s"><v>${strings.push(cell) - 1}</v></c>`;
    });
    return cells.length === 0 ? '' : `<row r="${index + 1}">${inside.join('')}</row>`;
  });
  return `<worksheet xmlns="${MAIN}"><sheetData>${xml.join('')}</sheetData></worksheet>`;
}

/** A workbook of one sheet; empty rows are left out. */
export function xlsxOf(
  rows: readonly (readonly (string | number)[])[],
  { is1904 = false }: { is1904?: boolean } = {},
): Buffer {
  const strings: string[] = [];
  const parts = workbookParts(sheetOf(rows, strings), strings);
  if (!is1904) return zipOf(parts);
  const counted = (content: string) => content.replace('<sheets>', '<workbookPr date1904="1"/><sheets>');
  return zipOf(parts.map((part) => ({ ...part, content: counted(String(part.content)) })));
}
