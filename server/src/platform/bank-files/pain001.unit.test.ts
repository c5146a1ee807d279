/** Compares transfer files with the published structure of the messages. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BankParty, type TransferOptions, writePain001 } from './pain001.ts';
import { type Element, readElements } from './xml.ts';

/**
 * Children in order, each with its number of occurrences: `1`, `?` or `+`. An element without an entry contains only
 * text.
 */
type Structure = Readonly<Record<string, string>>;

const COMMON: Structure = {
  CstmrCdtTrfInitn: 'GrpHdr:1 PmtInf:+ SplmtryData:?',
  GrpHdr: 'MsgId:1 CreDtTm:1 Authstn:? NbOfTxs:1 CtrlSum:? InitgPty:1 FwdgAgt:?',
  PmtTpInf: 'InstrPrty:? SvcLvl:? LclInstrm:? CtgyPurp:?',
  SvcLvl: 'Cd:1',
  CtgyPurp: 'Cd:1',
  Purp: 'Cd:1',
  DbtrAcct: 'Id:1 Tp:? Ccy:? Nm:? Prxy:?',
  CdtrAcct: 'Id:1 Tp:? Ccy:? Nm:? Prxy:?',
  'DbtrAcct/Id': 'IBAN:? Othr:?',
  'CdtrAcct/Id': 'IBAN:? Othr:?',
  DbtrAgt: 'FinInstnId:1 BrnchId:?',
  CdtrAgt: 'FinInstnId:1 BrnchId:?',
  Othr: 'Id:1 SchmeNm:? Issr:?',
  'InitgPty/Id': 'OrgId:1',
  PmtId: 'InstrId:? EndToEndId:1 UETR:?',
  Amt: 'InstdAmt:1',
  RmtInf: 'Ustrd:? Strd:?',
  ...Object.fromEntries(
    ['InitgPty', 'Dbtr', 'Cdtr'].map((party) => [party, 'Nm:? PstlAdr:? Id:? CtryOfRes:? CtctDtls:?']),
  ),
};
const PAYMENT = (more: string) =>
  `PmtInfId:1 PmtMtd:1 BtchBookg:? NbOfTxs:? CtrlSum:? PmtTpInf:? ReqdExctnDt:1 PoolgAdjstmntDt:? Dbtr:1 DbtrAcct:1 DbtrAgt:1 DbtrAgtAcct:? ${more}UltmtDbtr:? ChrgBr:? ChrgsAcct:? ChrgsAcctAgt:? CdtTrfTxInf:+`;
const TRANSFER =
  'PmtId:1 PmtTpInf:? Amt:1 XchgRateInf:? ChrgBr:? ChqInstr:? UltmtDbtr:? IntrmyAgt1:? CdtrAgt:? CdtrAgtAcct:? Cdtr:? CdtrAcct:? UltmtCdtr:? InstrForCdtrAgt:? InstrForDbtrAgt:? Purp:? RgltryRptg:? Tax:? RltdRmtInf:? RmtInf:?';
const STRUCTURES: Readonly<Record<TransferOptions['message'], Structure>> = {
  'pain.001.001.09': {
    ...COMMON,
    PmtInf: PAYMENT('InstrForDbtrAgt:? '),
    CdtTrfTxInf: TRANSFER,
    ReqdExctnDt: 'Dt:1',
    OrgId: 'AnyBIC:? LEI:? Othr:?',
    FinInstnId: 'BICFI:? ClrSysMmbId:? LEI:? Nm:? PstlAdr:? Othr:?',
    PstlAdr:
      'AdrTp:? Dept:? SubDept:? StrtNm:? BldgNb:? BldgNm:? Flr:? PstBx:? Room:? PstCd:? TwnNm:? TwnLctnNm:? DstrctNm:? CtrySubDvsn:? Ctry:? AdrLine:?',
  },
  'pain.001.001.03': {
    ...COMMON,
    PmtInf: PAYMENT(''),
    CdtTrfTxInf: TRANSFER,
    PmtId: 'InstrId:? EndToEndId:1',
    OrgId: 'BICOrBEI:? Othr:?',
    FinInstnId: 'BIC:? ClrSysMmbId:? Nm:? PstlAdr:? Othr:?',
    PstlAdr: 'AdrTp:? Dept:? SubDept:? StrtNm:? BldgNb:? PstCd:? TwnNm:? CtrySubDvsn:? Ctry:? AdrLine:?',
  },
};

/** Returns the errors of an element and of those within it. */
function problemsOf(element: Element, structure: Structure, parent = ''): string[] {
  const rule = structure[`${parent}/${element.name}`] ?? structure[element.name];
  if (rule === undefined) {
    if (element.children.length > 0) return [`${element.name} holds elements`];
    return element.text === '' ? [`${element.name} is empty`] : [];
  }
  const wanted = rule.split(' ').map((each) => each.split(':') as [string, string]);
  const order = element.children.map(({ name }) => wanted.findIndex(([each]) => each === name));
  const counted = (name: string) => element.children.filter((each) => each.name === name).length;
  return [
    ...(order.includes(-1) ? [`${element.name} holds what it may not`] : []),
    ...(order.some((each, at) => at > 0 && each < order[at - 1]!) ? [`${element.name} is out of order`] : []),
    ...wanted.flatMap(([name, often]) => {
      const count = counted(name);
      const isRight = often === '1' ? count === 1 : often === '?' ? count <= 1 : count >= 1;
      return isRight ? [] : [`${element.name}/${name} occurs ${count} times`];
    }),
    ...element.children.flatMap((child) => problemsOf(child, structure, element.name)),
  ];
}

const code = fc.constantFrom('', 'SUPP', 'NURG');
const options: fc.Arbitrary<TransferOptions> = fc.record({
  message: fc.constantFrom('pain.001.001.09', 'pain.001.001.03'),
  initiatorId: fc.constantFrom('', '12345'),
  chargeBearer: fc.constantFrom('', 'SLEV', 'SHAR', 'DEBT', 'CRED'),
  serviceLevel: code,
  categoryPurpose: code,
  purpose: code,
});
const address = fc.record({
  street: fc.constantFrom('', '12 Tahrir Street'),
  town: fc.constant('Cairo'),
  country: fc.constant('EG'),
  isHybrid: fc.boolean(),
});
const party: fc.Arbitrary<BankParty> = fc
  .record({
    bic: fc.constantFrom('', 'NBEGEGCX'),
    bankName: fc.constantFrom('', 'CIB'),
    hasIban: fc.boolean(),
    address: fc.option(address),
  })
  .map(({ hasIban, address: at, ...rest }) => ({
    ...rest,
    name: 'Nile Sweets',
    iban: hasIban ? 'EG380019000500000000263180002' : '',
    accountNumber: hasIban ? '' : '100200300',
    ...(at ? { address: at } : {}),
  }));

test('every file has the elements of its message in their order and number, whatever the bank wants', () => {
  fc.assert(
    fc.property(
      options,
      party,
      fc.array(party, { minLength: 1, maxLength: 3 }),
      (wanted, from, receivers) => {
        const text = writePain001({
          messageId: 'DAFTAR-7',
          createdAt: new Date('2026-06-15T09:00:00Z'),
          executionDay: '2026-06-16',
          from,
          transfers: receivers.map((to, at) => ({
            endToEndId: `E-${at}`,
            amountPiastres: 100 + at,
            to,
            text: 'A',
          })),
          options: wanted,
        });
        const problems: string[] = [];
        const { namespaces } = readElements(Buffer.from(text), new Set(['CstmrCdtTrfInitn']), (element) => {
          problems.push(...problemsOf(element, STRUCTURES[wanted.message]));
        });
        expect(problems).toEqual([]);
        expect(namespaces).toEqual([`urn:iso:std:iso:20022:tech:xsd:${wanted.message}`]);
      },
    ),
  );
});
