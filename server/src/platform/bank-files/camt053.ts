/** Reads statements in ISO 20022 camt.053 (any version from 001.02 on). */
import { BankFileProblem } from './problem.ts';
import {
  type Balance,
  type BankStatement,
  dayOf,
  type EntryDetail,
  MAX_ENTRIES,
  piastresOf,
  requireSum,
  type StatementEntry,
} from './statement.ts';
import { all, type Element, first, readElements, required, textAt, wrongValue } from './xml.ts';

/** Signed by whose side it is: `CRDT` or `DBIT`. */
function amountOf(amount: Element, side: Element): number {
  const piastres = piastresOf(amount.text, '.');
  if (piastres === null) throw wrongValue(amount);
  if (side.text !== 'CRDT' && side.text !== 'DBIT') throw wrongValue(side);
  return side.text === 'CRDT' ? piastres : -piastres;
}

/** A day, or the day of a moment as the bank writes it. */
function dayAt(element: Element, path: string): string | null {
  const found = first(element, `${path}/Dt`, `${path}/DtTm`);
  if (!found) return null;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:$|T|Z|[+-])/.exec(found.text) ?? [];
  const text = year === undefined ? null : dayOf(year, month!, day!);
  if (text === null) throw wrongValue(found);
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
const NOT_PROVIDED = new Set(['NOTPROVIDED', 'NONREF']);
const named = (text: string) => (NOT_PROVIDED.has(text) ? '' : text);

function detailOf(element: Element): EntryDetail {
  const amount = first(element, 'AmtDtls/TxAmt/Amt', 'Amt');
  const piastres = amount && piastresOf(amount.text, '.');
  if (amount && piastres === null) throw wrongValue(amount);
  return {
    endToEndId: named(textAt(element, 'Refs/EndToEndId')),
    amountPiastres: piastres ?? null,
    text: [...all(element, 'RmtInf/Ustrd'), ...all(element, 'AddtlTxInf')].map(({ text }) => text).join(' '),
    returnReason: textAt(element, 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry', 'RtrInf/AddtlInf'),
  };
}

/** @returns null for what is not booked yet */
function entryOf(element: Element): StatementEntry | null {
  const status = textAt(element, 'Sts/Cd', 'Sts/Prtry') || textAt(element, 'Sts');
  if (status !== '' && status !== 'BOOK') return null;
  const amount = required(element, 'Amt');
  const booked = dayAt(element, 'BookgDt');
  const value = dayAt(element, 'ValDt');
  const day = booked ?? value;
  if (day === null)
    throw new BankFileProblem('BankFileFieldMissing', { ...placeOf(element), field: 'Ntry/BookgDt' });
  const details = all(element, 'NtryDtls/TxDtls').map(detailOf);
  return {
    line: element.line,
    bookedOn: day,
    valueOn: value ?? day,
    amountPiastres: amountOf(amount, required(element, 'CdtDbtInd')),
    isReversal: textAt(element, 'RvslInd') === 'true',
    bankReference: named(textAt(element, 'AcctSvcrRef', 'NtryDtls/TxDtls/Refs/AcctSvcrRef')),
    ownReference: named(textAt(element, 'NtryRef')),
    text: [textAt(element, 'AddtlNtryInf'), ...details.map(({ text }) => text)]
      .filter((text) => text !== '')
      .join(' '),
    details,
  };
}

/**
 * Reads every statement of a file. The booked entries must agree with the balances, where the bank names both, so that a
 * statement with a part missing is noticed.
 * @throws BankFileProblem
 */
export function readCamt053(content: Uint8Array): BankStatement[] {
  const statements: BankStatement[] = [];
  let count = 0;
  let entries: StatementEntry[] = [];
  let amounts: Element[] = [];
  let balances: { code: string; balance: Balance; currency: string }[] = [];
  const namespace = readElements(content, new Set(['Ntry', 'Bal', 'Stmt']), (element, path) => {
    if (element.name === 'Ntry') {
      count += 1;
      if (count > MAX_ENTRIES) throw new BankFileProblem('BankFileTooLarge', placeOf(element));
      const entry = entryOf(element);
      if (entry) entries.push(entry);
      amounts.push(required(element, 'Amt'));
      return;
    }
    if (element.name === 'Bal') {
      const code = textAt(element, 'Tp/CdOrPrtry/Cd');
      const currency = required(element, 'Amt').attributes.Ccy ?? '';
      balances.push({ code, balance: balanceOf(element), currency });
      return;
    }
    if (path.at(-1) !== 'BkToCstmrStmt') throw wrongValue(element);
    const of = (...codes: string[]) => balances.find(({ code }) => codes.includes(code));
    const opening = of('OPBD', 'PRCD');
    const closing = of('CLBD');
    const statement: BankStatement = {
      number: textAt(element, 'ElctrncSeqNb', 'Id'),
      account: textAt(element, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id').replace(/\s/g, ''),
      currency: textAt(element, 'Acct/Ccy') || (closing?.currency ?? opening?.currency ?? ''),
      opening: opening?.balance ?? null,
      closing: closing?.balance ?? null,
      isFinal: closing !== undefined,
      entries,
    };
    // Amounts of several currencies are no sum.
    const { currency } = statement;
    const foreign = amounts.find(({ attributes: { Ccy = currency } }) => Ccy !== currency);
    if (currency !== '' && foreign) throw wrongValue(foreign);
    requireSum(statement, element.line);
    statements.push(statement);
    entries = [];
    amounts = [];
    balances = [];
  });
  if (/:camt\.052\./.test(namespace)) throw new BankFileProblem('BankFileIntraday', { field: 'camt.052' });
  if (statements.length === 0 || (namespace !== '' && !/:camt\.053\./.test(namespace)))
    throw new BankFileProblem('BankFileOtherKind');
  return statements;
}
