import type { App, Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { deleteBefore } from '../platform/jobs/batches.ts';

/** A person's attempt to refund one payment to one number. */
export interface RefundSession {
  id: number;
  transactionId: number;
  account: string;
  maxPiastres: number;
  sentAt: Date | null;
}

/** A code as stored: never the code itself. */
export interface CodeToKeep {
  hash: Buffer;
  sentAt: Date;
  expiresAt: Date;
}

type NewSession = Pick<RefundSession, 'transactionId' | 'account' | 'maxPiastres'> & { now: Date };

/** Inserts a session, which becomes the newest of its person. */
export async function insertSession(tx: Tx, caller: Caller, session: NewSession): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into refund_sessions (merchant_id, mode, user_id, transaction_id, account, max_piastres, created_at)
    values (${caller.merchantId}, ${caller.mode}, ${caller.userId}, ${session.transactionId}, ${session.account},
            ${session.maxPiastres}, ${session.now})
    returning id`;
  return row!.id;
}

/** Finds a person's newest session, for any payment. */
export async function findNewest(db: Db, caller: Caller): Promise<RefundSession | undefined> {
  const [row] = await db<RefundSession[]>`
    select id, transaction_id as "transactionId", account, max_piastres as "maxPiastres", otp_sent_at as "sentAt"
      from refund_sessions
     where merchant_id = ${caller.merchantId} and mode = ${caller.mode} and user_id = ${caller.userId}
     order by id desc limit 1`;
  return row;
}

/** Replaces the code if the last one was sent long enough ago; the previous one becomes invalid. */
export async function writeCode(
  tx: Tx,
  caller: Caller,
  sessionId: number,
  code: CodeToKeep,
  sentBefore: Date,
): Promise<boolean> {
  const rows = await tx`
    update refund_sessions
       set otp_hash = ${code.hash}, otp_tries = 0, otp_sent_at = ${code.sentAt}, otp_expires_at = ${code.expiresAt}
     where merchant_id = ${caller.merchantId} and id = ${sessionId} and used_at is null
       and (otp_sent_at is null or otp_sent_at <= ${sentBefore})`;
  return rows.count === 1;
}

/** Counts a try before the code is compared, so that concurrent tries are all counted. */
export async function countTry(
  db: Db,
  caller: Caller,
  sessionId: number,
  maxTries: number,
  now: Date,
): Promise<{ hash: Buffer; tries: number } | undefined> {
  const [row] = await db<{ hash: Buffer; tries: number }[]>`
    update refund_sessions set otp_tries = otp_tries + 1
     where merchant_id = ${caller.merchantId} and id = ${sessionId} and used_at is null and otp_hash is not null
       and otp_tries < ${maxTries} and otp_expires_at > ${now}
    returning otp_hash as hash, otp_tries as tries`;
  return row;
}

/** Consumes a session. @returns whether it was still open. */
export async function useSession(tx: Tx, caller: Caller, sessionId: number, now: Date): Promise<boolean> {
  const rows = await tx`
    update refund_sessions set used_at = ${now}, otp_hash = null
     where merchant_id = ${caller.merchantId} and id = ${sessionId} and used_at is null and otp_hash is not null`;
  return rows.count === 1;
}

/** Deletes sessions that can no longer be used. */
export async function purgeSessions(app: App, before: Date): Promise<void> {
  await deleteBefore(
    app,
    { table: 'refund_sessions', key: ['merchant_id', 'id'], moment: 'created_at' },
    before,
  );
}
