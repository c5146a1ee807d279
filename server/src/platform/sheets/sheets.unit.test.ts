import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sheetOf, workbookParts, xlsxOf, zipOf } from '../../../tests/kit/platform/sheets.ts';
import { csvHead, csvRow } from '../csv/csv.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { Turns } from '../turns.ts';
import { SheetRefused } from './errors.ts';
import { readChunks } from './read.ts';
import { readInThread } from './reader.ts';
import { wholeSheet } from './sheet.ts';
import { splitColumn } from './split-cells.ts';

const LIMITS = { maximumRows: 10_000 };
const file = (content: Buffer | string, name = 'Sheet.CSV'): UploadedFile => ({
  field: 'file',
  name,
  claimedType: 'image/png',
  content: Buffer.from(content as string),
});
const whole = (sent: UploadedFile | null) => wholeSheet(readChunks(1, sent, LIMITS));
const read = (content: Buffer | string) => whole(file(content));

async function refusal(content: Buffer | string, reading = read(content)): Promise<string | undefined> {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SheetRefused);
  return (error as SheetRefused).fields?.file?.[0]?.key;
}

const sheetXml = (rows: string) =>
  zipOf(workbookParts(`<worksheet><sheetData>${rows}</sheetData></worksheet>`));

test('a workbook is read with its own row numbers, numbers as Excel displays them, and every kind of text', async () => {
  const sheet = await read(
    xlsxOf([
      ['name', 'mobile', 'note'],
      [' منى & <عادل> ', 1001234567, 29901011234567],
      [],
      ['', '', ''],
      [
        'Omar',
        0.30000000000000004,
        '<c r="C5" t="inlineStr"><is><r><t>two </t></r><r><t>runs</t></r></is></c>',
      ],
      ['_x0041_', '<c r="B6" t="b"><v>1</v></c>', 'line one\nline two'],
    ]),
  );
  expect(sheet.headings).toEqual(['name', 'mobile', 'note']);
  expect(sheet.rows).toEqual([
    { row: 2, cells: ['منى & <عادل>', '1001234567', '29901011234567'] },
    { row: 5, cells: ['Omar', '0.3', 'two runs'] },
    { row: 6, cells: ['A', 'TRUE', 'line one\nline two'] },
  ]);
});

test('prefixed names, cells without an address and missing row numbers are read alike', async () => {
  const xml =
    '<x:row><x:c t="str"><x:v>name</x:v></x:c><x:c t="str"><x:v>email</x:v></x:c></x:row>' +
    '<x:row><x:c/><x:c t="inlineStr"><x:is><x:t>a@b.co</x:t></x:is></x:c></x:row>';
  expect((await read(sheetXml(xml))).rows).toEqual([{ row: 2, cells: ['', 'a@b.co'] }]);
});

test('formulas are not evaluated, their cached results are not trusted, and error cells have no value', async () => {
  const sheet = await read(
    xlsxOf([
      ['name', 'email', 'mobile'],
      [
        'x',
        '<c r="B2" t="str"><f>HYPERLINK("http://evil")</f><v>a@b.co</v></c>',
        '<c r="C2" t="e"><v>#N/A</v></c>',
      ],
    ]),
  );
  expect(sheet.rows[0]?.cells).toEqual(['x', '', '']);
  expect([...(sheet.rows[0]?.problems ?? [])]).toEqual([
    [1, 'FormulaNotAllowed'],
    [2, 'CellError'],
  ]);
  const csv = await read('name,email\n=1+1,"=cmd|\' /C calc\'!A0"\n');
  expect([...(csv.rows[0]?.problems?.values() ?? [])]).toEqual(['FormulaNotAllowed', 'FormulaNotAllowed']);
});

test.each([
  ['commas', 'name,email\r\n"Adel, Mona",a@b.co\r\n'],
  ['semicolons', '\ufeffname;email\nAdel, Mona;a@b.co'],
  ['tabs', 'name\temail\nAdel, Mona\ta@b.co\n'],
])('a text file separated by %s is read', async (_what, text) => {
  expect((await read(text)).rows).toEqual([{ row: 2, cells: ['Adel, Mona', 'a@b.co'] }]);
});

test('rows of a text file keep their numbers after empty lines and multi-line cells', async () => {
  const { rows } = await read('name,note\nA,"one\ntwo"\n\n,\nB,x\n');
  expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
    [2, 'A'],
    [5, 'B'],
  ]);
});

test('text that a file of ours has disarmed is read as it was: what test mode has can be imported in live mode', async () => {
  const cells = ['-50% Sale', '=1+1', "'=1", "''", "'Aziza", '@home', '+', '- one\r\n- two', '-5', '＝1'];
  const [row] = (await read(csvHead(cells.map(() => 'name')) + csvRow(cells))).rows;
  expect(row).toEqual({ row: 2, cells });
});

test('Arabic is read from UTF-8, UTF-16 and the Arabic Windows code page', async () => {
  const expected = [{ row: 2, cells: ['منى'] }];
  const arabicWindows = Buffer.concat([Buffer.from('name\n'), Buffer.from([0xe3, 0xe4, 0xec])]);
  expect((await read('name\nمنى\n')).rows).toEqual(expected);
  expect((await read(Buffer.from('\ufeffname\nمنى\n', 'utf16le'))).rows).toEqual(expected);
  expect((await read(arabicWindows)).rows).toEqual(expected);
});

test.each([
  ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000', 'latin1'), 'InvalidFileType'],
  ['a PDF', '%PDF-1.7 ...', 'InvalidFileType'],
  ['an old or encrypted workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'InvalidFileType'],
  ['an archive of something else', zipOf([{ name: 'a.txt', content: 'x' }]), 'InvalidFileType'],
  [
    'a document',
    zipOf([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'word/document.xml', content: '<w/>' },
    ]),
    'InvalidFileType',
  ],
  ['half an archive', xlsxOf([['name'], ['x']]).subarray(0, 300), 'UnreadableFile'],
  ['nothing', '', 'EmptySheet'],
  ['headings alone', 'name,email\n', 'EmptySheet'],
  ['headings alone in a workbook', xlsxOf([['name']]), 'EmptySheet'],
])('%s is refused', async (_what, content, key) => {
  expect(await refusal(content)).toBe(key);
});

test('a workbook with a DOCTYPE, and so with custom entities, is refused', async () => {
  const xml = `<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>${sheetOf([['name'], ['x']], [])}`;
  expect(await refusal(zipOf(workbookParts(xml)))).toBe('UnreadableFile');
});

test('archive bombs are refused before they are unpacked', async () => {
  const big = Buffer.alloc(200 * 1024 * 1024, 'a');
  const parts = workbookParts('').filter(({ name }) => !name.includes('sheet1'));
  const bomb = zipOf([...parts, { name: 'xl/worksheets/sheet1.xml', content: big, claimedBytes: 1000 }]);
  expect(bomb.length).toBeLessThan(5 * 1024 * 1024);
  expect(await refusal(bomb)).toBe('UnreadableFile');
  // Distant rows and cells cost nothing.
  const far = sheetXml(
    '<row r="1"><c r="A1" t="str"><v>name</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="A1048576"/></row>',
  );
  expect(await refusal(far)).toBe('EmptySheet');
  expect(await refusal(sheetXml('<row r="1000000000"><c r="A1"><v>1</v></c></row>'))).toBe('UnreadableFile');
  expect(await refusal(sheetXml('<c/>'.repeat(3_000_001)))).toBe('UnreadableFile');
  expect(await refusal('\n'.repeat(300_000))).toBe('SheetTooLarge');
  expect(await refusal(',\n'.repeat(300_000))).toBe('UnreadableFile');
});

test.each(['csv', 'xlsx'])(
  'the first rows of a long %s are available before the whole file is read',
  async (kind) => {
    const rows = Array.from({ length: 2_000 }, (_, n) => [`row ${n}`]);
    const content = kind === 'csv' ? ['name', ...rows.flat()].join('\n') : xlsxOf([['name'], ...rows]);
    const seen: string[] = [];
    let chunks = 0;
    for await (const chunk of readChunks(1, file(content), LIMITS)) {
      chunks += 1;
      expect(chunk.headings).toEqual(['name']);
      seen.push(...chunk.rows.map(({ cells }) => cells[0]!));
    }
    expect(chunks).toBeGreaterThan(4);
    expect(seen).toEqual(rows.flat());
  },
);

test('a file with one row too many is refused', async () => {
  const rows = (count: number) => `name\n${'x\n'.repeat(count)}`;
  expect((await read(rows(10_000))).rows).toHaveLength(10_000);
  expect(await refusal(rows(10_001))).toBe('TooManyRows');
  const workbook = (count: number) => xlsxOf([['name'], ...Array.from({ length: count }, () => ['x'])]);
  expect((await read(workbook(10_000))).rows).toHaveLength(10_000);
  expect(await refusal(workbook(10_001))).toBe('TooManyRows');
});

test.each(['sheet.txt', 'sheet.xls', 'sheet.csv.exe'])(
  'a file named %s is refused, whatever its content',
  async (name) => {
    const refused = { fields: { file: [{ key: 'InvalidFileType' }] } };
    await expect(whole(file('name\nMona', name))).rejects.toMatchObject(refused);
  },
);

test('a file without an extension is recognised by its content', async () => {
  expect((await whole(file('name\nMona', '4f0237c1'))).rows).toHaveLength(1);
});

test('a missing file is an error of its field', async () => {
  await expect(whole(null)).rejects.toMatchObject({ fields: { file: [{ key: 'Required' }] } });
});

test('escaped text, CDATA sections and phonetic runs of a cell are read correctly', async () => {
  const cell = '<c t="inlineStr"><is><t>&#x645;&amp;<![CDATA[<b>]]></t><rPh><t>no</t></rPh></is></c>';
  expect(
    (await read(sheetXml(`<row><c t="str"><v>name</v></c></row><row>${cell}</row>`))).rows,
  ).toMatchObject([{ cells: ['م&<b>'] }]);
});

/** Returns a workbook with styles: the formats of cells `s="0"`, `s="1"` and so on. */
function styledOf(rows: string, formats: readonly (number | string)[], workbookPr = ''): Buffer {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles';
  const own = formats.map((format, at) =>
    typeof format === 'string' ? `<numFmt numFmtId="${164 + at}" formatCode="${format}"/>` : '',
  );
  const cells = formats.map(
    (format, at) => `<xf numFmtId="${typeof format === 'string' ? 164 + at : format}"/>`,
  );
  const styles = `<styleSheet><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${cells.join('')}</cellXfs></styleSheet>`;
  const parts = workbookParts(`<worksheet><sheetData>${rows}</sheetData></worksheet>`).map(
    ({ name, content }) => ({
      name,
      content: String(content)
        .replace(
          '</Relationships>',
          name.includes('workbook')
            ? `<Relationship Id="rId9" Type="${relation}" Target="styles.xml"/></Relationships>`
            : '</Relationships>',
        )
        .replace('<sheets>', `${workbookPr}<sheets>`),
    }),
  );
  return zipOf([...parts, { name: 'xl/styles.xml', content: styles }]);
}

const rowOfStyles = (...values: (number | string)[]) =>
  `<row>${values.map((value, at) => `<c s="${at}"><v>${value}</v></c>`).join('')}</row>`;

test('cells that show a day are read as that day, whatever their format, and other numbers as numbers', async () => {
  const formats = [
    0,
    14,
    'dd/mm/yyyy;@',
    '[$-2000401]d mmmm yyyy hh:mm',
    '[h]:mm',
    '0.00%',
    '#,##0.00 &quot;day&quot;',
    21,
  ];
  const content = styledOf(
    rowOfStyles(...formats.map((_, at) => at)) +
      rowOfStyles(46329, 46329, 46329.75, 46329.5, 1.5, 0.025, '1.2E3', 0.5),
    formats,
  );
  expect((await read(content)).rows[0]!.cells).toEqual([
    '46329',
    '2026-11-03',
    '2026-11-03 18:00:00',
    '2026-11-03 12:00:00',
    '1.5',
    '0.025',
    '1200',
    '0.5',
  ]);
});

test('days of a workbook that counts from 1904 are the days that it shows', async () => {
  const content = styledOf(rowOfStyles(0, 1) + rowOfStyles(5, 44867), [0, 14], '<workbookPr date1904="1"/>');
  expect((await read(content)).rows[0]!.cells).toEqual(['5', '2026-11-03']);
});

test('a cell without a value is empty, whatever its type, and an inline string is not joined with its value', async () => {
  const head = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>';
  const cells = '<row><c t="s"><v></v></c><c t="inlineStr"><is><t>5</t></is><v>5</v></c></row>';
  const sheet = `<worksheet><sheetData>${head}${cells}</sheetData></worksheet>`;
  expect((await read(zipOf(workbookParts(sheet, ['first', 'second'])))).rows[0]!.cells).toEqual(['', '5']);
});

test('names of entries with backslashes are found', async () => {
  const strings: string[] = [];
  const sheet = sheetOf([['name'], ['x']], strings);
  const parts = workbookParts(sheet, strings);
  const entries = parts.map((part) => ({ ...part, name: part.name.replaceAll('/', '\\') }));
  expect((await read(zipOf(entries))).rows).toHaveLength(1);
});

test('title rows above the headings are skipped when the headings are known', async () => {
  const content = 'Customers of the shop\r\rname;email\nMona;a@b.co\n';
  const sheet = await wholeSheet(
    readChunks(1, file(content), { ...LIMITS, headings: ['Name', 'E-mail', 'email'] }),
  );
  expect(sheet).toEqual({
    headings: ['name', 'email'],
    headingsRow: 3,
    rows: [{ row: 4, cells: ['Mona', 'a@b.co'] }],
  });
});

test.each([
  ['255 columns are read', 255, null],
  ['257 are not', 257, 'TooManyColumns'],
])('in a text file, %s', async (_what, columns, refused) => {
  const text = `name${','.repeat(columns - 1)}\nMona${','.repeat(columns - 1)}\n`;
  if (refused === null) expect((await read(text)).rows).toHaveLength(1);
  else expect(await refusal(text)).toBe(refused);
});

const cellOf = (letters: number) => `name,description\nMona,${'a'.repeat(letters)}\n`;

test('a cell of the maximum length of Excel is read, and a longer one is refused', async () => {
  expect((await read(cellOf(32_767))).rows[0]?.cells[1]).toHaveLength(32_767);
  expect(await refusal(cellOf(32_768))).toBe('SheetTooLarge');
});

test.each([
  ['five megabytes of text', () => `name,description\n${`x,${'a'.repeat(30_000)}\n`.repeat(170)}`, null],
  ['a row without an end', () => ','.repeat(1_000_000), 'TooManyColumns'],
  ['a cell without an end', () => 'a'.repeat(1_000_000), 'SheetTooLarge'],
  ['a million cells', () => `${','.repeat(199)}\n`.repeat(5_100), 'SheetTooLarge'],
])('%s', async (_what, make, refused) => {
  if (refused === null) expect((await read(make())).rows).toHaveLength(170);
  else expect(await refusal(make())).toBe(refused);
});

describe('a file that exceeds its limit of', () => {
  const long = Buffer.from(`name\n${'Mona\n'.repeat(10_000)}`);

  test('time is refused, and its thread ends', async () => {
    expect(
      await refusal('', wholeSheet(readInThread(long, LIMITS, { milliseconds: 1, heapMegabytes: 256 }))),
    ).toBe('SheetTooLarge');
  });

  test('memory is refused, and the process keeps running', async () => {
    const strings = Array.from({ length: 200_000 }, (_, at) => `string ${at} of many`);
    const greedy = zipOf(workbookParts(sheetOf([['name'], ['x']], []), strings));
    const reading = wholeSheet(readInThread(greedy, LIMITS, { milliseconds: 25_000, heapMegabytes: 8 }));
    expect(await refusal('', reading)).toBe('SheetTooLarge');
  });
});

test('a merchant who sends many files delays only their own', async () => {
  const turns = new Turns(2, 4);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const take = async (whose: number, what: string) => {
    const end = await turns.take(whose);
    begun.push(what);
    ends.push(end);
  };
  for (const what of ['first', 'second', 'third', 'fourth']) void take(1, what);
  void take(2, 'another’s');
  await setImmediate();
  expect(begun).toEqual(['first', 'second']);
  ends.shift()?.();
  await setImmediate();
  expect(begun).toEqual(['first', 'second', 'another’s']);
  ends.shift()?.();
  await setImmediate();
  expect(begun.at(-1)).toBe('third');
  for (let more = 0; more < 3; more += 1) void take(1, 'more');
  await expect(turns.take(1)).rejects.toMatchObject({ status: 429 });
});

describe('a number that its own comma splits', () => {
  test.each([
    ['Cake,1,500.00,nice', 1],
    ['Cake,99,50,nice', 1],
    ['كعكة,١,٥٠٠,حلوة', 1],
    ['Cake,"1,500.00",nice', undefined],
    ['Cake,1500,nice, and fresh', undefined],
    ['Cake,1500,nice,,', undefined],
  ])('%s shows by its width', async (row, column) => {
    const sheet = await read(Buffer.from(`name,price,description,,\n${row}`));
    expect(splitColumn(sheet.headings, sheet.rows[0]!.cells)).toBe(column);
  });
});
