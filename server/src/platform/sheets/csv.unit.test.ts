/** The CSV reader: with any line ends, delimiters and quotation marks, no row is lost silently. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvOptions, decoded, piecesOf, readCsvRecords, recordsOf } from './csv.ts';
import type { CsvRecord } from './csv-records.ts';

const read = (content: string | Buffer, options?: CsvOptions) =>
  readCsvRecords(Buffer.from(content as string), options);
const cellsOf = (content: string | Buffer, options?: CsvOptions) =>
  read(content, options).map(({ cells }) => cells);
const strays = (content: string) =>
  read(content).flatMap(({ row, stray }) => (stray === undefined ? [] : [row]));

describe('line ends', () => {
  test.each([
    ['CRLF headings, LF rows', 'a,b\r\n1,2\n3,4\n'],
    ['LF headings, CRLF rows', 'a,b\n1,2\r\n3,4\r\n'],
    ['CR headings, LF rows', 'a,b\r1,2\n3,4'],
    ['CR alone', 'a,b\r1,2\r3,4\r'],
    ['all three', 'a,b\r\n1,2\r3,4\n'],
    ['CR CR LF', 'a,b\r\r\n1,2\r\r\n3,4\r\r\n'],
  ])('%s: every line is a record', (_, content) => {
    expect(cellsOf(content)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  test('within quotes belong to the cell, and records keep their number and line', () => {
    expect(read('a,b\r\n"one\r\ntwo\rthree",2\n\n3,4')).toEqual([
      { row: 1, line: 1, cells: ['a', 'b'] },
      { row: 2, line: 2, cells: ['one\r\ntwo\rthree', '2'] },
      { row: 4, line: 6, cells: ['3', '4'] },
    ]);
  });
});

describe('quotation marks', () => {
  test.each([
    ['within an unquoted cell', 'a,b,c\n1,12" pipe,2\n3,4,5"\n6,7,8', ['1', '12" pipe', '2']],
    ['around a word of a cell', 'a,b,c\n1,"X" paid,2\n3,4,5', ['1', '"X" paid', '2']],
    ['at the beginning of a cell, closed nowhere', 'a,b,c\n1,"pipe,2\n3,4,5\n6,7,8', ['1', '"pipe', '2']],
    ['at the beginning of two cells', 'a,b,c\n1,"pipe,2\n3,"tube,5\n6,7,8', ['1', '"pipe', '2']],
    ['before a line with quoted cells', 'a,b,c\n1,2,"x\n"3","4","5"\n', ['1', '2', '"x']],
  ])('%s are text, and swallow nothing', (_, content, second) => {
    const records = read(content);
    expect(records).toHaveLength(content.trim().split('\n').length);
    expect(records[1]!.cells).toEqual(second);
    expect(strays(content)).toEqual([]);
  });

  test.each([
    ['that closes in the same column of another row', 'a,b,c\n1,"x,2\n3,y",4\n5,6,7'],
    ['that closes in another column', 'a,b,c\n1,"x,2\n3,4,y"\n5,6,7'],
    ['that closes behind an empty line', 'a,b,c\n1,"x,2\n\n3,y",4\n5,6,7'],
    ['that closes in the last row', 'a,b,c\n1,"x,2\n3,y,4\n5,6",7'],
    ['in the last column', 'a,b,c\n1,2,"x\n3,4,y"\n5,6,7'],
    ['whose cell cannot be told from its neighbours', 'a,b,c,d\n1,"x,2,"y",3\n'],
  ])('%s makes its row one that must be refused', (_, content) => {
    expect(strays(content)).toEqual([2]);
  });

  test('around notes of several lines are read', () => {
    const notes = ['one\ntwo', 'Street 1, Maadi\nCairo', '"He" said\n"yes"', 'a\n\nb, c\n', '\n', '",\n,"'];
    const quote = (note: string) => `"${note.replaceAll('"', '""')}"`;
    const content = ['name,email,note,total', ...notes.map((note) => `A,a@b.co,${quote(note)},1`)].join(
      '\r\n',
    );
    expect(
      cellsOf(content)
        .slice(1)
        .map((cells) => cells[2]),
    ).toEqual(notes);
    expect(strays(content)).toEqual([]);
  });

  test('may have blanks around them', () => {
    expect(cellsOf('a, "b, c" , d\n"1" ,"2",3')).toEqual([
      ['a', 'b, c', ' d'],
      ['1', '2', '3'],
    ]);
  });
});

describe('the delimiter', () => {
  test.each([
    [
      'of a line for Excel',
      'sep=;\r\na;b\r\n1,5;2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    ['of a quoted line for Excel', '"sep=|"\na|b\n', [['a', 'b']]],
    [
      'below a title line',
      'Report of 1, 2 and 3\ra;b\n1;2\n3;4\n',
      [['Report of 1, 2 and 3'], ['a', 'b'], ['1', '2'], ['3', '4']],
    ],
    [
      'with commas in the amounts',
      'a;b\n1,5;2,5\n3,5;4,5\n',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
        ['3,5', '4,5'],
      ],
    ],
    [
      'that is a bar',
      'a|b\n1|2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'that is a tab',
      'a\tb\n"x\ty"\t2',
      [
        ['a', 'b'],
        ['x\ty', '2'],
      ],
    ],
  ])('%s is found', (_, content, expected) => {
    expect(cellsOf(content)).toEqual(expected);
  });

  test('is the one that separates the known headings', () => {
    const content = 'Fees, refunds, sales, total;Amount\nx, y, z, u;1\n';
    expect(cellsOf(content, { headings: ['amount'] })[1]).toEqual(['x, y, z, u', '1']);
  });
});

test.each([
  ['UTF-8 with a mark', Buffer.from('\ufeffاسم,a\n')],
  ['UTF-16 with a mark', Buffer.from('\ufeffاسم,a\n', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('اسم,a\n', 'utf16le')],
  ['UTF-16 of the other order', Buffer.from('\ufeffاسم,a\n', 'utf16le').swap16()],
  ['UTF-16 of the other order without a mark', Buffer.from('اسم,a\n', 'utf16le').swap16()],
  ['Arabic Windows text', Buffer.from([0xc7, 0xd3, 0xe3, 0x2c, 0x61, 0x0a])],
  ['text with the end mark of DOS', Buffer.from('اسم,a\r\n\u001a')],
])('%s is decoded', (_, content) => {
  expect(cellsOf(content)).toEqual([['اسم', 'a']]);
});

async function inPieces(content: Buffer, length: number): Promise<CsvRecord[]> {
  const text = decoded(piecesOf([content]));
  const pieces = async function* () {
    for await (const piece of text)
      for (let from = 0; from < piece.length; from += length) yield piece.slice(from, from + length);
  };
  const records: CsvRecord[] = [];
  for await (const some of recordsOf(pieces())) records.push(...some);
  return records;
}

const cell = fc.string({
  unit: fc.constantFrom('a', '7', ' ', 'ش', '"', ',', ';', '\n', '\r', '\r\n', '.'),
  maxLength: 6,
});
const files = fc.record({
  width: fc.integer({ min: 3, max: 6 }),
  rows: fc.array(fc.array(cell, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 8 }),
  quoting: fc.infiniteStream(fc.boolean()),
  ends: fc.infiniteStream(fc.constantFrom('\r\n', '\n', '\r')),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  isEnded: fc.boolean(),
});

/** Returns a row in RFC 4180 form, quoted where necessary and sometimes where not. */
const written = (cells: readonly string[], delimiter: string, quoting: Iterator<boolean>) =>
  cells
    .map((each) => {
      const must = /["\r\n]/.test(each) || each.includes(delimiter) || /^\s|\s$/.test(each);
      return must || quoting.next().value ? `"${each.replaceAll('"', '""')}"` : each;
    })
    .join(delimiter);

test('correctly quoted rows come back as they were, or their row is named', () => {
  fc.assert(
    fc.property(files, ({ width, rows, quoting, ends, delimiter, isEnded }) => {
      const head = Array.from({ length: width }, (_, at) => `column ${at}`);
      // A row without any letter is not a row.
      const expected = [head, ...rows.map((row) => row.slice(0, width))].map((row, at) => [
        `r${at}`,
        ...row.slice(1),
      ]);
      const lines = expected.map((row) => written(row, delimiter, quoting));
      const content = lines
        .map((line, at) => (at < lines.length - 1 || isEnded ? line + ends.next().value : line))
        .join('');
      const records = read(content, { delimiter });
      expect(records).toHaveLength(expected.length);
      records.forEach(({ cells, stray }, at) => {
        if (stray === undefined) expect(cells).toEqual(expected[at]);
      });
    }),
  );
});

test('where a stray quotation mark stands, every line is a record, or a row is named', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', '7', 'ش', ' ', '-'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(fc.array(plain, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.record({ at: fc.nat(31), before: fc.boolean() }), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.constantFrom('\r\n', '\n', '\r')),
      (rows, marks, ends) => {
        const all = [['k', 'l', 'm', 'n'], ...rows.map((row) => [...row])];
        for (const { at, before } of marks) {
          const row = all[1 + (at % rows.length)]!;
          const column = (at >> 3) % 4;
          row[column] = before ? `"${row[column]}` : `${row[column]}"`;
        }
        const records = read(all.map((row) => row.join(',') + ends.next().value).join(''), {
          delimiter: ',',
        });
        if (records.every(({ stray }) => stray === undefined)) expect(records).toHaveLength(all.length);
      },
    ),
  );
});

test('pieces of any length give the same records', async () => {
  await fc.assert(
    fc.asyncProperty(files, fc.integer({ min: 1, max: 9 }), async ({ rows, quoting, ends }, length) => {
      const content = Buffer.from(rows.map((row) => written(row, ',', quoting) + ends.next().value).join(''));
      // All lines by which the delimiter is found are in the first piece.
      const whole = read(content, { delimiter: ',' });
      const records: CsvRecord[] = [];
      const text = content.toString();
      const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
        text.slice(at * length, at * length + length),
      );
      for await (const some of recordsOf(pieces, { delimiter: ',' })) records.push(...some);
      expect(records).toEqual(whole);
    }),
  );
});

test('a quotation mark that is never closed costs no more than any other text', async () => {
  const content = Buffer.from(
    `a,b\n${'"x,1\n'.repeat(1_000)}"${'y'.repeat(50_000)}\n${'z,2\n'.repeat(100_000)}`,
  );
  const began = performance.now();
  expect(await inPieces(content, 64 * 1024)).toHaveLength(101_002);
  expect(performance.now() - began).toBeLessThan(5_000);
});
