// Imports 10,000 customers from a workbook, over HTTP to the committed rows, compared with parsing the same file only.
import { strToU8, zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { connect, interleaved, median, newMerchant, sized, startProduct, table } from './support.mjs';

const ROWS = sized(10_000, 500);
const ROUNDS = sized(5);
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const NAMES = ['منى عادل', 'Omar Hassan', 'سارة محمد عبد الرحمن', 'Karim Mansour'];

/** A workbook of people that no other round has. */
function workbook(round) {
  const text = (at, value) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (number, cells) =>
    `<row r="${number}">${cells.map((cell, index) => text(`${'ABCDE'[index]}${number}`, cell)).join('')}</row>`;
  const rows = [row(1, ['name', 'email', 'mobile', 'nationalId', 'description'])];
  for (let n = 0; n < ROWS; n += 1) {
    const serial = round * ROWS + n;
    const mobile = `010${String(10_000_000 + serial)}`;
    rows.push(row(n + 2, [NAMES[n % 4], `customer${serial}@example.com`, mobile, '', `عميل رقم ${serial}`]));
  }
  const relation = (type, target) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>';
  const files = {
    '[Content_Types].xml': types,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Customers" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([k, v]) => [k, strToU8(v)]))));
}

// With its jobs, as by default: one of them merges the rows into the search index afterwards.
const product = await startProduct({ role: 'all' });
const sql = connect(product.databaseUrl);
const merchant = await newMerchant(product, sql);
let round = 0;
let file = workbook(round);

async function parse() {
  const began = performance.now();
  const sheets = await readXlsxFile(file);
  const took = performance.now() - began;
  const read = (Array.isArray(sheets[0]) ? sheets : sheets[0].data).length;
  if (read !== ROWS + 1) throw new Error(`${read} rows were read`);
  return took;
}

async function load() {
  const form = new FormData();
  form.append('file', new Blob([file]), 'customers.xlsx');
  const began = performance.now();
  const reply = await fetch(`${product.url}/api/merchant/Customer/Import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${merchant.token}` },
    body: form,
  });
  const text = await reply.text();
  const took = performance.now() - began;
  if (!reply.ok) throw new Error(`${reply.status} ${text.slice(0, 300)}`);
  round += 1;
  file = workbook(round);
  return took;
}

async function compare() {
  const results = await interleaved(ROUNDS, { parse, import: load });
  return { parsed: median(results.parse), imported: median(results.import) };
}

const rowOf = (when, { parsed, imported }) => ({
  when,
  'parsing alone, ms': Math.round(parsed),
  'import over HTTP, ms': Math.round(imported),
  ratio: (imported / parsed).toFixed(2),
});

const first = await compare();
// A database that has run for a while reuses its log files; a new one fills each with zeros first.
await sql`checkpoint`;
await sql`checkpoint`;
const later = await compare();
const [{ count }] =
  await sql`select count(*)::int as count from customers where merchant_id = ${merchant.id}`;
if (count !== 2 * ROUNDS * ROWS) throw new Error(`${count} customers are there`);
table(
  `import of ${ROWS} customers (.xlsx), medians of ${ROUNDS} interleaved rounds with parsing it by read-excel-file`,
  [rowOf('the first imports of a new database', first), rowOf('after a checkpoint', later)],
);
await sql.end();
await product.stop();
