/** Reads a bank's answer in any supported format. */

import type { BankFileNote } from '@daftar/contract/bank-files';
import type { AnswerFormat } from '@daftar/contract/ops-bank-transfer-answers';
import { readCamt } from '../platform/bank-files/camt.ts';
import { beginningOf, isMt940, isXml } from '../platform/bank-files/encoding.ts';
import { readMt940 } from '../platform/bank-files/mt940.ts';
import { Notes } from '../platform/bank-files/notes.ts';
import { transferIdsIn } from '../platform/bank-files/own-ids.ts';
import { plain } from '../platform/bank-files/pain001.ts';
import { readPain002 } from '../platform/bank-files/pain002.ts';
import type { BankStatement, EntryDetail } from '../platform/bank-files/statement.ts';
import { type OwnHeadings, ofTransfer, readTableAnswer } from './read-table.ts';
import type { Claim } from './rules.ts';

/** A bank's answer about single transfers, or about a whole file of ours. */
export interface ReadAnswer {
  format: AnswerFormat;
  claims: Claim[];
  /**
   * The answer about a whole file, by its message id. `others`: transfers with a status of their own, such as
   * pending, to which it does not apply.
   */
  whole: { messageId: string; outcome: 'paid' | 'rejected'; reason: string; others: string[] } | null;
  /** Deviations from the format that were tolerated. */
  notes: BankFileNote[];
}

const PAID = new Set(['ACSC', 'ACCC']);
const outcomeOfStatus = (status: string) =>
  PAID.has(status) ? ('paid' as const) : status === 'RJCT' ? ('rejected' as const) : null;

function readStatusReport(content: Uint8Array): ReadAnswer {
  const { originalMessageId: messageId, groupStatus, groupReason, parts, transfers } = readPain002(content);
  const claims = transfers.flatMap(({ line, endToEndId, status, reason, bankReference, amount }): Claim[] => {
    const outcome = outcomeOfStatus(status);
    const amountPiastres = amount && ofTransfer(amount.piastres, amount.currency);
    return outcome ? [{ line, endToEndId, outcome, amountPiastres, reason, bankReference }] : [];
  });
  const open = transfers.filter(({ status }) => status !== '' && !outcomeOfStatus(status));
  const notes = countByStatus(open.map(({ line, status }) => ({ line, status })));
  // The status of a part overrides that of the whole file; if parts disagree, no status applies to all.
  const said = parts.filter(({ status }) => status !== '');
  const statuses = new Set(said.length > 0 ? said.map(({ status }) => status) : [groupStatus]);
  const [status = ''] = statuses;
  const outcome = statuses.size === 1 ? outcomeOfStatus(status) : null;
  if (status !== '' && !outcome && status !== 'PART')
    notes.push({ key: 'open', line: 0, count: 1, detail: status });
  // The status of the whole file applies to the transfers without a status of their own.
  const others = transfers.filter((each) => each.status !== '').map(({ endToEndId }) => endToEndId);
  const reason = groupReason || (said[0]?.reason ?? '');
  const whole = outcome ? { messageId, outcome, reason, others } : null;
  return { format: 'pain.002', claims, whole, notes };
}

/** Returns notes on statuses that are not final, each with its number of occurrences. */
function countByStatus(open: readonly { line: number; status: string }[]): BankFileNote[] {
  const notes = new Notes();
  for (const { line, status } of open) notes.add('open', { line, detail: status });
  return notes.all;
}

/**
 * Returns the claims of bank statements: a debit is a payment, a credit with our id its return. All other entries are
 * not about transfers.
 */
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

/**
 * Returns the amount of one payment in an entry. With several payments, one in another currency gets 0, because it is
 * no transfer of ours, whatever its id; a single one has the entry's amount.
 */
const amountOfDetail = ({ amountPiastres, isForeign }: EntryDetail, whole: number | null): number | null =>
  amountPiastres ?? whole ?? (isForeign ? 0 : null);

const MAX_TEXT = 500;

/** Detects the format from the content. */
function formatOf(content: Uint8Array): AnswerFormat {
  if (isXml(content)) {
    const beginning = beginningOf(content);
    return beginning.includes('pain.002') || beginning.includes('PmtStsRpt') ? 'pain.002' : 'camt.053';
  }
  return isMt940(content) ? 'mt940' : 'csv';
}

/** Reads a bank's answer. @throws BankFileProblem */
export async function readAnswer(content: Uint8Array, own: OwnHeadings): Promise<ReadAnswer> {
  const { format, claims, whole, notes } = await readWhole(content, own);
  // Text from a bank or its software is kept and shown as one plain line.
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

async function readWhole(content: Uint8Array, own: OwnHeadings): Promise<ReadAnswer> {
  const format = formatOf(content);
  if (format === 'pain.002') return readStatusReport(content);
  if (format === 'csv') return { format, ...(await readTableAnswer(Buffer.from(content), own)), whole: null };
  const { statements, notes } =
    format === 'mt940' ? readMt940(content) : readCamt(content, { reports: true });
  return { format, claims: claimsOf(statements), whole: null, notes };
}
