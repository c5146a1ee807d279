import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHead, csvRow, unescaped } from './csv.ts';

test.each([
  ['=SUM(A1)', "'=SUM(A1)"],
  ['+1-2', "'+1-2"],
  ['-2+3', "'-2+3"],
  ['@here', "'@here"],
  ['\tx', "'\tx"],
  ['\rx', '"\'\rx"'],
  ['\n=x', '"\'\n\'=x"'],
  ['|cmd', "'|cmd"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['﹦1', "'﹦1"],
  ["'=1", "''=1"],
  ["'Aziza", "'Aziza"],
  // These begin a cell if lists are separated by a semicolon or a tab.
  ['tea;=1+1;', "tea;'=1+1;"],
  ['tea;"=1+1;', '"tea;\'""=1+1;"'],
  ['tea\t=1+1', "tea\t'=1+1"],
  ['tea\n=1+1', '"tea\n\'=1+1"'],
  ['tea;＝1', "tea;'＝1"],
  ["tea;'=1", "tea;''=1"],
  ['=1;=2', "'=1;'=2"],
  ['tea; black;green', 'tea; black;green'],
  ['-12.50', '-12.50'],
  ['150.25', '150.25'],
  ['01001234567', '01001234567'],
  ['say "hi"', '"say ""hi"""'],
  ['a,b', '"a,b"'],
  [' padded ', '" padded "'],
  ['فاتورة', 'فاتورة'],
  ['', ''],
])('the cell %j is written as %j', (cell, written) => {
  expect(csvRow([cell])).toBe(`${written}\r\n`);
});

test('numbers and empty cells are written unquoted', () => {
  expect(csvRow([-5, 0.5, null, 'x'])).toBe('-5,0.5,,x\r\n');
});

test('the file begins with a UTF-8 byte order mark', () => {
  expect(csvHead(['الاسم', 'Amount'])).toBe('\ufeffالاسم,Amount\r\n');
});

/** The inverse, by the specification. */
function read(row: string): string[] {
  const cells: string[] = [];
  let rest = row;
  while (rest !== '') {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)!;
    cells.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? '');
    rest = rest.slice(cell[0].length);
  }
  return cells;
}

test('every row reads back as it was written, but for the apostrophes that disarm formulas, and these are taken off again', () => {
  const character = fc.constantFrom(
    'a',
    '"',
    ',',
    '\r',
    '\n',
    '=',
    '-',
    '+',
    '@',
    '|',
    ';',
    '＝',
    '\t',
    ' ',
    'ة',
    '1',
    '.',
    "'",
  );
  const text = fc.string({ unit: character, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      const back = read(csvRow(cells));
      expect(back).toHaveLength(cells.length);
      back.forEach((cell, place) => {
        expect(unescaped(cell)).toBe(cells[place]);
        const [whole, ...parts] = cell.split(/[;\t\r\n]/);
        expect(/^[=+\-@|\t\r\n＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(whole!)).toBe(false);
        for (const part of parts) expect(part).not.toMatch(/^"*[=+\-@|＝＋－＠]/);
      });
    }),
  );
});
