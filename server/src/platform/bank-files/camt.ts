/** Reads statements in ISO 20022 camt.053, and reports in camt.052 and camt.054, of any version from 001.02 on. */

import { Notes } from './notes.ts';
import { codeOf, fileIdOf, isNoId, ownIdOf, plainSigns } from './own-ids.ts';
import { BankFileProblem } from './problem.ts';
import {
  type Balance,
  type BankStatement,
  dayOf,
  type EntryDetail,
  MAX_ENTRIES,
  piastresOf,
  type ReadFile,
  requireSum,
  type StatementEntry,
} from './statement.ts';
import { all, type Element, first, readElements, required, textAt, wrongValue } from './xml.ts';

/** Returns the amount, signed by its side: `CRDT` or `DBIT`. */
function amountOf(amount: Element, side: Element): number {
  const piastres = piastresOf(plainSigns(amount.text).trim(), '.');
  if (piastres === null) throw wrongValue(amount, 'BankFileAmountWrong');
  const code = codeOf(side.text);
  if (code !== 'CRDT' && code !== 'DBIT') throw wrongValue(side);
  // Avoids minus zero.
  return code === 'CRDT' ? piastres : 0 - piastres;
}

/** Returns a day, or the day of a moment as written by the bank. */
function dayAt(element: Element, path: string): string | null {
  const found = first(element, `${path}/Dt`, `${path}/DtTm`);
  if (!found) return null;
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})(?:$|[T Z+-])/i.exec(plainSigns(found.text).trim()) ?? [];
  const text = year === undefined ? null : dayOf(year, month!, day!);
  if (text === null) throw wrongValue(found, 'BankFileDayWrong');
  return text;
}

function balanceOf(element: Element): Balance {
  const amountPiastres = amountOf(required(element, 'Amt'), required(element, 'CdtDbtInd'));
  const day = dayAt(element, 'Dt');
  if (day === null)
    throw new BankFileProblem('BankFileFieldMissing', { ...placeOf(element), field: 'Bal/Dt' });
  return { amountPiastres, day };
}

const placeOf = ({ line, column }: Element) => ({ line, column });
const currencyOf = (amount: Element) => codeOf(amount.attributes.Ccy ?? '');
const named = (text: string) => (isNoId(text) ? '' : text);
/** Returns the first usable id. */
const idAt = (element: Element, ...paths: string[]) =>
  paths.map((path) => named(textAt(element, path))).find((text) => text !== '') ?? '';

/** Paths of a payment's amount within an entry. */
const DETAIL_AMOUNTS = ['AmtDtls/TxAmt/Amt', 'Amt', 'AmtDtls/CntrValAmt/Amt', 'AmtDtls/InstdAmt/Amt'];

/** Returns the amount of a payment in the currency of its entry. */
function detailAmount(
  element: Element,
  currency: string,
  notes: Notes,
): Pick<EntryDetail, 'amountPiastres' | 'isForeign'> {
  const amounts = DETAIL_AMOUNTS.flatMap((path) => all(element, path));
  const own = amounts.find((amount) => [currency, ''].includes(currencyOf(amount)) || currency === '');
  if (!own) {
    const [foreign] = amounts;
    if (foreign) notes.add('foreign', { line: foreign.line, detail: currencyOf(foreign) });
    return { amountPiastres: null, isForeign: foreign !== undefined };
  }
  const piastres = piastresOf(plainSigns(own.text).trim(), '.');
  if (piastres === null) throw wrongValue(own, 'BankFileAmountWrong');
  return { amountPiastres: piastres, isForeign: false };
}

const IDS = ['EndToEndId', 'InstrId', 'TxId', 'PmtInfId'].map((name) => `Refs/${name}`);
const wordsOf = (element: Element) =>
  [...all(element, 'RmtInf/Ustrd'), ...all(element, 'AddtlTxInf')].map(({ text }) => text);

function detailOf(element: Element, currency: string, notes: Notes): EntryDetail {
  return {
    endToEndId: ownIdOf(idAt(element, ...IDS)),
    ...detailAmount(element, currency, notes),
    text: wordsOf(element).join(' '),
    returnReason: textAt(element, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry', 'RtrInf/AddtlInf'),
  };
}

/** Returns all text that may contain an id of ours: each payment's ids, and its text, which may be broken anywhere. */
const saidBy = (entry: Element): string =>
  [
    textAt(entry, 'AddtlNtryInf'),
    ...all(entry, 'NtryDtls/TxDtls').flatMap((detail) => [
      ...IDS.map((path) => textAt(detail, path)),
      wordsOf(detail).join('\n'),
      ...all(detail, 'RmtInf/Strd/CdtrRefInf/Ref').map(({ text }) => text),
      ...all(detail, 'RmtInf/Strd/AddtlRmtInf').map(({ text }) => text),
    ]),
  ]
    .filter((text) => text !== '')
    .join('|');

/** Our file's id, if the bank books a whole file in one entry. */
const FILE_ID = /^DAFTAR-[0-9A-Z]{8,28}$/;
const ownFile = (entry: Element) =>
  ['Btch/PmtInfId', 'Btch/MsgId', 'TxDtls/Refs/PmtInfId', 'TxDtls/Refs/MsgId']
    .map((path) => fileIdOf(textAt(entry, `NtryDtls/${path}`)))
    .find((text) => FILE_ID.test(text)) ?? '';

/** @returns null for an entry that is not booked */
function entryOf(element: Element, notes: Notes): StatementEntry | null {
  const status = codeOf(textAt(element, 'Sts/Cd', 'Sts/Prtry', 'Sts'));
  if (status !== '' && status !== 'BOOK' && status !== 'BOOKED') {
    notes.add('expected', { line: element.line, detail: status.slice(0, 35) });
    return null;
  }
  const amount = required(element, 'Amt');
  const booked = dayAt(element, 'BookgDt');
  const value = dayAt(element, 'ValDt');
  const day = booked ?? value;
  if (day === null)
    throw new BankFileProblem('BankFileFieldMissing', { ...placeOf(element), field: 'Ntry/BookgDt' });
  const details = all(element, 'NtryDtls/TxDtls').map((detail) =>
    detailOf(detail, currencyOf(amount), notes),
  );
  return {
    line: element.line,
    bookedOn: day,
    valueOn: value ?? day,
    amountPiastres: amountOf(amount, required(element, 'CdtDbtInd')),
    isReversal: ['TRUE', '1'].includes(codeOf(textAt(element, 'RvslInd'))),
    bankReference: idAt(element, 'AcctSvcrRef', 'NtryDtls/TxDtls/Refs/AcctSvcrRef'),
    ownReference: idAt(element, 'NtryRef') || ownFile(element),
    text: [textAt(element, 'AddtlNtryInf'), ...details.map(({ text }) => text)]
      .filter((text) => text !== '')
      .join(' '),
    said: saidBy(element),
    details,
  };
}

/**
 * Selects the opening and closing balances of a statement, in any order: a page that is not the last one closes with an
 * interim balance.
 */
function chosenBalances(balances: readonly Element[], currency: string) {
  const kindOf = (balance: Element) => codeOf(textAt(balance, 'Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry'));
  const isOwn = (balance: Element) => currency === '' || currencyOf(required(balance, 'Amt')) === currency;
  const known = balances.filter((balance) => kindOf(balance) !== '');
  const own = known.some(isOwn) ? known.filter(isOwn) : known;
  const of = (...codes: string[]) => own.filter((balance) => codes.includes(kindOf(balance)));
  const interim = of('ITBD');
  const booked = of('CLBD').at(-1);
  const opening = of('OPBD')[0] ?? of('PRCD')[0];
  // On a page in the middle, the first interim balance opens, and the last one closes.
  const opens = opening ?? (booked || interim.length > 1 ? interim[0] : undefined);
  const closes = booked ?? interim.filter((balance) => balance !== opens).at(-1);
  return { opens, closes, isFinal: booked !== undefined };
}

/** The kinds of reports, by the element that contains their statements. */
const REPORTS: Readonly<Record<string, string>> = {
  BkToCstmrStmt: 'Stmt',
  BkToCstmrAcctRpt: 'Rpt',
  BkToCstmrDbtCdtNtfctn: 'Ntfctn',
};
const NAMES = new Set(['Ntry', 'Bal', 'Stmt', 'Rpt', 'Ntfctn']);

/**
 * Reads every statement of a file, with or without an envelope. The booked entries must agree with the balances, if the
 * bank gives both, so that a statement with a missing part is noticed.
 * @param reports also reads camt.052 and camt.054, whose entries are bookings, but prove no balance
 * @throws BankFileProblem
 */
export function readCamt(content: Uint8Array, { reports }: { reports: boolean }): ReadFile {
  const notes = new Notes();
  const statements: BankStatement[] = [];
  let count = 0;
  let entries: StatementEntry[] = [];
  let amounts: Element[] = [];
  let balances: Element[] = [];
  const { namespaces, encoding } = readElements(content, NAMES, (element, path) => {
    if (element.name === 'Ntry') {
      count += 1;
      if (count > MAX_ENTRIES) throw new BankFileProblem('BankFileTooLarge', placeOf(element));
      const entry = entryOf(element, notes);
      if (!entry) return;
      entries.push(entry);
      amounts.push(required(element, 'Amt'));
      return;
    }
    if (element.name === 'Bal') {
      balances.push(element);
      return;
    }
    // An element with the same name in another place.
    if (REPORTS[path.at(-1) ?? ''] !== element.name) return;
    const typed = codeOf(textAt(element, 'Acct/Ccy'));
    const { opens, closes, isFinal } = chosenBalances(balances, typed);
    const currency =
      typed ||
      [closes, opens].flatMap((each) => each ?? []).map((each) => currencyOf(required(each, 'Amt')))[0];
    const statement: BankStatement = {
      number: textAt(element, 'ElctrncSeqNb', 'Id'),
      account: textAt(element, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id', 'Acct/Id/BBAN', 'Acct/Id/PrtryAcct/Id'),
      currency: currency ?? '',
      opening: opens ? balanceOf(opens) : null,
      closing: closes ? balanceOf(closes) : null,
      isFinal,
      entries,
    };
    // Amounts in different currencies cannot be summed.
    const foreign = amounts.find(
      (amount) => currencyOf(amount) !== '' && currencyOf(amount) !== statement.currency,
    );
    if (statement.currency !== '' && foreign)
      throw new BankFileProblem('BankFileCurrencyWrong', {
        ...placeOf(foreign),
        field: 'Ntry/Amt',
        value: currencyOf(foreign),
      });
    if (element.name === 'Stmt') requireSum(statement, element.line);
    statements.push(statement);
    entries = [];
    amounts = [];
    balances = [];
  });
  const kinds = namespaces.map((namespace) => /:(camt\.05[234])\./.exec(namespace)?.[1]);
  const report = kinds.find((kind) => kind === 'camt.052' || kind === 'camt.054');
  if (report && !reports) throw new BankFileProblem('BankFileIntraday', { field: report });
  if (statements.length === 0 || namespaces.some((namespace, at) => namespace !== '' && !kinds[at]))
    throw new BankFileProblem('BankFileOtherKind');
  if (encoding !== 'utf-8') notes.add('encoding', { detail: encoding });
  return { statements, notes: notes.all };
}
