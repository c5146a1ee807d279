/** Reads a statement in MT940 or camt.053 as lines between two balances; pure, and run in a thread. */
import { createHash } from 'node:crypto';
import type { BankFileNote } from '@daftar/contract/bank-files';
import type { StatementFormat } from '@daftar/contract/ops-bank-statements';
import { readCamt } from '../../platform/bank-files/camt.ts';
import { isMt940, isXml } from '../../platform/bank-files/encoding.ts';
import { readMt940 } from '../../platform/bank-files/mt940.ts';
import { transferIdsIn } from '../../platform/bank-files/own-ids.ts';
import type { BankStatement, ReadFile } from '../../platform/bank-files/statement.ts';
import { maskCards } from '../../processors/redact.ts';
import { compareAccount, type OwnAccount } from './account.ts';

/** A booking on the bank's account; below zero: a debit. */
export interface ReadLine {
  lineNo: number;
  bookedOn: string;
  valueOn: string;
  amountPiastres: number;
  isReversal: boolean;
  bankReference: string;
  ownReference: string;
  text: string;
  /** Ids of our transfers that the bank repeats. */
  transferIds: string[];
  /** SHA-256 of the content of the line. */
  fingerprint: string;
}

const LONGEST_REFERENCE = 100;
const LONGEST_TEXT = 500;
/** Characters that PostgreSQL or a screen cannot show: control characters, unpaired surrogates, direction marks. */
const UNSHOWN = /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;
const clean = (text: string, most: number) =>
  [...text.replace(UNSHOWN, ' ').replace(/\s+/g, ' ').trim()].slice(0, most).join('');

const MAX_IDS = 1_000;

type Unsigned = Omit<ReadLine, 'fingerprint'>;

/** Returns a line as stored, with its fingerprint. */
export function lineOf(line: Unsigned): ReadLine {
  const bankReference = clean(line.bankReference, LONGEST_REFERENCE);
  const ownReference = clean(line.ownReference, LONGEST_REFERENCE);
  const text = maskCards(clean(line.text, LONGEST_TEXT));
  const { bookedOn, valueOn, amountPiastres } = line;
  const said = JSON.stringify([bookedOn, valueOn, amountPiastres, bankReference, ownReference, text]);
  return {
    ...line,
    bankReference,
    ownReference,
    text,
    transferIds: [...new Set(line.transferIds)].slice(0, MAX_IDS),
    fingerprint: createHash('sha256').update(said).digest('hex'),
  };
}

function linesOf(statement: BankStatement): ReadLine[] {
  return statement.entries
    .filter(({ amountPiastres }) => amountPiastres !== 0)
    .map((entry) =>
      lineOf({
        lineNo: entry.line,
        bookedOn: entry.bookedOn,
        valueOn: entry.valueOn,
        amountPiastres: entry.amountPiastres,
        isReversal: entry.isReversal,
        bankReference: entry.bankReference,
        ownReference: entry.ownReference,
        text: entry.text,
        transferIds: transferIdsIn(
          entry.ownReference,
          entry.text,
          entry.said,
          ...entry.details.map((each) => each.endToEndId),
        ),
      }),
    );
}

/** The balances and lines of a file; days are empty if it does not state them. */
export interface Balances {
  opening: number | null;
  closing: number | null;
  lines: ReadLine[];
  /** Days of the opening and closing balances. */
  firstDay: string;
  lastDay: string;
  isFinal: boolean;
  notes: BankFileNote[];
}

/** The file is not a statement of this account; `why` is a key of `reconciliation.statement`. */
export class OtherStatement extends Error {
  readonly why: 'otherAccount' | 'otherCurrency' | 'gap';
  constructor(why: OtherStatement['why']) {
    super(why);
    this.why = why;
  }
}

/** Returns whether each statement opens with the closing balance of the one before. */
const isChain = (statements: readonly BankStatement[]) =>
  statements.every(({ opening }, at) => {
    const closing = statements[at - 1]?.closing;
    return !opening || !closing || opening.amountPiastres === closing.amountPiastres;
  });

/** Joins the consecutive statements of one account in a file. @throws OtherStatement */
function joined({ statements, notes: said }: ReadFile, own: OwnAccount): Balances {
  const notes = [...said];
  const found = statements.map((statement) => ({ statement, as: compareAccount(own, statement.account) }));
  const listed = found.flatMap(({ statement, as }) => (as === 'other' ? [] : [statement]));
  if (listed.length === 0) throw new OtherStatement('otherAccount');
  if (listed.some(({ currency }) => currency !== '' && currency !== 'EGP'))
    throw new OtherStatement('otherCurrency');
  const byNumber = found.filter(({ as }) => as === 'number');
  if (byNumber.length > 0)
    notes.push({
      key: 'account',
      line: 0,
      count: byNumber.length,
      detail: clean(byNumber[0]!.statement.account, 60),
    });
  // Some banks list the newest statement first.
  const isReversed = !isChain(listed) && isChain(listed.toReversed());
  const ordered = isReversed ? listed.toReversed() : listed;
  if (!isChain(ordered)) throw new OtherStatement('gap');
  if (isReversed) notes.push({ key: 'order', line: 0, count: listed.length, detail: '' });
  const [first, last] = [ordered[0]!, ordered.at(-1)!];
  if (last.closing && !last.isFinal)
    notes.push({ key: 'interim', line: 0, count: 1, detail: last.closing.day });
  return {
    opening: first.opening?.amountPiastres ?? null,
    closing: last.closing?.amountPiastres ?? null,
    lines: ordered.flatMap(linesOf),
    firstDay: first.opening?.day ?? '',
    lastDay: last.closing?.day ?? '',
    isFinal: last.isFinal,
    notes,
  };
}

/** Reads a file that is not a table. @throws BankFileProblem, OtherStatement */
export const parseStatement = (
  content: Uint8Array,
  format: 'mt940' | 'camt.053',
  own: OwnAccount,
): Balances => joined(format === 'mt940' ? readMt940(content) : readCamt(content, { reports: false }), own);

/** Detects the format from the content; workbooks are treated as CSV. */
export function formatOf(content: Buffer): StatementFormat {
  if (content.toString('latin1', 0, 4) === 'PK\u0003\u0004') return 'csv';
  if (isXml(content)) return 'camt.053';
  return isMt940(content) ? 'mt940' : 'csv';
}
