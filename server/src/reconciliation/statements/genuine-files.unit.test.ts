/** Peculiarities of real banks' statements, each as a small file of its own. Opening 1000.00, one line of 125.50. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mt940Of } from '../../../tests/kit/reconciliation/statements.ts';
import { compareAccount } from './account.ts';
import { readStatement } from './read.ts';

const OWN = { iban: 'EG380019000500000000263180002', bic: 'NBEGEGCX' };
const folder = new URL('./cases/', import.meta.url);
const read = (content: Buffer) => readStatement(content, { ...OWN, layout: null }, {});

/** The content of each file; a statement of a debit closes with 874.50. */
const FILES: Record<
  string,
  { amount?: number; closing?: number; ids?: string[]; text?: RegExp; isFinal?: boolean; notes?: string[] }
> = {
  'camt-blanks-before-declaration.xml': {},
  'camt-cdata.xml': { amount: -12_550, ids: ['TRF-ABCDEFGHJKMN'], text: /^A & B$/ },
  'camt-envelope.xml': {},
  'camt-foreign-entry.xml': { notes: ['foreign USD'] },
  'camt-latin1.xml': { text: /^Crédit groupé$/, notes: ['encoding windows-1252'] },
  'camt-page1-only.xml': { amount: 10_000, closing: 110_000, isFinal: false, notes: ['interim 2026-11-03'] },
  'camt-prcd-first.xml': {},
  'camt-small-letters.xml': {},
  'mt940-25-blank-currency.sta': {},
  'mt940-25-currency-suffix.sta': {},
  'mt940-61-blank-before-type.sta': { notes: ['form '] },
  'mt940-61-blank-thousands.sta': { amount: 1_000_000, notes: ['form '] },
  'mt940-61-direction-marks.sta': { notes: ['form '] },
  'mt940-61-dot-decimal.sta': { notes: ['form '] },
  'mt940-61-expected-EC.sta': { notes: ['expected '] },
  'mt940-61-type-padded-blank.sta': { notes: ['form '] },
  'mt940-61-wrapped.sta': { notes: ['form '] },
  'mt940-86-split-at-50.sta': { amount: -12_550, ids: ['TRF-ABCDEFGHJKMN'] },
  'mt940-utf16.sta': { notes: ['encoding utf-16le'] },
};

describe('a genuine statement', () => {
  test('of each peculiarity is among the files', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(FILES).toSorted());
  });

  test.each(Object.entries(FILES))(
    '%s is read with exactly its figures, and notes say what was tolerated',
    async (name, wanted) => {
      const { amount = 12_550, ids = [], text = /./s, isFinal = true, notes = [] } = wanted;
      const statement = await read(readFileSync(new URL(name, folder)));
      expect(statement).toMatchObject({
        openingPiastres: 100_000,
        closingPiastres: wanted.closing ?? 100_000 + amount,
        firstDay: '2026-11-03',
        lastDay: '2026-11-03',
        isFinal,
        lines: [{ amountPiastres: amount, bookedOn: '2026-11-03', valueOn: '2026-11-03', transferIds: ids }],
      });
      if (!name.startsWith('camt-') || wanted.text) expect(statement.lines[0]!.text).toMatch(text);
      expect(statement.notes.map(({ key, detail }) => `${key} ${detail}`)).toEqual(notes);
    },
  );
});

const entryOf = (entry: string, closing = 'C261103EGP1125,50', more = ':86:TEST') =>
  [
    ':20:A',
    `:25:${OWN.iban}`,
    ':28C:1/1',
    ':60F:C261102EGP1000,00',
    `:61:${entry}`,
    more,
    `:62F:${closing}`,
    '-',
  ].join('\r\n');

describe('an MT940 entry', () => {
  test.each([
    ['without a day of booking', '261103C125,50NTRFNONREF//B1'],
    ['without a type', '2611031103C125,50'],
    ['without a type, with a reference', '2611031103C125,50NONREF//B1'],
    ['with blanks between the parts', ' 261103 1103 C 125,50 NTRF NONREF//B1'],
    ['padded with zeros', '2611031103C000000000125,50NTRFNONREF'],
    ['with one decimal', '2611031103C125,5NTRFNONREF'],
    ['with a funds code', '2611031103CR125,50NTRFNONREF'],
    ['a reversed debit', '2611031103RD125,50NTRFNONREF'],
    ['a reversed debit with a funds code', '2611031103RDP125,50NTRFNONREF'],
    ['with thousands in groups', '2611031103C0.125,50NTRFNONREF'],
    ['with years of four digits', '202611031103C125,50NTRFNONREF'],
    ['broken before its type', '2611031103C125,50\r\nNTRFNONREF//B1'],
    ['broken within its amount', '2611031103C12\r\n5,50NTRFNONREF//B1'],
    ['without a type, with details on the next line', '2611031103C125,50\r\n50 PIECES OF 2'],
  ])('%s is read', async (_what, entry) => {
    const { lines } = await read(Buffer.from(entryOf(entry)));
    expect(lines).toMatchObject([{ amountPiastres: 12_550, bookedOn: '2026-11-03', valueOn: '2026-11-03' }]);
  });

  test.each([
    ['a blank', '261103C10 000,00NTRFNONREF', 'C261103EGP11 000,00'],
    ['a narrow blank', '261103C10\u202f000,00NTRFNONREF', 'C261103EGP11\u202f000,00'],
    ['an apostrophe', "261103C10'000,00NTRFNONREF", "C261103EGP11'000,00"],
    ['a blank, and no type', '261103 C 10 000,00 NONREF', 'C261103EGP11000,00'],
  ])('whose amount has %s between its thousands is read with a note', async (_what, entry, closing) => {
    const { lines, notes } = await read(Buffer.from(entryOf(entry, closing)));
    expect(lines).toMatchObject([{ amountPiastres: 1_000_000 }]);
    expect(notes).toMatchObject([{ key: 'form' }]);
  });

  test.each([
    ['direction marks', '\u200e261103\u200f1103\u200eC125,50\u200fNTRFNONREF'],
    ['a mark before its tag', '261103C125,50NTRFNONREF\r\n\u200f:86:X'],
    ['blanks that do not break', '261103\u00a01103\u00a0C\u00a0125,50\u00a0NTRFNONREF'],
    ['Arabic digits', '٢٦١١٠٣١١٠٣C١٢٥,٥٠NTRFNONREF'],
    ['full-width letters', '2611031103Ｃ１２５，５０NTRFNONREF'],
  ])('with %s is read', async (_what, entry) => {
    const { lines } = await read(Buffer.from(entryOf(entry)));
    expect(lines).toMatchObject([{ amountPiastres: 12_550, bookedOn: '2026-11-03' }]);
  });

  test('whose amount has a blank that sets no thousands apart is refused', async () => {
    await expect(read(Buffer.from(entryOf('261103C12 5,50NTRFNONREF')))).rejects.toThrow();
  });

  test.each([
    ['D125,NTRFNONREF', 'C261103EGP875,'],
    ['DD125NTRFNONREF', 'C261103EGP000000000000875,00'],
    ['RC125,00NTRFNONREF', 'C261103EGP875.00'],
  ])('%s takes money', async (rest, closing) => {
    const { lines } = await read(Buffer.from(entryOf(`2611031103${rest}`, closing)));
    expect(lines).toMatchObject([{ amountPiastres: -12_500 }]);
  });

  test('across the turn of the year is booked in the year that is near', async () => {
    const { lines } = await read(Buffer.from(entryOf('2601021231C125,50NTRFNONREF')));
    expect(lines[0]).toMatchObject({ bookedOn: '2025-12-31', valueOn: '2026-01-02' });
  });

  test.each([
    ['an amount that could be two', '2611031103C1.125NTRFNONREF', 'BankFileAmountWrong', 16, '1.125'],
    ['three decimals', '2611031103C125,505NTRFNONREF', 'BankFileAmountWrong', 16, '125,505'],
    ['a day that is none', '2613031103C125,50NTRFNONREF', 'BankFileDayWrong', 5, '261303'],
    ['no side', '2611031103X125,50NTRFNONREF', 'BankFileFieldWrong', 5, '2611031103X125,50NTRFNON'],
  ])('with %s is refused with its line, column and value', async (_what, entry, key, column, value) => {
    await expect(read(Buffer.from(entryOf(entry)))).rejects.toMatchObject({
      fields: { file: [{ key, params: { line: 5, column, field: ':61:', value } }] },
    });
  });

  test('that is cut in the amount does not add up, and both sums are named', async () => {
    await expect(read(Buffer.from(entryOf('2611031103C125,NTRFNONREF')))).rejects.toMatchObject({
      fields: {
        file: [{ key: 'BankFileDoesNotAddUp', params: { sumPiastres: 112_500, closingPiastres: 112_550 } }],
      },
    });
  });

  test.each([
    ['lines', ':86:TRANSFER REF TRF-ABCD\r\nEFGHJKMN CAIRO'],
    ['subfields', ':86:020?00TRANSFER?20EREF+TRF-ABC?21DEFGHJKMN?30NBE'],
    ['subfields with another mark', ':86:0020>00TRANSFER>20TRF-ABCDEF>21GHJKMN'],
    ['padded lines', ':86:/EREF/TRF-ABCDEF   \r\n   GHJKMN/ORDP/'],
  ])('whose text breaks our id over %s has it', async (_what, text) => {
    const { lines } = await read(Buffer.from(entryOf('2611031103C125,50NTRFNONREF', undefined, text)));
    expect(lines[0]!.transferIds).toContain('TRF-ABCDEFGHJKMN');
  });
});

test('MT940 is read in any frame and encoding: blocks, line ends, marks, pages, the newest statement first', async () => {
  const plain = entryOf('2611031103C125,50NTRFNONREF', undefined, ':86:دفعة');
  const framed = `\u0001{1:F01NBEGEGCXAXXX0000000000}{2:I940DAFTARXXN}{4:\r\n${plain}}{5:{CHK:123}}\u0003`;
  const oneLine = plain
    .replace(':20:', '{1:F01}{2:I940}{4::20:')
    .replace('1125,50\r\n-', '1125,50-}{5:{CHK:1}}');
  const utf16 = Buffer.from(plain, 'utf16le');
  const page = (from: string, to: string, entry: string, last: boolean) =>
    `:28C:7/${last ? 2 : 1}\n:60${last ? 'M' : 'F'}:C261102EGP${from}\n:61:2611031103C${entry}NTRFNONREF\n:62${last ? 'F' : 'M'}:C261103EGP${to}\n`;
  const pages = `:20:A\n:25:${OWN.iban}\n${page('1000,', '1100,', '100,', false)}${page('1100,', '1125,50', '25,5', true)}-`;
  const repeated = pages.replace('\n:28C:7/2', `\n-\n:20:A\n:25:${OWN.iban}\n:28C:7/2`);
  const first = mt940Of(100_000, [{ piastres: 10_000, day: '2026-11-02' }]);
  const second = mt940Of(110_000, [{ piastres: 2_550, day: '2026-11-03' }]);
  const files = [
    plain,
    plain.replaceAll('\r\n', '\r'),
    `\ufeff${plain}`,
    framed,
    oneLine,
    utf16,
    Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
    Buffer.from(
      [...plain].map((each) => ({ د: 0xcf, ف: 0xdd, ع: 0xda, ة: 0xc9 })[each] ?? each.charCodeAt(0)),
    ),
    pages,
    repeated,
    `${second}\n-\n${first}\n-`,
  ];
  for (const file of files) {
    const read_ = await read(Buffer.from(file as string));
    expect(read_).toMatchObject({ format: 'mt940', openingPiastres: 100_000, closingPiastres: 112_550 });
    expect(read_.lines.reduce((sum, each) => sum + each.amountPiastres, 0)).toBe(12_550);
    if (read_.lines.length === 1) expect(read_.lines[0]!.text).toBe('دفعة');
  }
});

const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EGP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><DtTm>2026-11-03T23:59:59+02:00</DtTm></Dt></Bal>`;
const entry = (more = '', status = '<Sts><Cd>BOOK</Cd></Sts>', amount = '125.50') =>
  `<Ntry><Amt Ccy="EGP">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>${status}<BookgDt><Dt>2026-11-03</Dt></BookgDt>${more}</Ntry>`;
const camt = (inner: string, balances = balance('OPBD', '1000.00') + balance('CLBD', '874.50')) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>${OWN.iban}</IBAN></Id><Ccy>EGP</Ccy></Acct>${balances}${inner}</Stmt></BkToCstmrStmt></Document>`;
const details = (refs: string, more = '') =>
  `<NtryDtls><TxDtls><Refs>${refs}</Refs>${more}</TxDtls></NtryDtls>`;

describe('a camt.053 statement', () => {
  test.each([
    [
      'balances in another order',
      camt(
        entry(),
        ['CLBD', 'OPAV', 'PRCD', 'ITBD', 'OPBD']
          .map((code, at) => balance(code, ['874.50', '1.00', '999.00', '5.00', '1000.00'][at]!))
          .join(''),
      ),
    ],
    [
      'a previous closing balance alone',
      camt(entry(), balance('CLBD', '874.50') + balance('PRCD', '1000.00')),
    ],
    [
      'interim balances around its entries',
      camt(entry(), balance('ITBD', '1000.00') + balance('ITBD', '874.50')),
    ],
    [
      'a balance of another currency',
      camt(
        entry(),
        balance('OPBD', '7.123').replace('EGP', 'KWD') +
          balance('OPBD', '1000.00') +
          balance('CLBD', '874.50'),
      ),
    ],
    ['a status as a code alone', camt(entry('', '<Sts>BOOK</Sts>'))],
    [
      'entries that are not booked',
      camt(entry() + entry('', '<Sts>PDNG</Sts>', '1.999') + entry('', '<Sts><Cd>INFO</Cd></Sts>')),
    ],
    [
      'a prefix and another version',
      camt(entry())
        .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:')
        .replace('xmlns=', 'xmlns:ns2=')
        .replace('001.02', '001.13'),
    ],
    [
      'UTF-16 that its declaration names',
      Buffer.from(`\ufeff${camt(entry()).replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    ],
    ['a declaration of UTF-16 over single bytes', camt(entry()).replace('UTF-8', 'UTF-16')],
    ['no declaration', camt(entry()).replace(/^<\?xml.*?\?>/, '')],
    [
      'its account by another name',
      camt(entry()).replace(`<IBAN>${OWN.iban}</IBAN>`, '<Othr><Id>0019/0005/263180002 EGP</Id></Othr>'),
    ],
  ])('with %s is read', async (_what, file) => {
    expect(await read(Buffer.from(file as string))).toMatchObject({
      format: 'camt.053',
      openingPiastres: 100_000,
      closingPiastres: 87_450,
      lines: [{ amountPiastres: -12_550 }],
    });
  });

  test.each([
    ['its instruction id', details('<AcctSvcrRef>B7</AcctSvcrRef><InstrId>TRF-ABCDEFGHJKMN</InstrId>')],
    [
      'an instruction id beside none',
      details('<InstrId>TRF-ABCDEFGHJKMN</InstrId><EndToEndId>NOTPROVIDED</EndToEndId>'),
    ],
    ['an id that is padded', details('<EndToEndId>  000TRF-ABCDEFGHJKMN </EndToEndId>')],
    [
      'text that is broken',
      details('', '<RmtInf><Ustrd>PAYMENT TRF-ABC</Ustrd><Ustrd>DEFGHJKMN</Ustrd></RmtInf>'),
    ],
    [
      'a structured reference',
      details('', '<RmtInf><Strd><CdtrRefInf><Ref>TRF-ABCDEFGHJKMN</Ref></CdtrRefInf></Strd></RmtInf>'),
    ],
  ])('finds our id in %s', async (_what, inner) => {
    const { lines } = await read(Buffer.from(camt(entry(inner))));
    expect(lines[0]!.transferIds).toEqual(['TRF-ABCDEFGHJKMN']);
  });

  test('is refused in EBCDIC, and in an encoding that nobody knows, by its name', async () => {
    const unknown = camt(entry()).replace('UTF-8', 'IBM-1047');
    for (const [content, field] of [
      [Buffer.from(unknown), 'IBM-1047'],
      [Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93]), 'EBCDIC'],
    ] as const)
      await expect(read(content)).rejects.toMatchObject({
        fields: { file: [{ key: 'BankFileEncoding', params: { field } }] },
      });
  });

  test('with an entry in another currency is refused, and so are reports that prove no balance', async () => {
    await expect(read(Buffer.from(camt(entry().replace('EGP', 'USD'))))).rejects.toMatchObject({
      fields: { file: [{ key: 'BankFileCurrencyWrong', params: { value: 'USD' } }] },
    });
    const notification = camt(entry())
      .replace('camt.053', 'camt.054')
      .replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')
      .replaceAll('Stmt>', 'Ntfctn>');
    await expect(read(Buffer.from(notification))).rejects.toMatchObject({
      fields: { file: [{ key: 'BankFileIntraday', params: { field: 'camt.054' } }] },
    });
  });
});

test.each([
  [OWN.iban, 'iban'],
  ['EG38 0019 0005 0000 0000 2631 8000 2', 'iban'],
  [`${OWN.iban}EGP`, 'iban'],
  [`${OWN.iban} EGP`, 'iban'],
  [`NBEGEGCX/${OWN.iban}`, 'iban'],
  [`NBEGEGCXXXX/${OWN.iban}/EGP`, 'iban'],
  ['263180002', 'number'],
  ['0000263180002EGP', 'number'],
  ['0019/0005/263180002', 'number'],
  ['19-5-263180002', 'number'],
  ['0019 0005 00000000263180002', 'number'],
  ['00190005/263180002', 'number'],
  ['NBEGEGCX/263180002', 'number'],
  ['263-180-002', 'number'],
  ['0019000500000000263180002', 'number'],
  ['', 'number'],
  ['0020/0005/263180002', 'other'],
  ['0019/0006/263180002', 'other'],
  ['CIBEEGCX/263180002', 'other'],
  [`CIBEEGCX/${OWN.iban}`, 'other'],
  ['263180003', 'other'],
  ['1263180002', 'other'],
  ['80002', 'other'],
  ['EG380019000500000000263180003', 'other'],
])('the account “%s” of a statement is ours by its %s', (said, as) => {
  expect(compareAccount(OWN, said)).toBe(as);
});

describe('camt.053', () => {
  const genuine = readFileSync(new URL('camt-prcd-first.xml', folder), 'utf8');
  test.each([
    ['codes in small letters', genuine.replaceAll('CRDT', 'crdt').replaceAll('BOOK', 'book')],
    ['codes with direction marks', genuine.replaceAll('CRDT', '\u200eCRDT\u200f')],
    ['a status as a word', genuine.replaceAll('BOOK', 'Booked')],
    ['a status that is text', genuine.replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts> BOOKED </Sts>')],
    ['a proprietary status', genuine.replace('<Cd>BOOK</Cd>', '<Prtry>booked</Prtry>')],
    ['blanks before its declaration', `\r\n  \t${genuine}`],
    ['a byte order mark behind blanks', `\n\ufeff${genuine}`],
    ['two byte order marks', `\ufeff\ufeff${genuine}`],
    ['amounts with marks', genuine.replaceAll('125.50', '\u200e125.50\u00a0')],
    ['a currency in small letters', genuine.replaceAll('"EGP"', '"egp"')],
  ])('with %s is read', async (_what, content) => {
    const { lines } = await read(Buffer.from(content));
    expect(lines).toMatchObject([{ amountPiastres: 12_550, bookedOn: '2026-11-03' }]);
  });

  test('with blanks before its declaration names the lines of the file', async () => {
    const content = `\n\n${genuine.replaceAll('125.50', '125.505')}`;
    await expect(read(Buffer.from(content))).rejects.toMatchObject({
      fields: { file: [{ key: 'BankFileAmountWrong', params: { line: 4 } }] },
    });
  });

  test('whose code of the side is unknown is refused', async () => {
    await expect(read(Buffer.from(genuine.replaceAll('CRDT', 'X')))).rejects.toMatchObject({
      fields: { file: [{ key: 'BankFileFieldWrong' }] },
    });
  });
});
