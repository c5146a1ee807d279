/** Files of banks: statements (MT940, camt.053), answers (pain.002) and transfer files (pain.001). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ANY_CHARACTER } from '../../../tests/kit/platform/any-character.ts';
import { readCamt } from './camt.ts';
import { readMt940 as readMt940File } from './mt940.ts';
import { type BankParty, UnwritableTransfer, writePain001 } from './pain001.ts';
import { readPain002 } from './pain002.ts';
import { BankFileProblem } from './problem.ts';
import { all, readElements, textAt } from './xml.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const readMt940 = (content: Uint8Array) => readMt940File(content).statements;
const readCamt053 = (content: Uint8Array) => readCamt(content, { reports: false }).statements;
/** Returns the problem of a file. */
function problemOf(
  read: () => unknown,
): Partial<Pick<BankFileProblem, 'key' | 'value'>> & BankFileProblem['params'] {
  try {
    read();
  } catch (error) {
    if (error instanceof BankFileProblem) return { key: error.key, ...error.params };
    throw error;
  }
  return {};
}

const MT940 = `{1:F01BANKEGCXAXXX0000000000}{2:I940DAFTARXXN}{4:
:20:STMT260615
:25:EG380019000500000000263180002
:28C:166/1
:60F:C260614EGP100000,00
:61:2606150615C1500,5NTRFNONREF//BNK0001
CREDIT ADVICE
:86:/EREF/NOTOURS/ORDP/ACQUIRER BANK
:61:2606150615D250,25NTRFTRF1-000000000001//BNK0002
:86:OUTGOING TRANSFER /EREF/TRF1-000000000001/
:61:2606150616RD250,25NTRFTRF1-000000000001//BNK0003
:86:/RTRN/AC04/EREF/TRF1-000000000001/ACCOUNT CLOSED
:61:260101RC10,NCHGNONREF
:62F:C260615EGP101490,5
:64:C260615EGP101490,5
:86:END OF DAY
-}
`;

describe('MT940', () => {
  test('is read with signs, both references, days of another year, reversals and our id in the text', () => {
    const [statement, ...more] = readMt940(bytes(MT940));
    expect(more).toEqual([]);
    expect(statement).toMatchObject({
      number: '166/1',
      account: 'EG380019000500000000263180002',
      currency: 'EGP',
      opening: { amountPiastres: 10_000_000, day: '2026-06-14' },
      closing: { amountPiastres: 10_149_050, day: '2026-06-15' },
    });
    expect(statement!.entries).toMatchObject([
      { line: 6, amountPiastres: 150_050, bankReference: 'BNK0001', ownReference: '', isReversal: false },
      {
        line: 9,
        amountPiastres: -25_025,
        ownReference: 'TRF1-000000000001',
        details: [{ endToEndId: 'TRF1-000000000001', returnReason: '' }],
      },
      {
        amountPiastres: 25_025,
        isReversal: true,
        bookedOn: '2026-06-16',
        valueOn: '2026-06-15',
        details: [{ endToEndId: 'TRF1-000000000001', returnReason: 'AC04' }],
      },
      { line: 13, amountPiastres: -1_000, isReversal: true, bookedOn: '2026-01-01' },
    ]);
    expect(statement!.entries[0]!.text).toBe('CREDIT ADVICE /EREF/NOTOURS/ORDP/ACQUIRER BANK');
    const newYear = MT940.replace(':61:260101RC10,', ':61:2601011231RC10,');
    expect(readMt940(bytes(newYear))[0]!.entries[3]).toMatchObject({
      bookedOn: '2025-12-31',
      valueOn: '2026-01-01',
    });
  });

  test('several statements, Windows line ends and Arabic Windows text are read', () => {
    const arabic = MT940.replace('CREDIT ADVICE', 'DEPOSIT').replaceAll('\n', '\r\n');
    const encoded = Buffer.concat([
      Buffer.from(arabic.split('END OF DAY')[0]!),
      Buffer.from([0xdf, 0xd4, 0xdd]),
      Buffer.from(arabic.split('END OF DAY')[1]!),
    ]);
    expect(readMt940(Buffer.concat([encoded, encoded]))).toHaveLength(2);
  });

  test.each([
    ['an amount with a point', [':61:2606150615C1500,5', ':61:2606150615C1.500'], 'BankFileAmountWrong', 6],
    ['a day that is none', [':61:2606150615D', ':61:2606310615D'], 'BankFileDayWrong', 9],
    ['a third decimal', ['C1500,5NTRF', 'C1500,555NTRF'], 'BankFileAmountWrong', 6],
    ['an entry left out', [':61:260101RC10,NCHGNONREF\n', ''], 'BankFileDoesNotAddUp', 13],
    ['bookings during the day', ['\n:60F:', '\n:34F:EGP0,\n:60F:'], 'BankFileIntraday', 0],
    ['a missing end', [MT940.slice(MT940.indexOf(':62F:')), ''], 'BankFileCutOff', 13],
    ['another currency at the end', [':62F:C260615EGP', ':62F:C260615USD'], 'BankFileCurrencyWrong', 14],
    ['an entry before its statement', [':20:STMT260615\n', ''], 'BankFileFieldMissing', 2],
  ] as const)('is refused with its line for %s', (_what, [from, to], key, line) => {
    expect(problemOf(() => readMt940(bytes(MT940.replace(from, to))))).toMatchObject({ key, line });
  });

  test('another kind of file is none', () => {
    for (const text of ['', 'a,b\n1,2\n', '<Document/>', '\u0000'.repeat(400)])
      expect(problemOf(() => readMt940(bytes(text))).key).toBe('BankFileOtherKind');
    expect(problemOf(() => readMt940(bytes('x'.repeat(3_000)))).key).toBe('BankFileUnreadable');
  });

  test('an intermediate closing balance is not the last word on its day', () => {
    const isFinal = (text: string) => readMt940(bytes(text))[0]!.isFinal;
    expect([isFinal(MT940), isFinal(MT940.replace(':62F:', ':62M:'))]).toEqual([true, false]);
  });

  test('whatever amounts are written are read to the piastre', () => {
    const entry = fc.tuple(fc.integer({ min: 1, max: 10 ** 11 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        const pounds = (piastres: number) =>
          `${Math.floor(Math.abs(piastres) / 100)},${String(Math.abs(piastres) % 100).padStart(2, '0')}`;
        const signed = entries.map(([piastres, isCredit]) => (isCredit ? piastres : -piastres));
        const sum = signed.reduce((total, each) => total + each, 0);
        const text = [
          ':20:A\n:25:1\n:28C:1\n:60F:C260614EGP0,00',
          ...signed.map((each) => `:61:260615${each > 0 ? 'C' : 'D'}${pounds(each)}NTRFA//B`),
          `:62F:${sum < 0 ? 'D' : 'C'}260615EGP${pounds(sum)}`,
        ].join('\n');
        const [statement] = readMt940(bytes(text));
        expect(statement!.entries.map(({ amountPiastres }) => amountPiastres)).toEqual(signed);
      }),
    );
  });
});

const balance = (code: string, amount: string, side = 'CRDT') => `
  <Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EGP">${amount}</Amt>
  <CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>2026-06-15</Dt></Dt></Bal>`;
const CAMT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId></GrpHdr>
<Stmt><Id>S1</Id><ElctrncSeqNb>166</ElctrncSeqNb>
<Acct><Id><IBAN>EG380019000500000000263180002</IBAN></Id><Ccy>EGP</Ccy></Acct>${balance('OPBD', '1000.00')}${balance('CLBD', '750.00')}
<Ntry><NtryRef>1</NtryRef><Amt Ccy="EGP">500.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>2026-06-15</Dt></BookgDt><ValDt><DtTm>2026-06-15T00:00:00+02:00</DtTm></ValDt><AcctSvcrRef>BNK1</AcctSvcrRef>
<NtryDtls>
<TxDtls><Refs><EndToEndId>E-1</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="EGP">300</Amt></TxAmt></AmtDtls></TxDtls>
<TxDtls><Refs><EndToEndId>E-2</EndToEndId></Refs><Amt Ccy="EGP">200.0</Amt></TxDtls>
</NtryDtls></Ntry>
<Ntry><Amt Ccy="EGP">250.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
<BookgDt><Dt>2026-06-15</Dt></BookgDt>
<NtryDtls><TxDtls><Refs><EndToEndId>E-0</EndToEndId></Refs>
<RmtInf><Ustrd>حساب مغلق &amp; returned</Ustrd></RmtInf><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EGP">9.99</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2026-06-15</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

describe('camt.053', () => {
  test('has any number of entries, each on a line of its own', () => {
    const [head, rest] = [CAMT.slice(0, CAMT.indexOf('<Ntry>')), CAMT.slice(CAMT.indexOf('</Stmt>'))];
    const entry = (code: string) =>
      `\n        <Ntry><Amt Ccy="EGP">250.00</Amt><CdtDbtInd>${code}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-06-15</Dt></BookgDt></Ntry>`;
    const entries = [entry('DBIT'), ...Array.from({ length: 3_000 }, () => entry('CRDT') + entry('DBIT'))];
    const [statement] = readCamt053(bytes(head + entries.join('') + rest));
    expect(statement!.entries).toHaveLength(6_001);
  });

  test('is read with the payments of an entry, returns and their reasons; what is pending is left out', () => {
    const [statement] = readCamt053(bytes(CAMT));
    expect(statement).toMatchObject({
      number: '166',
      account: 'EG380019000500000000263180002',
      currency: 'EGP',
      opening: { amountPiastres: 100_000 },
      closing: { amountPiastres: 75_000, day: '2026-06-15' },
    });
    expect(statement!.entries).toMatchObject([
      {
        amountPiastres: -50_000,
        bankReference: 'BNK1',
        isReversal: false,
        details: [
          { endToEndId: 'E-1', amountPiastres: 30_000, returnReason: '' },
          { endToEndId: 'E-2', amountPiastres: 20_000 },
        ],
      },
      {
        amountPiastres: 25_000,
        isReversal: true,
        text: 'حساب مغلق & returned',
        details: [{ endToEndId: 'E-0', amountPiastres: null, returnReason: 'AC04' }],
      },
    ]);
    // Whatever the distance between its elements.
    const wide = CAMT.replaceAll('<Ntry>', `${' '.repeat(5_000)}<Ntry>`);
    expect(readCamt053(bytes(wide))).toEqual(readCamt053(bytes(CAMT)));
    // With a prefix for its namespace, as some banks write it.
    const prefixed = CAMT.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1c:').replace('xmlns=', 'xmlns:c=');
    expect(readCamt053(bytes(prefixed))).toEqual(readCamt053(bytes(CAMT)));
  });

  test.each([
    [
      'a wrong amount',
      ['>500.00<', '>5e2<'],
      { key: 'BankFileAmountWrong', line: 10, field: 'Amt', value: '5e2' },
    ],
    ['a side that is none', ['DBIT', 'DEBIT'], { key: 'BankFileFieldWrong', field: 'CdtDbtInd' }],
    [
      'no side',
      ['<CdtDbtInd>DBIT</CdtDbtInd>', ''],
      { key: 'BankFileFieldMissing', field: 'Ntry/CdtDbtInd' },
    ],
    ['a sum that is not right', ['750.00', '751.00'], { key: 'BankFileDoesNotAddUp' }],
    ['a missing end', ['</Stmt></BkToCstmrStmt></Document>', ''], { key: 'BankFileUnreadable' }],
    [
      'another message',
      ['camt.053.001.08', 'camt.052.001.08'],
      { key: 'BankFileIntraday', field: 'camt.052' },
    ],
    [
      'a document type',
      ['<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'],
      { key: 'BankFileUnreadable' },
    ],
  ] as const)('is refused with its place for %s', (_what, [from, to], problem) => {
    expect(problemOf(() => readCamt053(bytes(CAMT.replace(from, to))))).toMatchObject(problem);
  });
});

test('an answer of a bank is read: of the file, of its part and of each transfer', () => {
  const answer = (
    namespace: string,
  ) => `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${namespace}"><CstmrPmtStsRpt>
<GrpHdr><MsgId>B1</MsgId></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>DAFTAR-7</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>DAFTAR-7</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts>
<TxInfAndSts><OrgnlEndToEndId>E-1</OrgnlEndToEndId><TxSts>ACSC</TxSts><AcctSvcrRef>BNK7</AcctSvcrRef><OrgnlTxRef><Amt><InstdAmt Ccy="EGP">93.44</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>
<TxInfAndSts><OrgnlEndToEndId>E-2</OrgnlEndToEndId><TxSts>RJCT</TxSts>
<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn><AddtlInf>No such account</AddtlInf></StsRsnInf></TxInfAndSts>
</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
  expect(readPain002(bytes(answer('pain.002.001.10')))).toEqual({
    originalMessageId: 'DAFTAR-7',
    groupStatus: 'PART',
    groupReason: '',
    parts: [{ id: 'DAFTAR-7', status: 'PART', reason: '' }],
    transfers: [
      {
        line: 5,
        endToEndId: 'E-1',
        status: 'ACSC',
        reason: '',
        bankReference: 'BNK7',
        amount: { piastres: 9_344, currency: 'EGP' },
      },
      {
        line: 6,
        endToEndId: 'E-2',
        status: 'RJCT',
        reason: 'AC01 No such account',
        bankReference: '',
        amount: null,
      },
    ],
  });
  expect(
    problemOf(() => readPain002(bytes(answer('pain.002.001.10').replace('93.44', '93.445')))),
  ).toMatchObject({
    key: 'BankFileAmountWrong',
    line: 5,
    value: '93.445',
  });
  expect(problemOf(() => readPain002(bytes(CAMT))).key).toBe('BankFileOtherKind');
  const without = answer('pain.002.001.03').replace('<OrgnlEndToEndId>E-2</OrgnlEndToEndId>', '');
  expect(problemOf(() => readPain002(bytes(without)))).toMatchObject({
    key: 'BankFileFieldMissing',
    line: 6,
    field: 'TxInfAndSts/OrgnlEndToEndId',
  });
});

test('bytes that are no UTF-8, and bombs of depth, attributes and text, are refused', () => {
  const read = (content: Uint8Array) => problemOf(() => readCamt053(content)).key;
  expect(read(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe]))).toBe('BankFileUnreadable');
  expect(read(bytes('<a>'.repeat(50_000)))).toBe('BankFileUnreadable');
  expect(read(bytes(`<a ${Array.from({ length: 60 }, (_, at) => `b${at}="1"`).join(' ')}/>`))).toBe(
    'BankFileUnreadable',
  );
  expect(read(bytes(`<Document><Stmt><Id>${'x'.repeat(1_000_000)}</Id></Stmt></Document>`))).toBe(
    'BankFileUnreadable',
  );
  expect(read(new Uint8Array(33 * 1024 * 1024))).toBe('BankFileTooLarge');
});

describe('a file of transfers', () => {
  const from: BankParty = {
    name: 'Daftar Payments',
    iban: 'EG380019000500000000263180002',
    accountNumber: '',
    bic: 'NBEGEGCX',
    bankName: 'National Bank of Egypt',
  };
  const to = (changed: Partial<BankParty> = {}): BankParty => ({
    name: 'حلويات النيل',
    iban: 'EG380019000500000000263180002',
    accountNumber: '',
    bic: '',
    bankName: 'CIB',
    ...changed,
  });
  const fileOf = (transfers: { endToEndId: string; amountPiastres: number; to: BankParty; text: string }[]) =>
    writePain001({
      messageId: 'DAFTAR-7',
      createdAt: new Date('2026-06-15T09:00:00.123Z'),
      executionDay: '2026-06-16',
      from,
      transfers,
      options: {
        message: 'pain.001.001.09',
        initiatorId: '',
        chargeBearer: '',
        serviceLevel: '',
        categoryPurpose: '',
        purpose: '',
      },
    });

  test('has the elements of the schema in their order, and sums to the piastre', () => {
    const text = fileOf([
      { endToEndId: 'E-1', amountPiastres: 100_05, to: to(), text: 'STL-1 & "more" <x>' },
      {
        endToEndId: 'E-2',
        amountPiastres: 7,
        to: to({ iban: '', accountNumber: '100200300', bic: 'CIBEEGCXXXX', name: 'A\u0000B\u202e\nC' }),
        text: '',
      },
    ]);
    const shape: string[] = [];
    readElements(bytes(text), new Set(['GrpHdr', 'PmtInf', 'CdtTrfTxInf']), (element) => {
      shape.push(`${element.name}: ${element.children.map(({ name }) => name).join(' ')}`);
      if (element.name !== 'CdtTrfTxInf')
        expect([textAt(element, 'NbOfTxs'), textAt(element, 'CtrlSum')]).toEqual(['2', '100.12']);
      if (textAt(element, 'PmtId/EndToEndId') === 'E-1') {
        expect(textAt(element, 'Cdtr/Nm')).toBe('حلويات النيل');
        expect(textAt(element, 'RmtInf/Ustrd')).toBe('STL-1 & "more" <x>');
        expect(all(element, 'Amt/InstdAmt')[0]).toMatchObject({ text: '100.05', attributes: { Ccy: 'EGP' } });
      }
      if (textAt(element, 'PmtId/EndToEndId') === 'E-2') expect(textAt(element, 'Cdtr/Nm')).toBe('A B C');
    });
    expect(shape).toEqual([
      'GrpHdr: MsgId CreDtTm NbOfTxs CtrlSum InitgPty',
      'CdtTrfTxInf: PmtId Amt CdtrAgt Cdtr CdtrAcct RmtInf',
      'CdtTrfTxInf: PmtId Amt CdtrAgt Cdtr CdtrAcct',
      'PmtInf: PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum ReqdExctnDt Dbtr DbtrAcct DbtrAgt',
    ]);
  });

  test('never holds what the schema does not allow', () => {
    const one = { endToEndId: 'E-1', amountPiastres: 100, to: to(), text: '' };
    for (const wrong of [
      { ...one, endToEndId: 'x'.repeat(36) },
      { ...one, endToEndId: 'ä' },
      { ...one, amountPiastres: 0 },
      { ...one, amountPiastres: 1.5 },
      { ...one, to: to({ iban: 'EG1' }) },
      { ...one, to: to({ bic: 'CIB' }) },
      { ...one, to: to({ name: ' \u200f ' }) },
      { ...one, to: to({ iban: '', accountNumber: '' }) },
    ])
      expect(() => fileOf([wrong])).toThrow(UnwritableTransfer);
    expect(() => fileOf([])).toThrow(UnwritableTransfer);
    expect(() => fileOf([one, one])).toThrow(UnwritableTransfer);
    const anyText = fc.string({ unit: ANY_CHARACTER, maxLength: 300 });
    fc.assert(
      fc.property(anyText, anyText, fc.integer({ min: 1, max: 10 ** 12 }), (name, text, amountPiastres) => {
        const written = fileOf([{ endToEndId: 'E-1', amountPiastres, to: to({ name: `N${name}` }), text }]);
        readElements(bytes(written), new Set(['CdtTrfTxInf']), (element) => {
          expect([...textAt(element, 'Cdtr/Nm')].length).toBeLessThanOrEqual(140);
          expect([...textAt(element, 'RmtInf/Ustrd')].length).toBeLessThanOrEqual(140);
          expect(textAt(element, 'Amt/InstdAmt')).toMatch(/^\d{1,11}\.\d{2}$/);
        });
      }),
    );
  });
});
