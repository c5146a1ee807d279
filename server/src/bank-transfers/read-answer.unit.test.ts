/** What banks answer, as their systems really write it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const ID = 'TRF-ABCDEFGHJKMN';
const own = { ids: [], amounts: [] };
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

test('pain002-without-e2e.xml names the transfer by its instruction id, and refuses it', () => {
  expect(read(caseOf('pain002-without-e2e.xml'))).toMatchObject({
    format: 'pain.002',
    claims: [{ endToEndId: ID, outcome: 'rejected', amountPiastres: null }],
    whole: null,
  });
});

test.each([
  ['in CDATA', transfer(e2e(`<![CDATA[${ID}]]>`), '<![CDATA[RJCT]]>')],
  ['padded', transfer(e2e(`   0000${ID}  `))],
  ['broken', transfer(e2e('TRF-ABCDE\n  FGHJKMN'))],
  ['without its dash', transfer(e2e('TRFABCDEFGHJKMN'))],
  ['as the instruction beside none', transfer(`<OrgnlInstrId>${ID}</OrgnlInstrId>${e2e('NOTPROVIDED')}`)],
  ['in small letters', transfer(e2e(ID.toLowerCase()), 'rjct')],
])('our id %s is found in a status report', (_what, inner) => {
  expect(read(report(part(inner))).claims).toMatchObject([{ endToEndId: ID, outcome: 'rejected' }]);
});

test('a status report is read in an envelope and in another encoding', () => {
  const inner = report(part(transfer(e2e(ID))));
  const envelope = `<?xml version="1.0" encoding="windows-1256"?><BizMsgEnvlp xmlns="urn:x"><AppHdr/>${inner}</BizMsgEnvlp>`;
  const wide = Buffer.from(`\ufeff${inner}`, 'utf16le');
  for (const file of [envelope, wide])
    expect(read(file)).toMatchObject({
      format: 'pain.002',
      claims: [{ endToEndId: ID, outcome: 'rejected' }],
    });
});

test.each(['ACSP', 'ACTC', 'ACCP', 'ACWC', 'RCVD', 'PDNG', 'CANC', 'XXXX'])(
  'the status %s of a transfer, of a part or of a file is not final: it changes nothing and is noted',
  (status) => {
    for (const file of [
      report(part(transfer(e2e(ID), status))),
      report(part('', status)),
      report('', `<GrpSts>${status}</GrpSts>`),
    ])
      expect(read(file)).toMatchObject({
        claims: [],
        whole: null,
        notes: [{ key: 'open', detail: status, count: 1 }],
      });
  },
);

test('what is said of a part holds before what is said of the file, and parts that disagree say nothing', () => {
  const whole = (group: string, ...parts: string[]) =>
    read(report(parts.map((status) => part('', status)).join(''), group && `<GrpSts>${group}</GrpSts>`)).whole
      ?.outcome ?? null;
  expect(whole('ACSC')).toBe('paid');
  expect(whole('RJCT')).toBe('rejected');
  expect(whole('PART', 'RJCT')).toBe('rejected');
  expect(whole('ACSC', 'PDNG')).toBeNull();
  expect(whole('ACSC', 'RJCT')).toBe('rejected');
  expect(whole('PART', 'RJCT', 'ACSC')).toBeNull();
  expect(whole('', '')).toBeNull();
});

test('an amount in another currency, also with three decimals, is never that of our transfer', () => {
  const amount = '<OrgnlTxRef><Amt><InstdAmt Ccy="KWD">1.255</InstdAmt></Amt></OrgnlTxRef>';
  expect(read(report(part(transfer(e2e(ID), 'ACSC', amount)))).claims).toMatchObject([{ amountPiastres: 0 }]);
});

test('reports of accounts and notifications of debits answer too, with what they have booked', () => {
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
    expect(read(file)).toMatchObject({
      claims: [{ endToEndId: ID, outcome: 'paid', amountPiastres: 12_550 }],
      notes: [{ key: 'foreign' }, { key: 'expected', detail: 'PDNG' }],
    });
  }
});
