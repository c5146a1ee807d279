/** Applies banks' answers. Each is read completely first, then written as a whole. */
import { createHash } from 'node:crypto';
import { toPounds } from '@daftar/contract/money';
import type { Answer, AnswerRow } from '@daftar/contract/ops-bank-transfer-answers';
import { recordProviderAudit } from '../audit/record.ts';
import { endPayout } from '../payouts/end.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { paySettlement } from '../settlements/pay.ts';
import { readAnswerInThread } from './answer-reader.ts';
import { AnsweredBefore } from './errors.ts';
import { askGiveBack, type GiveBack, listAsked } from './give-back.ts';
import type { ReadAnswer } from './read-answer.ts';
import { type Claim, outcomeOf } from './rules.ts';
import { listAccounts } from './store.ts';
import * as store from './store-answers.ts';

const MAX_ROWS = 500;
/** Maximum number of changes by one answer: each takes about two milliseconds, all in one transaction. */
export const MAX_STEPS = 5_000;
const NAME_MOST = 150;

async function read(app: App, { content }: UploadedFile): Promise<ReadAnswer> {
  const accounts = await listAccounts(app.db);
  const columns = accounts.flatMap((account) => account.columns);
  const headingsOf = (wanted: 'end_to_end_id' | 'amount') =>
    columns.flatMap(({ field, heading }) => (field === wanted ? [heading] : []));
  const own = {
    ids: headingsOf('end_to_end_id'),
    amounts: headingsOf('amount'),
    words: accounts.map(({ options }) => options.words),
  };
  return readAnswerInThread(content, own);
}

/**
 * Returns the claims about single transfers. A claim about a whole file becomes one claim for each of its transfers
 * that the answer does not mention otherwise.
 */
async function claimsOf(
  tx: Tx,
  { claims, whole }: ReadAnswer,
): Promise<{ claims: Claim[]; transfers: Map<string, store.AnsweredTransfer> }> {
  const found = await store.lockByIds(tx, [...new Set(claims.map(({ endToEndId }) => endToEndId))]);
  const transfers = new Map(found.map((transfer) => [transfer.endToEndId, transfer]));
  if (!whole) return { claims, transfers };
  const { messageId, outcome, reason } = whole;
  const wholeClaim = (endToEndId: string): Claim => {
    return { line: 0, endToEndId, outcome, amountPiastres: null, reason, bankReference: '', ofWhole: true };
  };
  const ofFile = await store.lockOfMessage(tx, messageId);
  // A file that is not ours is reported, because its absence could be mistaken for an answer about our file.
  if (ofFile.length === 0) return { claims: [...claims, wholeClaim(messageId)], transfers };
  const said = new Set([...whole.others, ...claims.map(({ endToEndId }) => endToEndId)]);
  const rest = ofFile.filter(({ endToEndId }) => !said.has(endToEndId));
  for (const transfer of rest) transfers.set(transfer.endToEndId, transfer);
  return { claims: [...claims, ...rest.map(({ endToEndId }) => wholeClaim(endToEndId))], transfers };
}

/** A change of one transfer by an answer. */
interface Step {
  transfer: store.AnsweredTransfer;
  claim: Claim;
  from: 'sent' | 'paid';
  to: 'paid' | 'rejected' | 'returned';
}

/**
 * Judges the claims in their order; a later claim about the same transfer is judged by the state after the earlier
 * one.
 */
async function applyClaims(
  app: App,
  tx: Tx,
  answer: ReadAnswer,
): Promise<{ rows: AnswerRow[]; steps: Step[] }> {
  const { claims, transfers } = await claimsOf(tx, answer);
  const files = new Set([...transfers.values()].map(({ batchId }) => batchId));
  const asked = await listAsked({ ...app, db: tx }, [...files]);
  const rows: AnswerRow[] = [];
  const steps: Step[] = [];
  for (const claim of claims) {
    const transfer = transfers.get(claim.endToEndId);
    const claimed = transfer && { ...transfer, isAsked: asked.has(transfer.id) };
    const outcome = outcomeOf(claimed, claim);
    rows.push({
      line: claim.line,
      end_to_end_id: claim.endToEndId,
      merchant: transfer?.merchantName ?? null,
      amount: transfer ? toPounds(transfer.amountPiastres) : null,
      outcome,
      reason: claim.reason,
    });
    if (!transfer || (outcome !== 'paid' && outcome !== 'rejected' && outcome !== 'returned')) continue;
    // The rules allow changes only from these two states.
    const from = transfer.state as Step['from'];
    steps.push({ transfer: { ...transfer }, claim, from, to: outcome });
    transfer.state = outcome;
  }
  return { rows, steps };
}

/** Marks the settlement or payout of a transfer as paid, even if the merchant has been suspended or held since. */
async function writePaid(app: App, { transfer, claim }: Step, actor: string): Promise<void> {
  const { merchantId, settlementId, payoutId, endToEndId } = transfer;
  const bankReference = claim.bankReference || endToEndId;
  if (settlementId !== null) {
    const paid = { bankReference, alreadyTransferred: true, actor };
    await paySettlement(app, { merchantId, id: settlementId }, paid);
  } else {
    await endPayout(app, { merchantId, id: payoutId! }, { state: 'handed-over', bankReference, actor });
  }
}

const PROBLEMS: readonly AnswerRow['outcome'][] = ['unknown', 'amount', 'state'];

function answerOf({ format, notes }: ReadAnswer, applied: boolean, rows: readonly AnswerRow[]): Answer {
  const count = (...outcomes: AnswerRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const weight = ({ outcome }: AnswerRow) =>
    PROBLEMS.includes(outcome) ? 0 : outcome === 'same' || outcome === 'waiting' ? 2 : 1;
  return {
    format,
    applied,
    paid: count('paid'),
    rejected: count('rejected'),
    returned: count('returned'),
    problems: count(...PROBLEMS),
    rows: rows.toSorted((one, other) => weight(one) - weight(other)).slice(0, MAX_ROWS),
    notes,
  };
}

/** Returns the steps that make money due again. */
const givesBack = ({ transfer, claim, from, to }: Step): GiveBack[] =>
  to === 'paid' ? [] : [{ transfer, from, to, reason: claim.reason, bankReference: claim.bankReference }];

/**
 * Reads a bank's answer and returns its effect on each transfer. With `apply` it also marks transfers as paid and
 * asks a second operator about those that the bank refused or sent back; all of them, or none.
 * @throws InvalidError 422 on `file` with the line and reason, on `reason` when a second operator is asked;
 * AnsweredBefore
 */
export async function takeAnswer(
  app: App,
  operator: Operator,
  file: UploadedFile | null,
  { apply, reason }: { apply: boolean; reason: string },
): Promise<{ answer: Answer; asks: boolean }> {
  if (!file) throw InvalidError.field('file', 'Required');
  const answer = await read(app, file);
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const { rows, steps } = await applyClaims(app, tx, answer);
    if (steps.length > MAX_STEPS)
      throw InvalidError.field('file', 'BankAnswerTooLarge', { maximum: MAX_STEPS });
    const back = steps.flatMap(givesBack);
    const asks = back.length > 0;
    const done = answerOf(answer, apply, rows);
    if (!apply) return { answer: done, asks };
    if (asks && reason === '') throw InvalidError.field('reason', 'Required');
    // A fixed order of locks, so that two answers never deadlock on each other's merchants.
    const ordered = steps.toSorted((one, other) => one.transfer.merchantId - other.transfer.merchantId);
    for (const step of ordered.filter(({ to }) => to === 'paid')) {
      const { reason: said, bankReference } = step.claim;
      await store.writeOutcome(tx, step.transfer.id, { state: 'paid', reason: said, bankReference, now });
      await writePaid({ ...app, db: tx }, step, operator.email);
    }
    const { paid, rejected, returned, format } = done;
    const sha256 = createHash('sha256').update(file.content).digest();
    const name = [...file.name].slice(0, NAME_MOST).join('');
    const { email: actor, address } = operator;
    const record = { sha256, content: file.content, name, format, by: actor, now, paid, rejected, returned };
    const isNew = await store.insertAnswer(tx, record);
    // After a second operator has declined, the same file may be uploaded to ask again.
    if (!isNew && steps.length === 0) throw new AnsweredBefore();
    if (asks) await askGiveBack({ ...app, db: tx }, operator, { name, sha256, reason }, back);
    await store.closeAnswered(tx);
    await recordProviderAudit(tx, { actor, address }, now, {
      action: 'bank-file.answer',
      subject: 'bank-answer',
      after: { name: file.name, format, paid, rejected, returned, problems: done.problems },
    });
    return { answer: done, asks };
  });
}
