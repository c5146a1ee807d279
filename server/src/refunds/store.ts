import type { RefundState } from '@daftar/contract/refunds';
import {
  type OwnFields,
  type OwnRow,
  ownColumns,
  ownNames,
  ownValues,
} from '../integration-fields/fields.ts';
import { nameOutside } from '../messages/sender.ts';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Sql } from '../platform/lists/page.ts';
import type { RefundReport } from '../processors/gateway.ts';
import * as transactions from '../transactions/writes.ts';
import { stopUnsentRefunds } from './writes.ts';

/** A refund to be inserted. */
export interface NewRefund {
  transactionId: number;
  amountPiastres: number;
  reason: string;
  refundKey: string;
  processor: string;
  accountId: number | null;
  externalRef: string;
  paymentReference: string | null;
  accountName: string;
  bankName: string;
  iban: string;
  /** The requester; null for a refund made in the processor's own dashboard. */
  userId: number | null;
  /** The approved request. */
  approvalId: number | null;
  /** True: the processor has already made it. */
  isMade: boolean;
  own: OwnFields;
  now: Date;
}

/** Inserts a pending refund of a locked payment. @returns its id; undefined if the refundable amount is smaller. */
export async function insertRefund(tx: Tx, scope: Scope, refund: NewRefund): Promise<number | undefined> {
  const { transactionId, amountPiastres, isMade, now } = refund;
  const [row] = await tx<{ id: number }[]>`
    with reserved as (${transactions.reserveRefund(tx, { ...scope, transactionId }, { amountPiastres, isMade, now })})
    insert into refunds (merchant_id, mode, transaction_id, amount_piastres, reason, refund_key, processor, order_id,
                         processor_account_id, payment_reference, account_name, bank_name, iban, requested_by, approval_id,
                         ${ownNames(tx)}, created_at)
    select ${scope.merchantId}, ${scope.mode}, reserved.id, ${refund.amountPiastres}, ${refund.reason},
           ${refund.refundKey}, ${refund.processor}, ${refund.externalRef},
           ${refund.accountId}, ${refund.paymentReference}, ${refund.accountName}, ${refund.bankName}, ${refund.iban},
           ${refund.userId}, ${refund.approvalId}, ${ownValues(tx, refund.own)}, ${refund.now}
      from reserved
    returning id`;
  return row?.id;
}

/** Writes the own fields of a locked refund. */
export async function writeOwn(tx: Tx, scope: Scope, id: number, own: OwnFields): Promise<void> {
  await tx`
    update refunds set (${ownNames(tx)}) = row (${ownValues(tx, own)})
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id}`;
}

/** Identifies a refund. */
export interface RefundRef {
  merchantId: number;
  id: number;
}

/**
 * The reason why a person must look at a refund. `ambiguous`: it is unknown whether it was made; `transfer`: the
 * provider transfers the money; `disputed`: its money was disputed before it was sent.
 */
export type WhyOperator = 'ambiguous' | 'transfer' | 'disputed';

/** A refund to be sent to the processor. */
export interface RefundToSend extends RefundRef, OwnRow {
  mode: Mode;
  transactionId: number;
  reference: string;
  amountPiastres: number;
  state: RefundState;
  reason: string;
  refundKey: string;
  processor: string;
  /** Null for the sandbox. */
  accountId: number | null;
  externalRef: string;
  paymentReference: string | null;
  /** The processor's id of the refund. */
  processorRefundId: string | null;
  /** When it was last requested without a known answer. */
  triedAt: Date | null;
  /** The reason why a person must look at it; null if none must. */
  forOperator: WhyOperator | null;
  /** The payment's method, the amount charged to the payer, and its time. */
  method: number;
  chargedPiastres: number;
  paidAt: Date | null;
  /**
   * The sum of its other refunds, completed or not, because one with an unknown result may have been made. Excludes
   * those that wait for this one.
   */
  otherRefundsPiastres: number;
  /** True: the processor reports a refund without details, so this one waits until an operator has looked it up. */
  othersAreUnknown: boolean;
  /** The attempt to which the processor's ids belong. */
  attemptId: number | null;
  accountName: string;
  bankName: string;
  iban: string;
}

/** Reads a refund for the processor's call. @throws Error if it does not exist. */
export async function getRefund(db: Db, ref: RefundRef): Promise<RefundToSend> {
  const [row] = await db<RefundToSend[]>`
    select r.merchant_id as "merchantId", r.id, r.mode, r.transaction_id as "transactionId", t.reference,
           r.amount_piastres as "amountPiastres", r.state, r.reason, r.refund_key as "refundKey", r.processor,
           r.processor_account_id as "accountId", r.order_id as "externalRef",
           r.payment_reference as "paymentReference", r.processor_refund_id as "processorRefundId",
           r.tried_at as "triedAt", r.for_operator as "forOperator", t.payment_method as method,
           t.charged_piastres as "chargedPiastres", t.paid_at as "paidAt",
           t.refunded_piastres + t.refunding_piastres - r.amount_piastres - case when r.tried_at is null then 0 else (
             select coalesce(sum(e.amount_piastres), 0)::bigint from refunds e
              where e.merchant_id = r.merchant_id and e.transaction_id = r.transaction_id and e.id <> r.id
                and e.state = 'pending' and e.tried_at is null and e.for_operator is null) end as "otherRefundsPiastres",
           exists (
             select from payment_attempts a
               join discrepancies d on d.merchant_id = a.merchant_id and d.attempt_id = coalesce(a.duplicate_of, a.id)
              where a.merchant_id = r.merchant_id and a.transaction_id = r.transaction_id
                and d.kind = 'refund-unnamed' and d.ending is null) as "othersAreUnknown",
           (select coalesce(a.duplicate_of, a.id) from payment_attempts a
             where a.merchant_id = t.merchant_id and a.transaction_id = t.id) as "attemptId",
           r.account_name as "accountName", r.bank_name as "bankName", r.iban, ${ownColumns(db, 'r')}
      from refunds r join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
     where r.merchant_id = ${ref.merchantId} and r.id = ${ref.id}`;
  if (!row) throw new Error(`refund ${ref.id} of merchant ${ref.merchantId} is gone`);
  return row;
}

/** The payer, the merchant and the language. */
export interface Payer {
  name: string;
  email: string;
  mobile: string;
  /** Empty until the merchant is verified. */
  merchantName: string;
  sourceName: string;
  locale: 'ar' | 'en';
  /** The path of the payment's page; null if the money came without an attempt. */
  receiptPath: string | null;
}

/** Finds the recipient of a refund's messages, and their language. */
export async function findPayer(db: Db, refund: RefundToSend): Promise<Payer | undefined> {
  const [row] = await db<Payer[]>`
    select t.customer_name as name, t.customer_email as email,
           coalesce(nullif(t.customer_mobile, ''), a.wallet_mobile, '') as mobile,
           ${nameOutside(db)} as "merchantName", t.source_name as "sourceName", coalesce(a.locale, 'ar') as locale,
           (select '/pay/' || p.token || '/' || a.token from pay_tokens p
             where p.merchant_id = a.merchant_id and p.kind = a.payable_kind and p.payable_id = a.payable_id
             limit 1) as "receiptPath"
      from transactions t
      join merchants m on m.id = t.merchant_id
      left join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
     where t.merchant_id = ${refund.merchantId} and t.id = ${refund.transactionId}`;
  return row;
}

/**
 * Condition that a refund (`r`, or by another name) waits for another one of its order that was sent and has no answer
 * from the processor yet. Most processors do not know our keys: of two without an answer it would be unknown which was
 * made, and under which id.
 */
export const waitsForAnother = (db: Db, of = 'r'): Sql => {
  const r = db.unsafe(of);
  return db`
  (${r}.state = 'pending' and ${r}.tried_at is null and ${r}.for_operator is null and exists (
    select from refunds e
     where e.merchant_id = ${r}.merchant_id and e.order_id = ${r}.order_id and e.id <> ${r}.id
       and e.processor_account_id is not distinct from ${r}.processor_account_id
       and e.state = 'pending' and e.tried_at is not null and e.processor_refund_id is null))`;
};

/**
 * Records that the processor is about to be called. The payment is locked first, as by a dispute, so that disputed
 * money is not sent for the first time.
 * @param before when the processor was last called, as read by the caller
 * @returns false if another call was started meanwhile, the refund has ended or waits for another one, or its money is
 * disputed
 */
export function writeTried(db: Db, refund: RefundToSend, now: Date): Promise<boolean> {
  const { merchantId, id, transactionId, triedAt: before } = refund;
  return transaction(db, async (tx) => {
    await tx`select from transactions where merchant_id = ${merchantId} and id = ${transactionId} for no key update`;
    if (before === null) {
      // Refunds of another payment of the same order may be sent at the same time.
      await tx`
        select from refunds where merchant_id = ${merchantId} and order_id = ${refund.externalRef} and state = 'pending'
         order by id for update`;
      await stopUnsentRefunds(tx, refund);
    }
    const claimed = await tx`
      update refunds r set tried_at = ${now}
       where merchant_id = ${merchantId} and id = ${id} and state = 'pending' and for_operator is null
         and tried_at is not distinct from ${before}::timestamptz and not ${waitsForAnother(tx)}`;
    return claimed.count === 1;
  });
}

/**
 * Ends a pending refund as completed or failed. The payment is locked first.
 * @returns null if it had already ended.
 */
export async function finishRefund(
  tx: Tx,
  refund: RefundToSend,
  failureReason: string | null,
  now: Date,
): Promise<transactions.Refunded | null> {
  const { merchantId, id, transactionId, amountPiastres: amount } = refund;
  await tx`select from transactions where merchant_id = ${merchantId} and id = ${transactionId} for no key update`;
  const ended = await tx`
    update refunds set state = ${failureReason === null ? 'succeeded' : 'failed'}, failure_reason = ${failureReason},
           finished_at = ${now}
     where merchant_id = ${merchantId} and id = ${id} and state = 'pending'`;
  if (ended.count === 0) return null;
  return transactions.finishRefund(tx, { merchantId, transactionId }, amount, failureReason, now);
}

/**
 * Ends a completed refund whose money came back. The payment is locked first.
 * @returns null if it came back before, or was never completed
 */
export async function reverseRefund(
  tx: Tx,
  refund: RefundToSend,
  now: Date,
): Promise<Pick<transactions.Refunded, 'from'> | null> {
  const { merchantId, id, transactionId, amountPiastres } = refund;
  await tx`select from transactions where merchant_id = ${merchantId} and id = ${transactionId} for no key update`;
  const reversed = await tx`
    update refunds set state = 'reversed', reversed_at = ${now}
     where merchant_id = ${merchantId} and id = ${id} and state = 'succeeded'`;
  if (reversed.count === 0) return null;
  return transactions.reverseRefund(tx, { merchantId, transactionId }, amountPiastres, now);
}

/** Clears the record of a call to the processor that certainly had no effect. */
export async function writeUntried(db: Db, ref: RefundRef): Promise<void> {
  await db`
    update refunds set tried_at = null
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = 'pending'`;
}

/** A processor's report about a refund, besides its result. */
export interface Said {
  processorRefundId?: string | undefined;
  way?: 'refund' | 'void' | undefined;
  explanation?: string | undefined;
  forOperator?: 'ambiguous' | undefined;
}

/** Stores a processor's report about a refund; an id stored before is kept. */
export async function writeSaid(db: Db, ref: RefundRef, said: Said): Promise<void> {
  await db`
    update refunds
       set processor_refund_id = coalesce(processor_refund_id, ${said.processorRefundId ?? null}),
           way = coalesce(${said.way ?? null}, way), explanation = coalesce(${said.explanation?.slice(0, 500) ?? null}, explanation),
           for_operator = coalesce(${said.forOperator ?? null}, for_operator)
     where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
}

/** Leaves a refund to the provider, which transfers the money itself, unless a person already has to look at it. */
export async function writeForTransfer(db: Db, ref: RefundRef): Promise<void> {
  await db`
    update refunds set for_operator = 'transfer'
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = 'pending' and for_operator is null`;
}

/**
 * Condition that a refund `r` has an id of the processor: a person types it as a dashboard shows it, where it may be
 * unique only within its order.
 */
const hasId = (db: Db, id: string): Sql => db`
  (r.processor_refund_id in (${id}, r.order_id || '/' || ${id}) or r.order_id || '/' || r.processor_refund_id = ${id})`;

/** Returns whether another refund of the same order has an id of the processor. */
export async function isIdTaken(
  db: Db,
  { merchantId, id, externalRef, accountId }: RefundToSend,
  processorRefundId: string,
): Promise<boolean> {
  const others = await db`
    select from refunds r
     where r.merchant_id = ${merchantId} and r.order_id = ${externalRef} and r.id <> ${id}
       and r.processor_account_id is not distinct from ${accountId} and ${hasId(db, processorRefundId)} limit 1`;
  return others.count > 0;
}

/** Returns whether an operator, not the processor, reported that the money of a refund came back. */
export async function isReversedByHand(db: Db, { merchantId, id }: RefundRef): Promise<boolean> {
  const said = await db`
    select from discrepancies
     where merchant_id = ${merchantId} and refund_id = ${id} and ending = 'reversed' and ended_by <> 'system'`;
  return said.count > 0;
}

/**
 * Finds the refund that an account's processor reports: by our key or by its id. A report without our key may also
 * match a refund of its amount that a person has to make by hand, or, if the processor does not say whose it is, one
 * that was sent and has no id of the processor yet.
 */
export async function findReported(
  db: Db,
  payment: { merchantId: number; attemptId: number; accountId: number | null },
  { id, refundKey, amountPiastres, state }: RefundReport,
): Promise<RefundRef | undefined> {
  const isIt = hasId(db, id);
  // A guess may book money that left, but must not mark a refund as failed that may have been made.
  const isMadeWithoutKey = typeof refundKey !== 'string' && state !== 'failed';
  const rows = await db<(RefundRef & { rank: number })[]>`
    select r.merchant_id as "merchantId", r.id,
           case when r.refund_key = ${refundKey ?? null} then 1 when ${isIt} then 2 else 3 end as rank
      from refunds r
      join payment_attempts a on a.merchant_id = r.merchant_id and a.transaction_id = r.transaction_id
     where a.merchant_id = ${payment.merchantId} and coalesce(a.duplicate_of, a.id) = ${payment.attemptId}
       and r.processor_account_id is not distinct from ${payment.accountId}
       and (r.refund_key = ${refundKey ?? null} or ${isIt}
            or (${isMadeWithoutKey} and r.state in ('pending', 'succeeded') and r.processor_refund_id is null
                and r.amount_piastres = ${amountPiastres}
                and (r.for_operator in ('disputed', 'transfer')
                     or (${refundKey === undefined} and r.tried_at is not null))))
     order by rank, r.id`;
  return rows[0];
}

/** Locks a refund's payment, as booking does, and reads the refund if it waits for a person. */
export async function lockForPerson(tx: Tx, ref: RefundRef): Promise<RefundToSend | undefined> {
  const waits = tx`state = 'pending' and for_operator is not null`;
  await tx`
    select from transactions t
     where t.merchant_id = ${ref.merchantId} and t.id = (
       select transaction_id from refunds where merchant_id = ${ref.merchantId} and id = ${ref.id} and ${waits})
       for no key update`;
  const [row] = await tx`
    select from refunds where merchant_id = ${ref.merchantId} and id = ${ref.id} and ${waits} for update`;
  return row && getRefund(tx, ref);
}

/**
 * Makes a failed refund pending again, because its processor made it. The payment is locked first.
 * @returns `none` if it is not failed; `short` if the refundable amount is smaller
 */
export async function reopenRefund(
  tx: Tx,
  { merchantId, id, transactionId, amountPiastres }: RefundToSend,
  now: Date,
): Promise<'reopened' | 'none' | 'short'> {
  await tx`select from transactions where merchant_id = ${merchantId} and id = ${transactionId} for no key update`;
  const reopened = await tx`
    update refunds set state = 'pending', failure_reason = null, finished_at = null, for_operator = null
     where merchant_id = ${merchantId} and id = ${id} and state = 'failed'`;
  if (reopened.count === 0) return 'none';
  const reserved = await tx`
    ${transactions.reserveRefund(tx, { merchantId, transactionId }, { amountPiastres, isMade: true, now })}`;
  return reserved.count === 1 ? 'reopened' : 'short';
}

/** Finds the oldest refund of an order that was not sent and waits for no other. */
export async function findUnsent(
  db: Db,
  { merchantId, externalRef, accountId }: RefundToSend,
): Promise<RefundRef | undefined> {
  const [next] = await db<RefundRef[]>`
    select merchant_id as "merchantId", id from refunds r
     where merchant_id = ${merchantId} and order_id = ${externalRef} and state = 'pending' and tried_at is null
       and for_operator is null and processor_account_id is not distinct from ${accountId}
       and not ${waitsForAnother(db)}
     order by id limit 1`;
  return next;
}

/**
 * Finds refunds that can be sent, or have been unanswered for a while, with their accounts: a limited number per
 * account, those tried longest ago first, so that a repeatedly failing one does not hold up the others.
 */
export async function findWaiting(
  db: Db,
  since: Date,
  limit: number,
): Promise<(RefundRef & { accountId: number | null })[]> {
  return db<(RefundRef & { accountId: number | null })[]>`
    select "merchantId", id, "accountId" from (
      select merchant_id as "merchantId", id, processor_account_id as "accountId",
             row_number() over (partition by processor_account_id order by coalesce(tried_at, created_at), id) as turn
        from refunds r
       where state = 'pending' and for_operator is null and created_at <= ${since} and coalesce(tried_at, created_at) <= ${since}
         and not ${waitsForAnother(db)}) waiting
     where turn <= ${limit} order by turn`;
}
