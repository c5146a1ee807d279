import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import type { AtAccount } from '../ledger/lines.ts';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import * as transactions from '../transactions/writes.ts';

/** Identifies a disputed payment. */
export interface PaymentRef {
  merchantId: number;
  transactionId: number;
}

/** What a dispute needs to know of a payment. */
export interface DisputedPayment extends Scope {
  transactionId: number;
  reference: string;
  name: string;
  /** What can still be disputed. */
  disputablePiastres: number;
  heldFrom: 'pending' | 'available';
  /** The payment was disputed before. */
  known: boolean;
}

/** Locks a captured payment and reads it. */
export async function lockPayment(tx: Tx, ref: PaymentRef): Promise<DisputedPayment | undefined> {
  await tx`
    select from transactions
     where merchant_id = ${ref.merchantId} and id = ${ref.transactionId} for no key update`;
  const [row] = await tx<DisputedPayment[]>`
    select t.merchant_id as "merchantId", t.mode, t.id as "transactionId", t.reference, t.customer_name as name,
           t.value_piastres - t.refunded_piastres - t.refunding_piastres - t.disputed_piastres as "disputablePiastres",
           case when t.settlement_status = 1 then 'available' else 'pending' end as "heldFrom",
           exists (select from chargebacks c
                    where c.merchant_id = t.merchant_id and c.transaction_id = t.id) as known
      from transactions t
     where t.merchant_id = ${ref.merchantId} and t.id = ${ref.transactionId} and t.status = 1 and not t.is_payout`;
  return row;
}

/** A dispute to be written. */
export interface NewChargeback {
  reference: string;
  amountPiastres: number;
  reason: string;
  dueAt: Date;
  now: Date;
}

/** Inserts a dispute of a locked payment. @returns its id; undefined when another one is open or was applied. */
export async function insertChargeback(
  tx: Tx,
  payment: DisputedPayment,
  chargeback: NewChargeback,
): Promise<number | undefined> {
  const { merchantId, mode, transactionId, heldFrom } = payment;
  const { amountPiastres: amount, now, reference } = chargeback;
  const [row] = await tx<{ id: number }[]>`
    insert into chargebacks (merchant_id, mode, reference, transaction_id, transaction_reference, name, amount_piastres,
                             reason, held_from, due_at, created_at)
    values (${merchantId}, ${mode}, ${reference}, ${transactionId}, ${payment.reference}, ${payment.name}, ${amount},
            ${chargeback.reason}, ${heldFrom}, ${chargeback.dueAt}, ${now})
    on conflict (merchant_id, transaction_id) where status <> 2 do nothing
    returning id`;
  if (!row) return undefined;
  const dispute = { merchantId, transactionId, amountPiastres: amount, reference };
  await transactions.holdForDispute(tx, dispute, heldFrom, now);
  return row.id;
}

/** A dispute to be decided. */
export interface DecidedChargeback extends Scope {
  id: number;
  reference: string;
  transactionId: number;
  amountPiastres: number;
}

/**
 * Locks a pending dispute after its payment.
 * @returns when the response was given; null without one; undefined when no dispute is pending.
 */
export async function lockAnswer(
  tx: Tx,
  ref: { merchantId: number; id: number },
): Promise<Date | null | undefined> {
  await tx`
    select from transactions t join chargebacks c on c.merchant_id = t.merchant_id and c.transaction_id = t.id
     where c.merchant_id = ${ref.merchantId} and c.id = ${ref.id} for no key update of t`;
  const [row] = await tx<{ answeredAt: Date | null }[]>`
    select answered_at as "answeredAt" from chargebacks
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and status = ${CHARGEBACK_STATUS.pending}
     for no key update`;
  return row?.answeredAt;
}

/** Decides a pending dispute. @returns undefined when it was decided before. */
export async function decideChargeback(
  tx: Tx,
  ref: { merchantId: number; id: number },
  status: 1 | 2,
  now: Date,
): Promise<(DecidedChargeback & AtAccount) | undefined> {
  const [row] = await tx<(DecidedChargeback & AtAccount)[]>`
    update chargebacks set status = ${status}, decided_at = ${now}
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and status = ${CHARGEBACK_STATUS.pending}
    returning merchant_id as "merchantId", mode, id, reference, transaction_id as "transactionId",
              amount_piastres as "amountPiastres",
              (select a.processor_account_id from payment_attempts a
                where a.merchant_id = chargebacks.merchant_id and a.transaction_id = chargebacks.transaction_id)
                as "processorAccountId"`;
  if (!row) return undefined;
  if (status === CHARGEBACK_STATUS.withdrawn) await transactions.releaseDispute(tx, row, now);
  else await transactions.applyDispute(tx, row, now);
  return row;
}

/** Finds payments whose dispute a processor announced and nobody has opened. */
export async function findAnnounced(db: Db, limit: number, offset: number): Promise<PaymentRef[]> {
  return db<PaymentRef[]>`
    select a.merchant_id as "merchantId", a.transaction_id as "transactionId"
      from payment_attempts a join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
     where a.dispute_announced and a.state = 'succeeded' and t.status = 1
       and t.value_piastres > t.refunded_piastres + t.refunding_piastres
       and not exists (select from chargebacks c
                        where c.merchant_id = a.merchant_id and c.transaction_id = a.transaction_id)
     order by a.merchant_id, a.transaction_id limit ${limit} offset ${offset}`;
}

/** Finds the payments with a reference, for operators. */
export async function findPaymentsByReference(db: Db, reference: string): Promise<PaymentRef[]> {
  return db<PaymentRef[]>`
    select merchant_id as "merchantId", id as "transactionId" from transactions where reference = ${reference} limit 2`;
}

/** Finds the disputes with a reference, for operators. */
export async function findByReference(
  db: Db,
  reference: string,
): Promise<{ merchantId: number; mode: Mode; id: number }[]> {
  return db<{ merchantId: number; mode: Mode; id: number }[]>`
    select merchant_id as "merchantId", mode, id from chargebacks where reference = ${reference} limit 2`;
}

/** Whether a merchant has this dispute, in either mode. */
export async function chargebackExists(db: Db, ref: { merchantId: number; id: number }): Promise<boolean> {
  const rows = await db`select from chargebacks where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
  return rows.length > 0;
}

/** Locks a dispute for its response. */
export async function lockForAnswer(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<{ status: number; dueAt: Date; reference: string } | undefined> {
  const [row] = await tx<{ status: number; dueAt: Date; reference: string }[]>`
    select status, due_at as "dueAt", reference from chargebacks
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id} for no key update`;
  return row;
}

/** Stores the response, replacing the former one. */
export async function writeAnswer(
  tx: Tx,
  scope: Scope,
  id: number,
  answer: { text: string; userId: number; now: Date },
): Promise<void> {
  await tx`
    update chargebacks set answer = ${answer.text}, answered_at = ${answer.now}, answered_by = ${answer.userId}
     where merchant_id = ${scope.merchantId} and id = ${id}`;
}
