import type { TransferState } from '@daftar/contract/ops-bank-transfer-batches';
import type { Db, Tx } from '../platform/db/connect.ts';

/** A transfer to which a bank's answer applies. */
export interface AnsweredTransfer {
  id: number;
  batchId: number;
  messageId: string;
  endToEndId: string;
  merchantId: number;
  merchantName: string;
  /** The id of either the settlement or the payout; the other is null. */
  settlementId: number | null;
  payoutId: number | null;
  amountPiastres: number;
  state: TransferState;
}

const columns = (tx: Tx) => tx`
  t.id, t.batch_id as "batchId", b.message_id as "messageId", t.end_to_end_id as "endToEndId", t.merchant_id as "merchantId",
  (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName",
  t.settlement_id as "settlementId", t.payout_id as "payoutId", t.amount_piastres as "amountPiastres", t.state`;

/** Locks the transfers of these ids. */
export function lockByIds(tx: Tx, endToEndIds: readonly string[]): Promise<AnsweredTransfer[]> {
  return tx<AnsweredTransfer[]>`
    select ${columns(tx)} from bank_transfers t join bank_transfer_batches b on b.id = t.batch_id
     where t.end_to_end_id = any (${[...endToEndIds]}::text[]) order by t.id for update of t`;
}

/** Locks these transfers. */
export function lockTransfers(tx: Tx, ids: readonly number[]): Promise<AnsweredTransfer[]> {
  return tx<AnsweredTransfer[]>`
    select ${columns(tx)} from bank_transfers t join bank_transfer_batches b on b.id = t.batch_id
     where t.id = any (${[...ids]}::bigint[]) order by t.id for update of t`;
}

/** Locks the transfers that went out in a file, by its message id. */
export function lockOfMessage(tx: Tx, messageId: string): Promise<AnsweredTransfer[]> {
  return tx<AnsweredTransfer[]>`
    select ${columns(tx)} from bank_transfers t join bank_transfer_batches b on b.id = t.batch_id
     where b.message_id = ${messageId} and t.state not in ('listed', 'removed') order by t.id for update of t`;
}

/** Writes the outcome of a locked transfer. */
export async function writeOutcome(
  tx: Tx,
  id: number,
  outcome: { state: 'paid' | 'rejected' | 'returned'; reason: string; bankReference: string; now: Date },
): Promise<void> {
  await tx`
    update bank_transfers
       set state = ${outcome.state}, reason = ${outcome.reason}, updated_at = ${outcome.now},
           bank_reference = case when ${outcome.bankReference} = '' then bank_reference else ${outcome.bankReference} end
     where id = ${id}`;
}

/** Closes the files in which every transfer is answered. */
export async function closeAnswered(tx: Tx): Promise<void> {
  await tx`
    update bank_transfer_batches b set state = 'answered'
     where b.state = 'released' and not exists (
       select from bank_transfers t where t.batch_id = b.id and t.state = 'sent')`;
}

/** Records an answer. @returns false when it was applied before */
export async function insertAnswer(
  tx: Tx,
  answer: {
    sha256: Buffer;
    content: Buffer;
    name: string;
    format: string;
    by: string;
    now: Date;
    paid: number;
    rejected: number;
    returned: number;
  },
): Promise<boolean> {
  const rows = await tx`
    insert into bank_answers (sha256, content, name, format, applied_by, applied_at, paid, rejected, returned)
    values (${answer.sha256}, ${answer.content}, ${answer.name}, ${answer.format}, ${answer.by}, ${answer.now}, ${answer.paid},
            ${answer.rejected}, ${answer.returned})
    on conflict (sha256) do nothing`;
  if (rows.count === 1) return true;
  // An earlier release did not keep the files that it applied.
  await tx`update bank_answers set content = ${answer.content} where sha256 = ${answer.sha256} and content is null`;
  return false;
}

/** Finds a bank's answer as uploaded. @returns undefined when an earlier release applied it, or it was erased since */
export async function findAnswer(
  db: Db,
  sha256: string,
): Promise<{ name: string; content: Buffer } | undefined> {
  const [row] = await db<{ name: string; content: Buffer }[]>`
    select name, content from bank_answers where sha256 = decode(${sha256}, 'hex') and content is not null`;
  return row;
}

/** Erases the content of files older than a moment, at most `most` at a time; their hashes stay. @returns how many */
export async function eraseAnswers(db: Db, before: Date, most: number): Promise<number> {
  const { count } = await db`
    update bank_answers set content = null where id in (
      select id from bank_answers where content is not null and applied_at < ${before} order by applied_at limit ${most})`;
  return count;
}
