// Writes the example sheets of the imports, with headings in both languages: `node tools/example-sheets.mjs`
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));

/** By noun: its columns, whose headings are in the server's catalogue, and rows that can be imported unchanged. */
const SHEETS = {
  customers: {
    folder: 'web/portal/customers/examples',
    columns: ['name', 'email', 'mobile', 'nationalId', 'description'],
    widths: [24, 30, 18, 20, 36],
    rows: {
      en: [
        [
          'Mona Adel',
          'mona.adel@example.com',
          '01001234567',
          '29001010112345',
          'Pays on the first of the month',
        ],
        ['Omar Hassan', 'omar.hassan@example.com', '+20 111 234 5678', '', 'Shop in Nasr City'],
        ['Salma Ibrahim', 'salma.ibrahim@example.com', '01223456789', '', ''],
      ],
      ar: [
        ['منى عادل', 'mona.adel@example.com', '01001234567', '29001010112345', 'تدفع أول كل شهر'],
        ['عمر حسن', 'omar.hassan@example.com', '+20 111 234 5678', '', 'محل في مدينة نصر'],
        ['سلمى إبراهيم', 'salma.ibrahim@example.com', '01223456789', '', ''],
      ],
    },
  },
  categories: {
    folder: 'web/portal/store/examples',
    columns: ['category', 'sub_category'],
    widths: [24, 48],
    rows: {
      en: [
        ['Clothes', 'Shirts, Scarves'],
        ['Home', 'Kitchen, Textiles'],
      ],
      ar: [
        ['ملابس', 'قمصان، أوشحة'],
        ['المنزل', 'المطبخ، المفروشات'],
      ],
    },
  },
  products: {
    folder: 'web/portal/store/examples',
    columns: [
      'product_code',
      'product_name',
      'description',
      'price',
      'in_stock',
      'weight',
      'category',
      'sub_category',
      'created_at',
    ],
    widths: [16, 28, 44, 12, 12, 12, 18, 18, 14],
    rows: {
      en: [
        [
          'SH-001',
          'Cotton shirt',
          'Egyptian cotton, white',
          '450.00',
          '20',
          '0.3',
          'Clothes',
          'Shirts',
          '2026-01-15',
        ],
        [
          'SC-001',
          'Wool scarf',
          'Hand woven in Akhmim',
          '275.50',
          '8',
          '0.2',
          'Clothes',
          'Scarves',
          '2026-01-20',
        ],
        ['KT-001', 'Copper coffee pot', 'For two cups', '320', '5', '', 'Home', 'Kitchen', ''],
      ],
      ar: [
        ['SH-001', 'قميص قطن', 'قطن مصري أبيض', '450.00', '20', '0.3', 'ملابس', 'قمصان', '2026-01-15'],
        ['SC-001', 'وشاح صوف', 'منسوج يدويًا في أخميم', '275.50', '8', '0.2', 'ملابس', 'أوشحة', '2026-01-20'],
        ['KT-001', 'كنكة نحاس', 'لفنجانين', '320', '5', '', 'المنزل', 'المطبخ', ''],
      ],
    },
  },
};

const escapeXml = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Creates a ZIP archive that depends only on its contents. */
function zip(files) {
  const locals = [];
  const directory = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const packed = deflateRawSync(bytes, { level: 9 });
    const nameBytes = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    // The first day that the format supports.
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), facts, nameBytes, packed]);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), facts, rest, nameBytes);
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(locals.length, 8);
  end.writeUInt16LE(locals.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

/** Creates a workbook of one sheet: bold, fixed headings, and every cell as text, so that leading zeros stay. */
function workbook(rows, widths, isRightToLeft) {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const office = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  const cell = (text, column, row) => {
    const at = `${String.fromCharCode(65 + column)}${row}`;
    const style = row === 1 ? 2 : 1;
    return text === ''
      ? `<c r="${at}" s="${style}"/>`
      : `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
  };
  const lines = rows.map(
    (cells, index) =>
      `<row r="${index + 1}">${cells.map((text, column) => cell(text, column, index + 1)).join('')}</row>`,
  );
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="1" customWidth="1"/>`,
  );
  return zip({
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${office}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${office}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${office}.styles+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`,
  });
}

const csvCell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

for (const [noun, { folder, columns, widths, rows }] of Object.entries(SHEETS)) {
  for (const [locale, body] of Object.entries(rows)) {
    const catalogue = JSON.parse(readFileSync(join(root, 'server/locales', locale, `${noun}.json`), 'utf8'));
    const all = [columns.map((column) => catalogue[`heading.${column}`]), ...body];
    const target = join(root, folder, locale);
    mkdirSync(target, { recursive: true });
    writeFileSync(join(target, `${noun}.xlsx`), workbook(all, widths, locale === 'ar'));
    // The byte order mark by which Excel detects UTF-8.
    const lines = all.map((cells) => `${cells.map(csvCell).join(',')}\r\n`);
    writeFileSync(join(target, `${noun}.csv`), `\ufeff${lines.join('')}`);
  }
}
