/** Reads what a bank answered, in whatever format. */

import type { BankFileNote } from '@daftar/contract/bank-files';
import type { AnswerFormat } from '@daftar/contract/ops-bank-transfers';
import { parse } from 'csv-parse/sync';
import { readCamt } from '../platform/bank-files/camt.ts';
import { beginningOf, decode, isMt940, isXml } from '../platform/bank-files/encoding.ts';
import { readMt940 } from '../platform/bank-files/mt940.ts';
import { Notes } from '../platform/bank-files/notes.ts';
import { transferIdsIn } from '../platform/bank-files/own-ids.ts';
import { plain } from '../platform/bank-files/pain001.ts';
import { readPain002 } from '../platform/bank-files/pain002.ts';
import { BankFileProblem } from '../platform/bank-files/problem.ts';
import { type BankStatement, type EntryDetail, requireSize } from '../platform/bank-files/statement.ts';
import { amountOf, CellProblem } from '../reconciliation/values.ts';
import type { Claim } from './rules.ts';

/** An answer: of transfers, and of all that a file of ours holds. */
export interface ReadAnswer {
  format: AnswerFormat;
  claims: Claim[];
  /** By the file's message id. `others`: the transfers of which something of their own is said, such as that they wait. */
  whole: { messageId: string; outcome: 'paid' | 'rejected'; reason: string; others: string[] } | null;
  /** What was tolerated. */
  notes: BankFileNote[];
}

const PAID = new Set(['ACSC', 'ACCC']);
const outcomeOfStatus = (status: string) =>
  PAID.has(status) ? ('paid' as const) : status === 'RJCT' ? ('rejected' as const) : null;

/** Transfers are in EGP: of another currency no amount is theirs. */
const ofTransfer = (piastres: number, currency: string) =>
  currency === '' || currency === 'EGP' ? Math.abs(piastres) : 0;

function readStatusReport(content: Uint8Array): ReadAnswer {
  const { originalMessageId: messageId, groupStatus, groupReason, parts, transfers } = readPain002(content);
  const claims = transfers.flatMap(({ line, endToEndId, status, reason, bankReference, amount }): Claim[] => {
    const outcome = outcomeOfStatus(status);
    const amountPiastres = amount && ofTransfer(amount.piastres, amount.currency);
    return outcome ? [{ line, endToEndId, outcome, amountPiastres, reason, bankReference }] : [];
  });
  const open = transfers.filter(({ status }) => status !== '' && !outcomeOfStatus(status));
  const notes = countByStatus(open.map(({ line, status }) => ({ line, status })));
  // What is said of a part holds for it, whatever is said of the whole file; parts that disagree say nothing of all.
  const said = parts.filter(({ status }) => status !== '');
  const statuses = new Set(said.length > 0 ? said.map(({ status }) => status) : [groupStatus]);
  const [status = ''] = statuses;
  const outcome = statuses.size === 1 ? outcomeOfStatus(status) : null;
  if (status !== '' && !outcome && status !== 'PART')
    notes.push({ key: 'open', line: 0, count: 1, detail: status });
  // What is said of all holds for those of which nothing else is said.
  const others = transfers.filter((each) => each.status !== '').map(({ endToEndId }) => endToEndId);
  const reason = groupReason || (said[0]?.reason ?? '');
  const whole = outcome ? { messageId, outcome, reason, others } : null;
  return { format: 'pain.002', claims, whole, notes };
}

/** Notes on statuses that are not final, each with how often it occurs. */
function countByStatus(open: readonly { line: number; status: string }[]): BankFileNote[] {
  const notes = new Notes();
  for (const { line, status } of open) notes.add('open', { line, detail: status });
  return notes.all;
}

/** A debit of ours is a payment, a credit with our id its return. Everything else of a statement is not about transfers. */
function claimsOf(statements: readonly BankStatement[]): Claim[] {
  return statements
    .flatMap(({ entries, currency }) => entries.map((entry) => ({ entry, currency })))
    .flatMap(({ entry, currency }) => {
      const { line, amountPiastres, isReversal, bankReference, ownReference, text, said, details } = entry;
      if (amountPiastres < 0 && isReversal) return [];
      const outcome = amountPiastres < 0 ? ('paid' as const) : ('returned' as const);
      const isOurs = currency === '' || currency === 'EGP';
      const whole = isOurs ? Math.abs(amountPiastres) : 0;
      const ours = details.flatMap((detail) => {
        const [endToEndId] = transferIdsIn(detail.endToEndId);
        return endToEndId ? [{ ...detail, endToEndId }] : [];
      });
      if (ours.length > 0) {
        return ours.map((detail) => ({
          line,
          endToEndId: detail.endToEndId,
          outcome,
          amountPiastres: isOurs ? amountOfDetail(detail, ours.length === 1 ? whole : null) : 0,
          reason: outcome === 'returned' ? detail.returnReason || detail.text || text : '',
          bankReference,
        }));
      }
      const [endToEndId] = transferIdsIn(ownReference, text, said);
      if (!endToEndId) return [];
      const reason = outcome === 'returned' ? text : '';
      return [{ line, endToEndId, outcome, amountPiastres: whole, reason, bankReference }];
    });
}

/** Of several payments one in another currency is not a transfer of ours, whatever its id; alone it has the entry's amount. */
const amountOfDetail = ({ amountPiastres, isForeign }: EntryDetail, whole: number | null): number | null =>
  amountPiastres ?? whole ?? (isForeign ? 0 : null);

const MAX_TEXT = 500;

const HEADINGS = {
  id: ['end_to_end_id', 'end to end id', 'reference', 'payment reference', 'الرقم المرجعي'],
  status: ['status', 'الحالة'],
  reason: ['reason', 'السبب'],
  bankReference: ['bank_reference', 'bank reference', 'مرجع البنك'],
  amount: ['amount', 'المبلغ'],
  currency: ['currency', 'العملة'],
} as const;

const STATUSES: Readonly<Record<string, Claim['outcome'] | 'open'>> = {
  paid: 'paid',
  success: 'paid',
  successful: 'paid',
  executed: 'paid',
  acsc: 'paid',
  تم: 'paid',
  'تم التنفيذ': 'paid',
  rejected: 'rejected',
  failed: 'rejected',
  rjct: 'rejected',
  مرفوض: 'rejected',
  returned: 'returned',
  مرتجع: 'returned',
  pending: 'open',
  sent: 'open',
  'قيد التنفيذ': 'open',
};

/** What parts the headings: a comma within a cell parts nothing where they are parted by semicolons. */
function delimiterOf(text: string): string {
  const head = /[^\r\n]+/.exec(text.replace(/^\ufeff/, '').trimStart())?.[0] ?? '';
  const count = (mark: string) => head.split(mark).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0]!;
}

/** An amount with either decimal mark. @returns null for what is none */
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

/** What the profiles of our accounts call our id and the amount, in the files that they make. */
export interface OwnHeadings {
  ids: readonly string[];
  amounts: readonly string[];
}

function readCsvAnswer(content: Uint8Array, own: OwnHeadings): Claim[] {
  requireSize(content);
  let rows: { record: string[]; info: { lines: number } }[];
  try {
    const { text } = decode(content);
    rows = parse(text, {
      bom: true,
      info: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 64 * 1024,
      to: 50_001,
    }) as never;
  } catch (error) {
    const line = Number((error as { lines?: number }).lines ?? 0);
    throw new BankFileProblem('BankFileUnreadable', { line, column: 1 });
  }
  const [head, ...body] = rows;
  if (!head) throw new BankFileProblem('BankFileOtherKind');
  if (body.length === 50_000) throw new BankFileProblem('BankFileTooLarge');
  const named = head.record.map((heading) => heading.trim().toLowerCase());
  const columnOf = (names: readonly string[]) => named.findIndex((name) => names.includes(name));
  const [id, status] = [
    columnOf([...own.ids.map((each) => each.toLowerCase()), ...HEADINGS.id]),
    columnOf(HEADINGS.status),
  ];
  if (id < 0 && status < 0) throw new BankFileProblem('BankFileOtherKind');
  if (id < 0)
    throw new BankFileProblem('BankFileFieldMissing', { line: 1, column: 1, field: 'end_to_end_id' });
  if (status < 0) throw new BankFileProblem('BankFileFieldMissing', { line: 1, column: 1, field: 'status' });
  const [reason, bankReference] = [columnOf(HEADINGS.reason), columnOf(HEADINGS.bankReference)];
  const amount = columnOf([...own.amounts.map((each) => each.toLowerCase()), ...HEADINGS.amount]);
  const currency = columnOf(HEADINGS.currency);
  const at = (record: readonly string[], column: number) => (record[column] ?? '').trim();
  /** Null where the bank names none. */
  const amountIn = (record: readonly string[], line: number): number | null => {
    const typed = at(record, amount);
    if (typed === '') return null;
    const piastres = readAmount(typed);
    if (piastres === null)
      throw new BankFileProblem('BankFileCellWrong', {
        line,
        field: head.record[amount] ?? '',
        value: typed,
      });
    return ofTransfer(piastres, at(record, currency).toUpperCase());
  };
  return body.flatMap(({ record, info: { lines: line } }): Claim[] => {
    const said = at(record, status).toLowerCase();
    const outcome = Object.hasOwn(STATUSES, said) ? STATUSES[said]! : null;
    if (outcome === null)
      throw new BankFileProblem('BankFileCellWrong', { line, field: head.record[status] ?? '', value: said });
    const endToEndId = at(record, id);
    if (endToEndId === '')
      throw new BankFileProblem('BankFileFieldMissing', {
        line,
        column: id + 1,
        field: head.record[id] ?? '',
      });
    if (outcome === 'open') return [];
    return [
      {
        line,
        endToEndId,
        outcome,
        amountPiastres: amountIn(record, line),
        reason: at(record, reason),
        bankReference: at(record, bankReference),
      },
    ];
  });
}

/** The format by its content. */
function formatOf(content: Uint8Array): AnswerFormat {
  if (isXml(content)) {
    const beginning = beginningOf(content);
    return beginning.includes('pain.002') || beginning.includes('PmtStsRpt') ? 'pain.002' : 'camt.053';
  }
  return isMt940(content) ? 'mt940' : 'csv';
}

/** @throws BankFileProblem */
export function readAnswer(content: Uint8Array, own: OwnHeadings): ReadAnswer {
  const { format, claims, whole, notes } = readWhole(content, own);
  // Whatever a bank or its software writes is kept and shown as one plain line.
  return {
    format,
    claims: claims.map((claim) => ({
      ...claim,
      endToEndId: plain(claim.endToEndId, MAX_TEXT),
      reason: plain(claim.reason, MAX_TEXT),
      bankReference: plain(claim.bankReference, MAX_TEXT),
    })),
    whole: whole && {
      ...whole,
      messageId: plain(whole.messageId, MAX_TEXT),
      reason: plain(whole.reason, MAX_TEXT),
    },
    notes,
  };
}

function readWhole(content: Uint8Array, own: OwnHeadings): ReadAnswer {
  const format = formatOf(content);
  if (format === 'pain.002') return readStatusReport(content);
  if (format === 'csv') return { format, claims: readCsvAnswer(content, own), whole: null, notes: [] };
  const { statements, notes } =
    format === 'mt940' ? readMt940(content) : readCamt(content, { reports: true });
  return { format, claims: claimsOf(statements), whole: null, notes };
}
