/** Banks' answers in their real formats. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const ID = 'TRF-ABCDEFGHJKMN';
const own = { ids: [], amounts: [], words: [] };
const caseOf = (name: string) => readFileSync(new URL(`./cases/${name}`, import.meta.url));
const read = (content: string | Buffer) => readAnswer(Buffer.from(content as string), own);

const report = (inner: string, group = '') =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt><GrpHdr><MsgId>R</MsgId></GrpHdr>` +
  `<OrgnlGrpInfAndSts><OrgnlMsgId>DAFTAR-7</OrgnlMsgId>${group}</OrgnlGrpInfAndSts>${inner}</CstmrPmtStsRpt></Document>`;
const part = (inner: string, status = '') =>
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>DAFTAR-7</OrgnlPmtInfId>${status && `<PmtInfSts>${status}</PmtInfSts>`}${inner}</OrgnlPmtInfAndSts>`;
const transfer = (ids: string, status = 'RJCT', more = '') =>
  `<TxInfAndSts>${ids}<TxSts>${status}</TxSts>${more}</TxInfAndSts>`;
const e2e = (id: string) => `<OrgnlEndToEndId>${id}</OrgnlEndToEndId>`;

test.each(['pain002-without-e2e.xml', 'pain002-other-dash.xml'])(
  '%s names the transfer by its instruction id, and refuses it',
  async (name) => {
    expect(await read(caseOf(name))).toMatchObject({
      format: 'pain.002',
      claims: [{ endToEndId: ID, outcome: 'rejected', amountPiastres: null }],
      whole: null,
    });
  },
);

test.each([
  ['in CDATA', transfer(e2e(`<![CDATA[${ID}]]>`), '<![CDATA[RJCT]]>')],
  ['padded', transfer(e2e(`   0000${ID}  `))],
  ['broken', transfer(e2e('TRF-ABCDE\n  FGHJKMN'))],
  ['without its dash', transfer(e2e('TRFABCDEFGHJKMN'))],
  ['as the instruction beside none', transfer(`<OrgnlInstrId>${ID}</OrgnlInstrId>${e2e('NOTPROVIDED')}`)],
  ['in small letters', transfer(e2e(ID.toLowerCase()), 'rjct')],
  ['beside words for none', transfer(`<OrgnlInstrId>${ID}</OrgnlInstrId>${e2e('NOT PROVIDED')}`)],
  ['beside a mark for none', transfer(`<OrgnlInstrId>${ID}</OrgnlInstrId>${e2e('n/a')}`)],
  ['with a dash that does not break', transfer(e2e(ID.replace('-', '\u2011')))],
  ['with a long dash', transfer(e2e(ID.replace('-', '\u2013')))],
  ['with direction marks', transfer(e2e(`\u200e${ID}\u200f`), '\u200eRJCT\u200f')],
  ['in full-width letters', transfer(e2e(ID.replace('TRF', 'ＴＲＦ')))],
])('our id %s is found in a status report', async (_what, inner) => {
  expect((await read(report(part(inner)))).claims).toMatchObject([{ endToEndId: ID, outcome: 'rejected' }]);
});

test('our ids are found in Arabic digits, and the file by its id with another dash', async () => {
  const file = report(part(transfer(e2e('TRF-ABCDEFGHJK٠١')), 'ACSC')).replaceAll(
    'DAFTAR-7',
    'daftar\u2011٧',
  );
  expect(await read(file)).toMatchObject({
    claims: [{ endToEndId: 'TRF-ABCDEFGHJK01', outcome: 'rejected' }],
    whole: { messageId: 'DAFTAR-7' },
  });
});

test('a status report is read in an envelope and in another encoding', async () => {
  const inner = report(part(transfer(e2e(ID))));
  const envelope = `<?xml version="1.0" encoding="windows-1256"?><BizMsgEnvlp xmlns="urn:x"><AppHdr/>${inner}</BizMsgEnvlp>`;
  const wide = Buffer.from(`\ufeff${inner}`, 'utf16le');
  for (const file of [envelope, wide])
    expect(await read(file)).toMatchObject({
      format: 'pain.002',
      claims: [{ endToEndId: ID, outcome: 'rejected' }],
    });
});

test.each(['ACSP', 'ACTC', 'ACCP', 'ACWC', 'RCVD', 'PDNG', 'CANC', 'XXXX'])(
  'the status %s of a transfer, of a part or of a file is not final: it changes nothing and is noted',
  async (status) => {
    for (const file of [
      report(part(transfer(e2e(ID), status))),
      report(part('', status)),
      report('', `<GrpSts>${status}</GrpSts>`),
    ])
      expect(await read(file)).toMatchObject({
        claims: [],
        whole: null,
        notes: [{ key: 'open', detail: status, count: 1 }],
      });
  },
);

test('what is said of a part holds before what is said of the file, and parts that disagree say nothing', async () => {
  const whole = async (group: string, ...parts: string[]) => {
    const inner = parts.map((status) => part('', status)).join('');
    return (await read(report(inner, group && `<GrpSts>${group}</GrpSts>`))).whole?.outcome ?? null;
  };
  expect(await whole('ACSC')).toBe('paid');
  expect(await whole('RJCT')).toBe('rejected');
  expect(await whole('PART', 'RJCT')).toBe('rejected');
  expect(await whole('ACSC', 'PDNG')).toBeNull();
  expect(await whole('ACSC', 'RJCT')).toBe('rejected');
  expect(await whole('PART', 'RJCT', 'ACSC')).toBeNull();
  expect(await whole('', '')).toBeNull();
});

test('an amount in another currency, also with three decimals, is never that of our transfer', async () => {
  const amount = '<OrgnlTxRef><Amt><InstdAmt Ccy="KWD">1.255</InstdAmt></Amt></OrgnlTxRef>';
  expect((await read(report(part(transfer(e2e(ID), 'ACSC', amount))))).claims).toMatchObject([
    { amountPiastres: 0 },
  ]);
});

test('reports of accounts and notifications of debits answer too, with what they have booked', async () => {
  const entry = (status: string, refs: string, amounts = '') =>
    `<Ntry><Amt Ccy="EGP">125.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>${status}</Sts><BookgDt><Dt>2026-11-03</Dt></BookgDt>` +
    `<NtryDtls><TxDtls><Refs>${refs}</Refs>${amounts}</TxDtls></NtryDtls></Ntry>`;
  const foreign = '<AmtDtls><TxAmt><Amt Ccy="USD">2.555</Amt></TxAmt></AmtDtls>';
  for (const [message, root, element] of [
    ['camt.052.001.08', 'BkToCstmrAcctRpt', 'Rpt'],
    ['camt.054.001.02', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
  ] as const) {
    const file =
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><${root}><${element}><Id>1</Id>` +
      `${entry('BOOK', `<EndToEndId>${ID}</EndToEndId>`, foreign)}${entry('PDNG', '<EndToEndId>TRF-000000000000</EndToEndId>')}` +
      `</${element}></${root}></Document>`;
    expect(await read(file)).toMatchObject({
      claims: [{ endToEndId: ID, outcome: 'paid', amountPiastres: 12_550 }],
      notes: [{ key: 'foreign' }, { key: 'expected', detail: 'PDNG' }],
    });
  }
});

test.each([
  ['answer-total-row.csv', { amountPiastres: 10_000 }, 1],
  ['answer-utf16.csv', { amountPiastres: null }, 0],
  ['answer-bad-quote.csv', { reason: 'Mr "X" paid' }, 0],
])('%s has one transfer that was paid', async (name, claim, left) => {
  const { claims, notes, format } = await read(caseOf(name));
  expect(format).toBe('csv');
  expect(claims).toEqual([expect.objectContaining({ endToEndId: ID, outcome: 'paid', ...claim })]);
  expect(notes.map(({ key, count }) => [key, count])).toEqual(left > 0 ? [['rows', left]] : []);
});

const table = (status: string) => `Reference,Status\n${ID},${status}\n`;
const outcome = async (text: string, words: Parameters<typeof readAnswer>[1]['words'] = []) =>
  (await readAnswer(Buffer.from(text), { ids: [], amounts: [], words })).claims[0]?.outcome ?? null;

test('usual words of both languages are known, in any spelling', async () => {
  for (const word of [
    'Processed',
    ' COMPLETED ',
    'Settled',
    'منفذ',
    'مُنفَّذ',
    'مقبول',
    'تم التحويل',
    'تم  التنفيذ',
  ])
    expect([word, await outcome(table(word))]).toEqual([word, 'paid']);
  for (const word of ['مرفوضة', 'Rejected', 'FAILED']) expect(await outcome(table(word))).toBe('rejected');
  for (const word of ['Pending', 'قيد التنفيذ', 'ACSP']) expect(await outcome(table(word))).toBeNull();
});

test('a word that is not known, or that two accounts use in two ways, is asked for and never guessed', async () => {
  const unknown = { key: 'BankFileStatusUnknown', line: 2, field: 'Status' };
  await expect(outcome(table('Done'))).rejects.toMatchObject({ ...unknown, value: 'Done' });
  expect(await outcome(table('Done'), [{ paid: ['done'] }])).toBe('paid');
  expect(await outcome(table('Done'), [{ paid: ['done'] }, { paid: ['DONE'] }])).toBe('paid');
  await expect(outcome(table('Done'), [{ paid: ['done'] }, { open: ['Done'] }])).rejects.toMatchObject(
    unknown,
  );
  expect(await outcome(table('Processed'), [{ open: ['processed'] }])).toBeNull();
});

test('titles above and totals below the answers are left out; a row between them that says nothing is refused', async () => {
  const title = 'Bank of the Nile\nReport of 3 Nov,,\n\nReference|Status|Amount\n'.replaceAll(',', '|');
  const rows = [`${ID}|Paid|100.00`, 'TRF-000000000000|مرفوضة|5.00'];
  const whole = await read(`${title}${rows.join('\n')}\nالإجمالي||105.00\nEnd of report\n`);
  expect(whole.claims.map(({ outcome: each }) => each)).toEqual(['paid', 'rejected']);
  expect(whole.notes).toMatchObject([{ key: 'rows', count: 4 }]);
  await expect(read(`${title}${rows[0]}\nTotal||5.00\n${rows[1]}\n`)).rejects.toMatchObject({
    key: 'BankFileStatusUnknown',
    line: 6,
  });
  // A row of ours that was cut is no total.
  await expect(read(`${title}${rows[0]}\nTRF-00000\n`)).rejects.toMatchObject({ line: 6 });
  expect((await read(`sep=;\r\nReference;Status\n${ID};Paid\r`)).claims).toHaveLength(1);
});
