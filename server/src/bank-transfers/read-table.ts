/** Reads a bank's answer to our transfers from a table: CSV of any dialect, or a workbook. */
import type { BankFileNote } from '@daftar/contract/bank-files';
import type { AnswerMeaning } from '@daftar/contract/ops-bank-transfer-accounts';
import { ownIdOf } from '../platform/bank-files/own-ids.ts';
import { BankFileProblem } from '../platform/bank-files/problem.ts';
import { requireSize } from '../platform/bank-files/statement.ts';
import { readCsvRecords } from '../platform/sheets/csv.ts';
import { plainHeading } from '../platform/sheets/csv-text.ts';
import { parseSheet } from '../platform/sheets/parse.ts';
import { SheetProblem } from '../platform/sheets/problem.ts';
import { amountOf, CellProblem } from '../reconciliation/values.ts';
import type { Claim } from './rules.ts';

/**
 * The headings that our accounts use for our id and the amount in their files, and their banks' words for each
 * status.
 */
export interface OwnHeadings {
  ids: readonly string[];
  amounts: readonly string[];
  /** For each account: the bank's words by meaning. */
  words: readonly Readonly<Partial<Record<AnswerMeaning, readonly string[]>>>[];
}

const HEADINGS = {
  id: [
    'end_to_end_id',
    'payment reference',
    'customer reference',
    'our reference',
    'reference',
    'reference number',
    'الرقم المرجعي',
    'رقم المرجع',
    'المرجع',
  ],
  status: [
    'status',
    'transaction status',
    'payment status',
    'transfer status',
    'الحالة',
    'حالة التحويل',
    'حالة العملية',
  ],
  reason: ['reason', 'rejection reason', 'السبب', 'سبب الرفض'],
  bankReference: ['bank_reference', 'bank ref', 'مرجع البنك'],
  amount: ['amount', 'transfer amount', 'المبلغ', 'قيمة التحويل'],
  currency: ['currency', 'العملة'],
} as const;

/** Usual words for each status; an account may define others. */
const WORDS: Readonly<Record<AnswerMeaning, readonly string[]>> = {
  paid: [
    ...[
      'paid',
      'success',
      'successful',
      'executed',
      'processed',
      'completed',
      'settled',
      'credited',
      'acsc',
      'accc',
    ],
    ...[
      'تم',
      'تم التنفيذ',
      'تم التحويل',
      'تم الدفع',
      'منفذ',
      'منفذة',
      'مقبول',
      'مقبولة',
      'مكتمل',
      'مكتملة',
      'ناجح',
      'ناجحة',
    ],
  ],
  rejected: ['rejected', 'failed', 'refused', 'rjct', 'مرفوض', 'مرفوضة', 'تم الرفض', 'فاشل', 'فاشلة'],
  returned: ['returned', 'مرتجع', 'مرتجعة', 'مرتد', 'مرتدة'],
  open: [
    ...['pending', 'sent', 'received', 'in process', 'in progress', 'processing', 'under processing'],
    ...['pdng', 'acsp', 'actc', 'accp', 'rcvd', 'قيد التنفيذ', 'تحت التنفيذ', 'قيد الانتظار', 'جاري التنفيذ'],
  ],
};

/** Maps each word to its meaning; null for a word that accounts define differently. */
function meaningsOf(words: OwnHeadings['words']): ReadonlyMap<string, AnswerMeaning | null> {
  const usual = new Map<string, AnswerMeaning | null>();
  const own = new Map<string, AnswerMeaning | null>();
  const entries = (of: OwnHeadings['words'][number]) =>
    Object.entries(of) as [AnswerMeaning, readonly string[]][];
  for (const [meaning, list] of entries(WORDS))
    for (const word of list) usual.set(plainHeading(word), meaning);
  for (const account of words)
    for (const [meaning, list] of entries(account))
      for (const word of list) {
        const key = plainHeading(word);
        own.set(key, own.has(key) && own.get(key) !== meaning ? null : meaning);
      }
  return new Map([...usual, ...own]);
}

/** Transfers are in EGP, so an amount in another currency matches none. */
export const ofTransfer = (piastres: number, currency: string) =>
  currency === '' || currency === 'EGP' ? Math.abs(piastres) : 0;

/**
 * Reads an amount with either decimal mark; it is only compared with the amount sent.
 * @returns null for text that is no amount
 */
function readAmount(typed: string): number | null {
  for (const mark of ['point', 'comma'] as const) {
    try {
      return amountOf(typed, { decimal_mark: mark, unit: 'pounds' });
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
    }
  }
  return null;
}

interface Row {
  line: number;
  cells: readonly string[];
  /** Indexes of the cells that cannot be read. */
  bad: ReadonlySet<number>;
}

const MAX_ROWS = 50_000;

async function rowsOf(content: Buffer, headings: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  if (content.toString('latin1', 0, 4) === 'PK\u0003\u0004') {
    for await (const sheet of parseSheet(content, { maximumRows: MAX_ROWS })) {
      if (rows.length === 0) rows.push({ line: 1, cells: sheet.headings, bad: new Set() });
      for (const { row, cells, problems } of sheet.rows)
        rows.push({ line: row, cells, bad: new Set(problems?.keys()) });
    }
    return rows;
  }
  for (const { line, cells, stray } of readCsvRecords(content, { headings, takesAll: true }))
    rows.push({
      line,
      cells: cells.map((cell) => cell.trim()),
      bad: new Set(stray === undefined ? [] : [stray]),
    });
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** Maximum number of rows above the headings, such as the bank's name and the period. */
const MAX_ABOVE = 100;
const TOTAL = /^(?:grandtotal|subtotal|total|sum|count|اجمالي|الاجمالي|المجموع|مجموع|عدد)/;
const isOurs = (id: string) => /^TRF/i.test(id);

/**
 * Reads the rows of an answer. Other rows may only stand above or below the answers to transfers.
 * @throws BankFileProblem
 */
export async function readTableAnswer(
  content: Buffer,
  own: OwnHeadings,
): Promise<{ claims: Claim[]; notes: BankFileNote[] }> {
  requireSize(content);
  const names = {
    ...HEADINGS,
    id: [...own.ids, ...HEADINGS.id],
    amount: [...own.amounts, ...HEADINGS.amount],
  };
  let rows: Row[];
  try {
    rows = await rowsOf(content, Object.values(names).flat());
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    const isLarge =
      error.key === 'SheetTooLarge' || error.key === 'TooManyRows' || error.key === 'TooManyColumns';
    throw new BankFileProblem(isLarge ? 'BankFileTooLarge' : 'BankFileOtherKind');
  }
  if (rows.length > MAX_ROWS) throw new BankFileProblem('BankFileTooLarge');
  const columnsOf = ({ cells }: Row) => {
    const found = cells.map(plainHeading);
    const at = (list: readonly string[]) =>
      list.map((name) => found.indexOf(plainHeading(name))).find((each) => each >= 0) ?? -1;
    return {
      id: at(names.id),
      status: at(names.status),
      reason: at(names.reason),
      bankReference: at(names.bankReference),
      amount: at(names.amount),
      currency: at(names.currency),
    };
  };
  const above = rows.slice(0, MAX_ABOVE).map(columnsOf);
  const headAt = above.findIndex(({ id, status }) => id >= 0 && status >= 0);
  if (headAt < 0) {
    const part = above.findIndex(({ id, status }) => id >= 0 || status >= 0);
    if (part < 0) throw new BankFileProblem('BankFileOtherKind');
    const field = above[part]!.id < 0 ? 'end_to_end_id' : 'status';
    throw new BankFileProblem('BankFileFieldMissing', { line: rows[part]!.line, column: 1, field });
  }
  const [head, columns] = [rows[headAt]!, above[headAt]!];
  const at = ({ cells }: Row, column: number) => (cells[column] ?? '').trim();
  /**
   * Returns whether a row is below the last answer, such as a total: it names none of our transfers, and has no
   * status or is a total.
   */
  const isBelow = (row: Row) =>
    !row.cells.some((cell) => isOurs(ownIdOf(cell))) &&
    (at(row, columns.status) === '' || row.cells.some((cell) => TOTAL.test(plainHeading(cell))));
  const body = rows.slice(headAt + 1);
  const last = body.findLastIndex((row) => !isBelow(row));
  const meanings = meaningsOf(own.words);
  const claims = body.slice(0, last + 1).flatMap((row): Claim[] => {
    const { line } = row;
    const wrong = (
      column: number,
      key: 'BankFileCellWrong' | 'BankFileStatusUnknown' = 'BankFileCellWrong',
    ) => new BankFileProblem(key, { line, field: at(head, column), value: at(row, column) });
    const bad = Object.values(columns).find((column) => row.bad.has(column));
    if (bad !== undefined) throw wrong(bad);
    if (at(row, columns.id) === '')
      throw new BankFileProblem('BankFileFieldMissing', {
        line,
        column: columns.id + 1,
        field: at(head, columns.id),
      });
    const meaning = meanings.get(plainHeading(at(row, columns.status)));
    if (!meaning) throw wrong(columns.status, 'BankFileStatusUnknown');
    if (meaning === 'open') return [];
    const typed = at(row, columns.amount);
    const piastres = typed === '' ? null : readAmount(typed);
    if (typed !== '' && piastres === null) throw wrong(columns.amount);
    return [
      {
        line,
        endToEndId: ownIdOf(at(row, columns.id)),
        outcome: meaning,
        amountPiastres:
          piastres === null ? null : ofTransfer(piastres, at(row, columns.currency).toUpperCase()),
        reason: at(row, columns.reason),
        bankReference: at(row, columns.bankReference),
      },
    ];
  });
  const left = headAt + (body.length - 1 - last);
  const line = headAt > 0 ? rows[0]!.line : (body[last + 1]?.line ?? 0);
  return { claims, notes: left > 0 ? [{ key: 'rows', line, count: left, detail: '' }] : [] };
}
