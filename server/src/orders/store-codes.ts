import type { App, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { deleteBefore } from '../platform/jobs/batches.ts';

/** The code of a checkout form, as stored. */
export interface KeptCode {
  mobile: string;
  hash: Buffer;
  sentAt: Date;
  expiresAt: Date;
}

/** A code with its number of wrong tries. */
export type CodeWithTries = KeptCode & { tries: number };

/** Finds the last code sent for a form. */
export async function findCode(
  db: Db,
  scope: Scope,
  submissionKey: string,
  lock = false,
): Promise<CodeWithTries | undefined> {
  const [row] = await db<CodeWithTries[]>`
    select mobile, code_hash as hash, sent_at as "sentAt", expires_at as "expiresAt", tries from order_codes
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and submission_key = ${submissionKey}
           ${lock ? db`for update` : db``}`;
  return row;
}

/** Finds and locks the last code sent for a form. */
export const lockCode = (tx: Tx, scope: Scope, submissionKey: string): Promise<CodeWithTries | undefined> =>
  findCode(tx, scope, submissionKey, true);

/** Stores a form's code, replacing the former one. */
export async function writeCode(tx: Tx, scope: Scope, submissionKey: string, code: KeptCode): Promise<void> {
  await tx`
    insert into order_codes (merchant_id, mode, submission_key, mobile, code_hash, sent_at, expires_at)
    values (${scope.merchantId}, ${scope.mode}, ${submissionKey}, ${code.mobile}, ${code.hash}, ${code.sentAt},
            ${code.expiresAt})
    on conflict (merchant_id, mode, submission_key) do update
      set mobile = excluded.mobile, code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at, tries = 0`;
}

/** Counts a wrong try. */
export async function countWrong(tx: Tx, scope: Scope, submissionKey: string): Promise<void> {
  await tx`
    update order_codes set tries = tries + 1
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and submission_key = ${submissionKey}`;
}

/** Deletes codes that expired before a moment. */
export async function purgeCodes(app: App, before: Date): Promise<void> {
  const key = ['merchant_id', 'mode', 'submission_key'];
  await deleteBefore(app, { table: 'order_codes', key, moment: 'expires_at' }, before);
}
