import type { Db } from '../platform/db/connect.ts';
import type { AccountRef } from '../processors/gateway.ts';
import type { AttemptRef } from './store.ts';

/** An attempt that is asked about, with the number of times. */
export interface Claimed extends AttemptRef {
  asks: number;
}

/** Lists the accounts at processors with attempts that are due to be asked about. */
export async function listAskedAccounts(db: Db, now: Date): Promise<AccountRef[]> {
  return db<AccountRef[]>`
    select distinct processor, processor_account_id as "accountId" from payment_attempts where next_ask_at <= ${now}`;
}

/** A payment that was made at an account of a processor. */
export interface AccountPayment {
  merchantId: number;
  transactionId: number;
  accountId: number;
}

/** Finds the attempt of a payment at an account. */
export async function findAttemptOf(db: Db, payment: AccountPayment): Promise<AttemptRef | undefined> {
  const { merchantId, transactionId, accountId } = payment;
  const [found] = await db<AttemptRef[]>`
    select merchant_id as "merchantId", id from payment_attempts
     where merchant_id = ${merchantId} and transaction_id = ${transactionId}
       and processor_account_id = ${accountId}`;
  return found;
}

/** More rows than a few processes claim at once, so that a free one is among them. */
const SPARE = 24;

/**
 * Claims the due attempts of an account until `until`. The newest come first, so that hundreds of stuck ones do not
 * delay current payers; since pauses double, older ones get their turn. Skips attempts that are locked, or that another
 * process claimed first.
 */
export async function claimAsks(
  db: Db,
  account: AccountRef,
  now: Date,
  until: Date,
  limit: number,
): Promise<Claimed[]> {
  const due = await db<AttemptRef[]>`
    select merchant_id as "merchantId", id from payment_attempts
     where processor = ${account.processor} and processor_account_id is not distinct from ${account.accountId}
       and next_ask_at <= ${now}
     order by hold_expires_at desc, next_ask_at limit ${limit + SPARE}`;
  const claimed: Claimed[] = [];
  for (const { merchantId, id } of due) {
    if (claimed.length === limit) break;
    // One at a time, because a cluster locks rows of one merchant only.
    claimed.push(
      ...(await db<Claimed[]>`
        update payment_attempts set next_ask_at = ${until}, asks = least(asks + 1, 30000)
         where merchant_id = ${merchantId} and id = (
           select a.id from payment_attempts a
            where a.merchant_id = ${merchantId} and a.id = ${id} and a.next_ask_at <= ${now} for no key update skip locked)
        returning merchant_id as "merchantId", id, asks`),
    );
  }
  return claimed;
}

/**
 * Records that a processor was asked, and when it is asked next. Without a next time and without an answer that we
 * understand, the attempt is listed as unanswered. Does nothing to an attempt that was settled meanwhile.
 */
export async function writeAsked(
  db: Db,
  ref: AttemptRef,
  asked: { now: Date; answered: boolean; word?: string | undefined; next: Date | null },
): Promise<void> {
  const { now, answered, word, next } = asked;
  const isUnderstood = answered && word === undefined;
  await db`
    update payment_attempts
       set next_ask_at = ${next}, answered_at = ${answered ? now : db`answered_at`},
           unanswered_at = ${isUnderstood || next ? null : now},
           unknown_word = ${answered ? wordOf(word) : db`unknown_word`}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and next_ask_at is not null`;
}

/** Stores the processor's status that we do not understand; undefined if it was understood. */
export async function recordProcessorStatus(
  db: Db,
  ref: AttemptRef,
  word: string | undefined,
): Promise<void> {
  await db`
    update payment_attempts set unknown_word = ${wordOf(word)}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and unknown_word is distinct from ${wordOf(word)}`;
}

const wordOf = (word: string | undefined): string | null => word?.slice(0, 100) || null;

/** Lists attempts whose hold has expired but still takes a place, oldest first. */
export async function listRunOutHolds(db: Db, now: Date, limit: number): Promise<AttemptRef[]> {
  return db<AttemptRef[]>`
    select merchant_id as "merchantId", id from payment_attempts
     where holds_place and hold_expires_at <= ${now} order by hold_expires_at limit ${limit}`;
}

/** Releases an expired hold (`attempt_release`). */
export async function releaseHold(db: Db, ref: AttemptRef, now: Date): Promise<void> {
  await db`select attempt_release(${ref.merchantId}, ${ref.id}, ${now})`;
}
