/** What banks answer: read first, then written as a whole. */
import { createHash } from 'node:crypto';
import { toPounds } from '@daftar/contract/money';
import type { Answer, AnswerRow } from '@daftar/contract/ops-bank-transfers';
import { recordProviderAudit } from '../audit/record.ts';
import { endPayout, returnFromBank } from '../payouts/service.ts';
import { BankFileProblem } from '../platform/bank-files/problem.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { paySettlement, returnSettlement } from '../settlements/pay.ts';
import { AnsweredBefore } from './errors.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import { type Claim, outcomeOf } from './rules.ts';
import { listAccounts } from './store.ts';
import * as store from './store-answers.ts';

const MOST_ROWS = 500;
/** What one answer may change: each takes about two milliseconds, all in one transaction. */
export const MOST_STEPS = 5_000;
const NAME_MOST = 150;

async function read(app: App, { content }: UploadedFile): Promise<ReadAnswer> {
  const ids = (await listAccounts(app.db)).flatMap(({ columns }) =>
    columns.filter(({ field }) => field === 'end_to_end_id').map(({ heading }) => heading),
  );
  try {
    return readAnswer(content, ids);
  } catch (error) {
    if (!(error instanceof BankFileProblem)) throw error;
    throw InvalidError.field('file', error.key, error.params);
  }
}

/** The claims, those of a whole file for each transfer of it that was sent and of which nothing else is said. */
async function claimsOf(
  tx: Tx,
  { claims, whole }: ReadAnswer,
): Promise<{ claims: Claim[]; transfers: Map<string, store.AnsweredTransfer> }> {
  const found = await store.lockByIds(tx, [...new Set(claims.map(({ endToEndId }) => endToEndId))]);
  const transfers = new Map(found.map((transfer) => [transfer.endToEndId, transfer]));
  if (!whole) return { claims, transfers };
  const said = new Set([...whole.others, ...claims.map(({ endToEndId }) => endToEndId)]);
  const rest = (await store.lockOfMessage(tx, whole.messageId)).filter(
    ({ endToEndId }) => !said.has(endToEndId),
  );
  for (const transfer of rest) transfers.set(transfer.endToEndId, transfer);
  const { outcome, reason } = whole;
  const more = rest.map(({ endToEndId }): Claim => {
    return { line: 0, endToEndId, outcome, amountPiastres: null, reason, bankReference: '' };
  });
  return { claims: [...claims, ...more], transfers };
}

/** What an answer does with a transfer. */
interface Step {
  transfer: store.AnsweredTransfer;
  claim: Claim;
  to: 'paid' | 'rejected' | 'returned';
}

/** Judges the claims in their order; a later one of the same transfer is judged by the state that an earlier one leaves. */
async function judge(tx: Tx, answer: ReadAnswer): Promise<{ rows: AnswerRow[]; steps: Step[] }> {
  const { claims, transfers } = await claimsOf(tx, answer);
  const rows: AnswerRow[] = [];
  const steps: Step[] = [];
  for (const claim of claims) {
    const transfer = transfers.get(claim.endToEndId);
    const outcome = outcomeOf(transfer, claim);
    rows.push({
      line: claim.line,
      end_to_end_id: claim.endToEndId,
      merchant: transfer?.merchantName ?? null,
      amount: transfer ? toPounds(transfer.amountPiastres) : null,
      outcome,
      reason: claim.reason,
    });
    if (!transfer || (outcome !== 'paid' && outcome !== 'rejected' && outcome !== 'returned')) continue;
    steps.push({ transfer, claim, to: outcome });
    transfer.state = outcome;
  }
  return { rows, steps };
}

/** What a bank did with a transfer is done with its settlement or payout, whatever became of the merchant since. */
async function carryOut(
  app: App,
  tx: Tx,
  { merchantId, settlementId, payoutId, endToEndId }: store.AnsweredTransfer,
  { reason, bankReference }: Claim,
  state: 'paid' | 'rejected' | 'returned',
  actor: string,
): Promise<void> {
  const ref = { merchantId, id: settlementId ?? payoutId! };
  const paidAs = bankReference || endToEndId;
  if (settlementId !== null) {
    if (state === 'paid')
      await paySettlement(app, ref, { bankReference: paidAs, alreadyTransferred: true, actor });
    else await returnSettlement(app, tx, ref, { reason, actor });
  } else if (state === 'paid')
    await endPayout(app, ref, { state: 'handed-over', bankReference: paidAs, actor });
  else await returnFromBank(app, tx, ref, { reason, actor });
}

const PROBLEMS: readonly AnswerRow['outcome'][] = ['unknown', 'amount', 'state'];

function answerOf(format: Answer['format'], applied: boolean, rows: readonly AnswerRow[]): Answer {
  const count = (...outcomes: AnswerRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const weight = ({ outcome }: AnswerRow) => (PROBLEMS.includes(outcome) ? 0 : outcome === 'same' ? 2 : 1);
  return {
    format,
    applied,
    paid: count('paid'),
    rejected: count('rejected'),
    returned: count('returned'),
    problems: count(...PROBLEMS),
    rows: rows.toSorted((one, other) => weight(one) - weight(other)).slice(0, MOST_ROWS),
  };
}

/**
 * Reads what a bank answered, and says what would become of each transfer; with `apply` writes it all, or nothing.
 * @throws InvalidError 422 on `file` with the line and reason; AnsweredBefore
 */
export async function takeAnswer(
  app: App,
  operator: Operator,
  file: UploadedFile | null,
  apply: boolean,
): Promise<Answer> {
  if (!file) throw InvalidError.field('file', 'Required');
  const answer = await read(app, file);
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const { rows, steps } = await judge(tx, answer);
    if (steps.length > MOST_STEPS) throw InvalidError.field('file', 'BankAnswerTooLarge');
    // In one order, so that two answers never wait for each other's merchants; those of a transfer stay in theirs.
    const ordered = steps.toSorted((one, other) => one.transfer.merchantId - other.transfer.merchantId);
    for (const { transfer, claim, to } of apply ? ordered : []) {
      const { reason, bankReference } = claim;
      await store.writeOutcome(tx, transfer.id, { state: to, reason, bankReference, now });
      await carryOut({ ...app, db: tx }, tx, transfer, claim, to, operator.email);
    }
    const done = answerOf(answer.format, apply, rows);
    if (!apply) return done;
    const { paid, rejected, returned, format } = done;
    const isNew = await store.insertAnswer(tx, {
      sha256: createHash('sha256').update(file.content).digest(),
      name: [...file.name].slice(0, NAME_MOST).join(''),
      format,
      by: operator.email,
      now,
      paid,
      rejected,
      returned,
    });
    if (!isNew) throw new AnsweredBefore();
    await store.closeAnswered(tx);
    const { email: actor, address } = operator;
    await recordProviderAudit(tx, { actor, address }, now, {
      action: 'bank-file.answer',
      subject: 'bank-answer',
      after: { name: file.name, format, paid, rejected, returned, problems: done.problems },
    });
    return done;
  });
}
