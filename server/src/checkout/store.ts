import type { FailureReason } from '@daftar/contract/checkout';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { singleStatement } from '../platform/db/transaction.ts';
import { readFormerRef } from '../processors/external-ref.ts';
import type { AccountRef, Step } from '../processors/gateway.ts';
import * as transactions from '../transactions/writes.ts';
import type { PayableKind, PayableRef } from './payable-source.ts';
import { minutesAfter, STUCK_MINUTES, type StoredState } from './rules.ts';

/** A payment attempt, with the reference of its transaction. */
export interface AttemptRow {
  merchantId: number;
  id: number;
  mode: Mode;
  token: string;
  payableKind: PayableKind;
  payableId: number;
  transactionId: number;
  reference: string;
  method: number;
  state: StoredState;
  expiresAt: Date;
  processor: string;
  /** Its account at the processor; null for the sandbox. */
  accountId: number | null;
  /** Our id of the attempt at its processor. */
  externalRef: string;
  /** The page to which the payer was sent. */
  redirect: Redirect | null;
  processorReference: string | null;
  chargePiastres: number;
  /** The amount received, once it has succeeded; before that the amount requested. */
  chargedPiastres: number;
  /** The refunded part of it. */
  refundedPiastres: number;
  /** The transaction's flags. */
  flags: string[];
  /** The payable's currency when the attempt started; its value in EGP and the scaled rate follow. */
  currency: string;
  valuePiastres: number;
  rateScaled: number;
  /** The number of pieces, if the payer chose it; otherwise 1. */
  quantity: number;
  locale: 'ar' | 'en';
  payerName: string;
  payerEmail: string;
  payerMobile: string;
  payerAddress: string;
  cardBrand: string | null;
  cardLast4: string | null;
  walletMobile: string | null;
  otpTries: number;
  otpSentAt: Date | null;
  otpExpiresAt: Date | null;
  code: string | null;
  failureReason: FailureReason | null;
  paidAt: Date | null;
  /** When its processor is asked next; null once the result is final or no more requests are made. */
  nextAskAt: Date | null;
  /** When it was asked for the last time without an answer. */
  unansweredAt: Date | null;
  /** The key of the form that started it. */
  submissionKey: string | null;
}

/** A page of the processor to which the payer is sent. */
export type Redirect = Omit<Extract<Step, { state: 'redirect' }>, 'state'>;

/** Identifies an attempt. */
export type AttemptRef = Pick<AttemptRow, 'merchantId' | 'id'>;

const columns = (db: Db) => db`
  a.merchant_id as "merchantId", a.id, a.mode, a.token, a.payable_kind as "payableKind", a.payable_id as "payableId",
  a.transaction_id as "transactionId", t.reference, a.payment_method as method, a.state, a.expires_at as "expiresAt",
  a.processor, a.processor_account_id as "accountId",
  coalesce(a.external_ref, a.merchant_id || '.' || a.token) as "externalRef", a.redirect, a.processor_reference as "processorReference", a.charge_piastres as "chargePiastres", a.locale,
  t.charged_piastres as "chargedPiastres", t.refunded_piastres as "refundedPiastres", t.flags, t.currency, a.value_piastres as "valuePiastres",
  t.rate_scaled as "rateScaled",
  a.payer_name as "payerName", a.payer_email as "payerEmail", a.payer_mobile as "payerMobile",
  a.payer_address as "payerAddress", a.card_brand as "cardBrand", a.card_last4 as "cardLast4",
  a.wallet_mobile as "walletMobile", a.otp_tries as "otpTries", a.otp_sent_at as "otpSentAt",
  a.otp_expires_at as "otpExpiresAt", a.code, a.failure_reason as "failureReason", a.paid_at as "paidAt",
  a.quantity, a.next_ask_at as "nextAskAt", a.unanswered_at as "unansweredAt", a.submission_key as "submissionKey"
  from payment_attempts a join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id`;

/** Finds the payable of a public token. */
export async function findToken(db: Db, token: string): Promise<PayableRef | undefined> {
  const [row] = await db<PayableRef[]>`
    select merchant_id as "merchantId", mode, kind, payable_id as id from pay_tokens where token = ${token}`;
  return row;
}

/** Orders one form's attempts by relevance to the payer: a paid one, then one in progress, then the newest. */
const byMeaning = (db: Db) => db`
  array_position(array['succeeded', 'pending', 'challenge', 'otp', 'redirect', 'awaiting'], a.state) is null,
  (a.state = 'succeeded') desc, a.id desc`;

/** Finds the most relevant attempt that one form started for this payable. */
export async function findAttemptOfForm(
  db: Db,
  payable: PayableRef,
  submissionKey: string,
): Promise<AttemptRow | undefined> {
  const [row] = await db<AttemptRow[]>`
    select ${columns(db)}
     where a.merchant_id = ${payable.merchantId} and a.payable_kind = ${payable.kind}
       and a.payable_id = ${payable.id} and a.mode = ${payable.mode} and a.submission_key = ${submissionKey}
     order by ${byMeaning(db)} limit 1`;
  return row;
}

/** Finds a merchant's attempt by its token. */
export async function findAttemptByToken(
  db: Db,
  merchantId: number,
  token: string,
): Promise<AttemptRow | undefined> {
  const [row] = await db<AttemptRow[]>`
    select ${columns(db)} where a.merchant_id = ${merchantId} and a.token = ${token}`;
  return row;
}

/** Finds an attempt by our id of it at its processor. */
export async function findAttemptByExternalRef(db: Db, externalRef: string): Promise<AttemptRow | undefined> {
  const former = readFormerRef(externalRef);
  if (former) return findAttemptByToken(db, former.merchantId, former.attemptToken);
  const [row] = await db<AttemptRow[]>`select ${columns(db)} where a.external_ref = ${externalRef}`;
  return row;
}

/** Finds the newest attempt of a transaction. */
export async function findAttemptOf(
  db: Db,
  scope: Scope,
  transactionId: number,
): Promise<AttemptRow | undefined> {
  const [row] = await db<AttemptRow[]>`
    select ${columns(db)}
     where a.merchant_id = ${scope.merchantId} and a.mode = ${scope.mode} and a.transaction_id = ${transactionId}
     order by a.id desc limit 1`;
  return row;
}

/** Reads an attempt. @throws Error if it does not exist. */
export async function getAttempt(db: Db, ref: AttemptRef): Promise<AttemptRow> {
  const [row] = await db<AttemptRow[]>`
    select ${columns(db)} where a.merchant_id = ${ref.merchantId} and a.id = ${ref.id}`;
  if (!row) throw new Error(`attempt ${ref.id} of merchant ${ref.merchantId} is gone`);
  return row;
}

/** An attempt that a form started before, and when its processor last answered. */
type Submission = Pick<AttemptRow, 'token' | 'state' | 'expiresAt'> & { answeredAt: Date | null };

/** Finds the attempt of a submitted form, like {@link findAttemptOfForm}. Call it once the payable is locked. */
export async function findSubmission(
  tx: Tx,
  payable: PayableRef,
  submissionKey: string,
): Promise<Submission | undefined> {
  const [row] = await tx<Submission[]>`
    select token, state, expires_at as "expiresAt", answered_at as "answeredAt" from payment_attempts a
     where merchant_id = ${payable.merchantId} and payable_kind = ${payable.kind} and payable_id = ${payable.id}
       and submission_key = ${submissionKey}
     order by ${byMeaning(tx)} limit 1`;
  return row;
}

/** Releases the place that was just taken. */
export async function releasePlace(tx: Tx, payable: PayableRef, now: Date): Promise<void> {
  await tx`select payable_settle(${payable.kind}, ${payable.merchantId}, ${payable.id}, true, false, ${now})`;
}

/** A new attempt; amounts in EGP piastres unless stated otherwise. */
export interface NewAttempt extends transactions.NewPayment {
  token: string;
  payable: PayableRef;
  externalRef: string;
  account: AccountRef;
  rateBps: number;
  fixedPiastres: number;
  vatBps: number;
  locale: 'ar' | 'en';
  walletMobile: string | null;
  quantity: number;
  submissionKey: string | null;
  holdExpiresAt: Date;
  expiresAt: Date;
}

/** Inserts an attempt with its pending transaction and the first event of its timeline, in one statement. */
export async function insertAttempt(tx: Tx, a: NewAttempt): Promise<AttemptRef> {
  const { merchantId, mode, kind, id: payableId } = a.payable;
  const [row] = await tx<{ id: number }[]>`
    with ${transactions.recordPayment(tx, { merchantId, mode }, a)}
    insert into payment_attempts (
      merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method, hold_expires_at, expires_at,
      next_ask_at, processor, processor_account_id, external_ref, value_piastres, charge_piastres, fee_piastres, vat_piastres, rate_bps, fixed_fee_piastres, vat_bps,
      fees_on, locale, payer_name, payer_email, payer_mobile, payer_address, card_brand, card_last4, wallet_mobile,
      quantity, submission_key, created_at, updated_at)
    select
      ${merchantId}, ${mode}, ${a.token}, ${kind}, ${payableId}, t.id, ${a.method}, ${a.holdExpiresAt}, ${a.expiresAt},
      ${minutesAfter(a.now, STUCK_MINUTES)}, ${a.account.processor},
      ${a.account.accountId}, ${a.externalRef}, ${a.valuePiastres}, ${a.chargePiastres}, ${a.feePiastres}, ${a.vatPiastres}, ${a.rateBps},
      ${a.fixedPiastres}, ${a.vatBps}, ${a.feesOn}, ${a.locale}, ${a.payer.name}, ${a.payer.email}, ${a.payer.mobile},
      ${a.payer.address}, ${a.card?.brand ?? null}, ${a.card?.last4 ?? null}, ${a.walletMobile}, ${a.quantity}, ${a.submissionKey},
      ${a.now}, ${a.now}
      from t
    returning id`;
  return { merchantId, id: row!.id };
}

/**
 * Records the progress of a pending attempt; if its payer took a code on the processor's page, it then waits for the
 * payment.
 * @returns false, without a change, if it has already progressed further.
 */
export async function writeProgress(
  db: Db,
  ref: AttemptRef,
  progress: {
    state: 'challenge' | 'redirect' | 'awaiting';
    code: string | null;
    redirect?: Redirect;
    now: Date;
  },
): Promise<boolean> {
  const { code, now } = progress;
  const transaction = { merchantId: ref.merchantId, transactionId: db`(select transaction_id from moved)` };
  const told = code === null ? db`` : db`, told as (${transactions.giveCode(db, transaction, code, now)})`;
  const [row] = await db<{ moved: boolean }[]>`
    with moved as (
      update payment_attempts
         set state = ${progress.state}, code = ${progress.code},
             redirect = ${progress.redirect ? db.json({ ...progress.redirect }) : null}, next_ask_at = hold_expires_at, updated_at = ${progress.now}
       where merchant_id = ${ref.merchantId} and id = ${ref.id}
         and (state = 'pending' or (state = 'redirect' and ${progress.state} = 'awaiting'))
      returning transaction_id)
      ${told}
    select exists (select 1 from moved) as moved`;
  return row!.moved;
}

/**
 * Moves a pending attempt to another account, before anything was started.
 * @returns whether it was moved
 */
export async function moveAttempt(db: Db, ref: AttemptRef, account: AccountRef): Promise<boolean> {
  const moved = await db`
    update payment_attempts set processor = ${account.processor}, processor_account_id = ${account.accountId}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = 'pending'`;
  return moved.count === 1;
}

/**
 * Stores the card that a payer used on the processor's page, in the attempt and its transaction.
 * @param reference of the money: another payment of the same order may have used another card
 */
export async function writeCard(
  db: Db,
  ref: AttemptRef,
  card: { brand: string; last4: string },
  { reference, now }: { reference: string; now: Date },
): Promise<void> {
  const transaction = { merchantId: ref.merchantId, transactionId: db`(select transaction_id from known)` };
  await db`
    with known as (
      update payment_attempts set card_brand = ${card.brand}, card_last4 = ${card.last4}
       where merchant_id = ${ref.merchantId} and id = ${ref.id} and card_last4 is null
         and (state <> 'succeeded' or processor_reference = ${reference})
      returning transaction_id)
      ${transactions.giveCard(db, transaction, card, now)}`;
}

/**
 * Records that a processor is asked because the payer came back.
 * @returns false if it was asked a moment ago
 */
export async function claimReturn(db: Db, ref: AttemptRef, now: Date, since: Date): Promise<boolean> {
  const claimed = await db`
    update payment_attempts set return_asked_at = ${now}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and coalesce(return_asked_at <= ${since}, true)`;
  return claimed.count === 1;
}

/** The result of an attempt. */
export type Outcome =
  | {
      state: 'succeeded';
      reference: string | null;
      receivedPiastres: number | null;
      disputes: boolean;
      expectedOn: string;
    }
  | {
      state: 'failed' | 'canceled' | 'expired';
      reason: FailureReason | null;
      /** True: decided by us, not reported by the processor. */
      ours: boolean;
    };

/** The effect of `attempt_outcome`. */
export interface Written {
  result: 'applied' | 'released' | 'already' | 'ignored' | 'not-found';
  state: StoredState | null;
  transactionId: number | null;
}

/** Writes a result completely and once (`attempt_outcome`). */
export async function writeOutcome(db: Db, ref: AttemptRef, outcome: Outcome, now: Date): Promise<Written> {
  const paid = outcome.state === 'succeeded' ? outcome : null;
  const end = outcome.state === 'succeeded' ? null : outcome;
  const [row] = await singleStatement(
    db,
    (tx) => tx<Written[]>`
    select result, state, transaction_id as "transactionId"
      from attempt_outcome(${ref.merchantId}, ${ref.id}, ${outcome.state}, ${now}, ${paid?.expectedOn ?? null}::date,
                           ${paid?.receivedPiastres ?? null}, ${paid?.reference ?? null}, ${end?.reason ?? null},
                           ${paid?.disputes ?? false}, ${end?.ours ?? false})`,
  );
  return row!;
}
