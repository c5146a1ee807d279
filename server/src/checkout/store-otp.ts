import type { Db, Tx } from '../platform/db/connect.ts';
import type { AttemptRef } from './store.ts';

/** A one-time code as stored: never the code itself. */
export interface CodeToSend {
  hash: Buffer;
  sentAt: Date;
  expiresAt: Date;
}

/** Stores the first code of a pending attempt. @returns false if the attempt is no longer pending. */
export async function writeFirstCode(tx: Tx, ref: AttemptRef, code: CodeToSend): Promise<boolean> {
  const rows = await tx`
    update payment_attempts
       set state = 'otp', otp_hash = ${code.hash}, otp_tries = 0, otp_sent_at = ${code.sentAt},
           otp_expires_at = ${code.expiresAt}, next_ask_at = hold_expires_at, updated_at = ${code.sentAt}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = 'pending'`;
  return rows.count === 1;
}

/** Replaces the code if the last one was sent long enough ago. Wrong tries stay counted. */
export async function writeNextCode(
  tx: Tx,
  ref: AttemptRef,
  code: CodeToSend,
  sentBefore: Date,
): Promise<boolean> {
  const rows = await tx`
    update payment_attempts
       set otp_hash = ${code.hash}, otp_sent_at = ${code.sentAt}, otp_expires_at = ${code.expiresAt},
           updated_at = ${code.sentAt}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = 'otp' and expires_at > ${code.sentAt}
       and otp_sent_at <= ${sentBefore}`;
  return rows.count === 1;
}

/** Counts a try before the code is compared, so that concurrent tries are all counted. */
export async function countTry(
  db: Db,
  ref: AttemptRef,
  maxTries: number,
  now: Date,
): Promise<{ hash: Buffer; tries: number } | undefined> {
  const [row] = await db<{ hash: Buffer; tries: number }[]>`
    update payment_attempts set otp_tries = otp_tries + 1
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = 'otp' and otp_tries < ${maxTries}
       and otp_expires_at > ${now} and expires_at > ${now} and otp_hash is not null
    returning otp_hash as hash, otp_tries as tries`;
  return row;
}
