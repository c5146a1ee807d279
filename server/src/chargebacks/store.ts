import { CHARGEBACK_STATUS, type ChargebackStage } from '@daftar/contract/chargebacks';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import * as transactions from '../transactions/writes.ts';

/** Identifies a disputed payment. */
export interface PaymentRef {
  merchantId: number;
  transactionId: number;
}

/** The facts of a payment that a dispute needs. */
export interface DisputedPayment extends Scope {
  transactionId: number;
  reference: string;
  name: string;
  /** The amount that can still be disputed, of the amount charged to the payer, regardless of refunds. */
  disputablePiastres: number;
  /** The balance that holds its money: disputed amounts are held from it and returned to it. */
  moneyIn: 'pending' | 'available';
  /** Null for the sandbox. */
  processorAccountId: number | null;
}

/** Locks a captured payment and reads it. */
export async function lockPayment(tx: Tx, ref: PaymentRef): Promise<DisputedPayment | undefined> {
  await tx`
    select from transactions
     where merchant_id = ${ref.merchantId} and id = ${ref.transactionId} for no key update`;
  const [row] = await tx<DisputedPayment[]>`
    select t.merchant_id as "merchantId", t.mode, t.id as "transactionId", t.reference, t.customer_name as name,
           t.charged_piastres - t.disputed_piastres as "disputablePiastres",
           case when t.settlement_status = 1 then 'available' else 'pending' end as "moneyIn",
           (select a.processor_account_id from payment_attempts a
             where a.merchant_id = t.merchant_id and a.transaction_id = t.id) as "processorAccountId"
      from transactions t
     where t.merchant_id = ${ref.merchantId} and t.id = ${ref.transactionId}
       and t.status in (${TRANSACTION_STATUS.success}, ${TRANSACTION_STATUS.refunded}) and not t.is_payout`;
  return row;
}

/** A dispute as its steps need it. */
export interface CaseRow extends Scope {
  id: number;
  reference: string;
  transactionId: number;
  amountPiastres: number;
  status: number;
  stage: ChargebackStage;
  rounds: number;
  /** Empty if unknown. */
  caseId: string;
  reasonCode: string;
  dueAt: Date;
  answeredAt: Date | null;
  origin: 'operator' | 'processor';
  processorAccountId: number | null;
}

const caseColumns = (db: Db) => db`
  c.merchant_id as "merchantId", c.mode, c.id, c.reference, c.transaction_id as "transactionId",
  c.amount_piastres as "amountPiastres", c.status, c.stage, c.rounds, c.case_id as "caseId",
  c.reason_code as "reasonCode", c.due_at as "dueAt", c.answered_at as "answeredAt", c.origin,
  c.account_id as "processorAccountId"`;

/** Lists the disputes of a locked payment, oldest first. */
export async function listOfPayment(tx: Tx, ref: PaymentRef): Promise<CaseRow[]> {
  return tx<CaseRow[]>`
    select ${caseColumns(tx)} from chargebacks c
     where c.merchant_id = ${ref.merchantId} and c.transaction_id = ${ref.transactionId} order by c.id`;
}

/** Finds the dispute of a case of an account; of several, the one that is not withdrawn, or the newest. */
export async function findCase(
  tx: Tx,
  account: Scope & { processorAccountId: number | null },
  caseId: string,
): Promise<CaseRow | undefined> {
  const [row] = await tx<CaseRow[]>`
    select ${caseColumns(tx)} from chargebacks c
     where c.merchant_id = ${account.merchantId} and c.mode = ${account.mode} and c.case_id = ${caseId}
       and c.account_id is not distinct from ${account.processorAccountId}
     order by c.status = ${CHARGEBACK_STATUS.withdrawn}, c.id desc limit 1`;
  return row;
}

/** Locks a dispute's payment and then the dispute. */
export async function lockCase(
  tx: Tx,
  ref: { merchantId: number; id: number },
): Promise<{ payment: DisputedPayment; row: CaseRow } | undefined> {
  const [found] = await tx<PaymentRef[]>`
    select merchant_id as "merchantId", transaction_id as "transactionId" from chargebacks
     where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
  const payment = found && (await lockPayment(tx, found));
  const [row] = await tx<CaseRow[]>`
    select ${caseColumns(tx)} from chargebacks c
     where c.merchant_id = ${ref.merchantId} and c.id = ${ref.id} for no key update`;
  return payment && row && { payment, row };
}

/** A dispute to be written. */
export interface NewChargeback {
  reference: string;
  amountPiastres: number;
  reason: string;
  caseId: string;
  reasonCode: string;
  stage: ChargebackStage;
  origin: 'operator' | 'processor';
  dueAt: Date;
  by: By;
}

/** Time and actor of an action: `ops:mona`, `system`. */
export interface By {
  now: Date;
  actor: string;
}

/**
 * Inserts a dispute of a locked payment. @returns undefined if one of the same case exists, or one without a case ID.
 */
export async function insertChargeback(
  tx: Tx,
  payment: DisputedPayment,
  chargeback: NewChargeback,
): Promise<CaseRow | undefined> {
  const { merchantId, mode, transactionId, moneyIn } = payment;
  const { amountPiastres: amount, by, reference } = chargeback;
  const [row] = await tx<CaseRow[]>`
    insert into chargebacks as c (merchant_id, mode, reference, transaction_id, transaction_reference, name,
                                  amount_piastres, reason, held_from, due_at, created_at, case_id, reason_code, stage,
                                  account_id, origin)
    values (${merchantId}, ${mode}, ${reference}, ${transactionId}, ${payment.reference}, ${payment.name}, ${amount},
            ${chargeback.reason}, ${moneyIn}, ${chargeback.dueAt}, ${by.now}, ${chargeback.caseId},
            ${chargeback.reasonCode}, ${chargeback.stage}, ${payment.processorAccountId}, ${chargeback.origin})
    on conflict do nothing
    returning ${caseColumns(tx)}`;
  if (!row) return undefined;
  await transactions.holdForDispute(tx, row, moneyIn, by.now);
  return row;
}

/** Sets the actor of the steps in a transaction: the database writes the history of each dispute. */
export async function setActor(tx: Tx, actor: string): Promise<void> {
  await tx`select set_config('daftar.actor', ${actor}, true)`;
}

/** The next stage of a case. */
export interface NextStage {
  stage: ChargebackStage;
  /** Empty keeps the current code. */
  reasonCode: string;
  dueAt: Date;
}

/**
 * Moves a dispute of a locked payment to a stage, in which its merchant may respond. A decided one is open again, as
 * another round: after a win, its money is held again.
 */
export async function writeStage(
  tx: Tx,
  { moneyIn }: DisputedPayment,
  row: CaseRow,
  next: NextStage,
  by: By,
): Promise<CaseRow> {
  const isDecided = row.status !== CHARGEBACK_STATUS.pending;
  const [moved] = await tx<CaseRow[]>`
    update chargebacks c
       set stage = ${next.stage}, due_at = ${next.dueAt}, reason_code = coalesce(nullif(${next.reasonCode}, ''), c.reason_code),
           status = ${CHARGEBACK_STATUS.pending}, decided_at = null, moved_at = ${by.now}, answered_at = null,
           reminded_at = null,
           rounds = c.rounds + ${isDecided ? 1 : 0}
     where c.merchant_id = ${row.merchantId} and c.id = ${row.id}
    returning ${caseColumns(tx)}`;
  if (row.status === CHARGEBACK_STATUS.withdrawn) await transactions.holdForDispute(tx, row, moneyIn, by.now);
  else if (isDecided) await transactions.resumeDispute(tx, row, by.now);
  return moved!;
}

/**
 * Reopens a decided dispute of a locked payment at its stage, as another round. @param note the reason, for its history
 */
export async function writeTakenBack(
  tx: Tx,
  { moneyIn }: DisputedPayment,
  row: CaseRow,
  note: string,
  by: By,
): Promise<CaseRow> {
  await tx`select set_config('daftar.note', ${note}, true)`;
  const [open] = await tx<CaseRow[]>`
    update chargebacks c
       set status = ${CHARGEBACK_STATUS.pending}, decided_at = null, moved_at = ${by.now}, rounds = c.rounds + 1
     where c.merchant_id = ${row.merchantId} and c.id = ${row.id}
    returning ${caseColumns(tx)}`;
  await tx`select set_config('daftar.note', '', true)`;
  if (row.status === CHARGEBACK_STATUS.withdrawn) await transactions.holdForDispute(tx, row, moneyIn, by.now);
  else await transactions.resumeDispute(tx, row, by.now);
  return open!;
}

/** Returns the actor of the last step of a dispute: `ops:mona`, `system`; empty for a step of an earlier release. */
export async function lastActorOf(tx: Tx, row: CaseRow): Promise<string> {
  const [last] = await tx<{ actor: string }[]>`
    select actor from chargeback_stages
     where merchant_id = ${row.merchantId} and chargeback_id = ${row.id} order by step desc limit 1`;
  return last?.actor ?? '';
}

/** Records that a decided dispute was decided in the same way at a later stage. */
export async function writeLaterDecision(
  tx: Tx,
  row: CaseRow,
  stage: ChargebackStage,
  by: By,
): Promise<void> {
  await tx`
    update chargebacks set stage = ${stage}, decided_at = ${by.now}
     where merchant_id = ${row.merchantId} and id = ${row.id}`;
}

/** Decides a pending dispute of a locked payment. @param note the reason, for its history */
export async function decideChargeback(
  tx: Tx,
  { moneyIn }: DisputedPayment,
  row: CaseRow,
  status: 1 | 2,
  note: string,
  by: By,
): Promise<CaseRow> {
  await tx`select set_config('daftar.note', ${note}, true)`;
  const [decided] = await tx<CaseRow[]>`
    update chargebacks c set status = ${status}, decided_at = ${by.now}
     where c.merchant_id = ${row.merchantId} and c.id = ${row.id}
    returning ${caseColumns(tx)}`;
  await tx`select set_config('daftar.note', '', true)`;
  if (status === CHARGEBACK_STATUS.withdrawn) await transactions.releaseDispute(tx, row, moneyIn, by.now);
  else await transactions.applyDispute(tx, row, by.now);
  return decided!;
}

/** Sets the case ID of a dispute that was opened by hand. */
export async function writeCaseId(tx: Tx, row: CaseRow, caseId: string): Promise<void> {
  await tx`
    update chargebacks set case_id = ${caseId} where merchant_id = ${row.merchantId} and id = ${row.id}`;
}

/** Finds the transfer that paid out the money of a lost dispute, in its newest round. */
export async function findLoss(tx: Tx, row: CaseRow, key: string): Promise<number | undefined> {
  const [found] = await tx<{ id: number }[]>`
    select id from ledger_transfers
     where merchant_id = ${row.merchantId} and mode = ${row.mode} and idempotency_key = ${key}`;
  return found?.id;
}

/** Locks the captured payments of an attempt, the first payment first: an order may have been paid more than once. */
export async function lockPaymentsOf(
  tx: Tx,
  attempt: { merchantId: number; id: number },
): Promise<DisputedPayment[]> {
  const payments: DisputedPayment[] = [];
  for (const ref of await transactions.listOfAttempt(tx, attempt)) {
    const payment = await lockPayment(tx, ref);
    if (payment) payments.push(payment);
  }
  return payments;
}

/** A payment whose dispute a processor announced. */
export interface Announced {
  merchantId: number;
  /** The attempt's id. */
  id: number;
  accountId: number | null;
  reference: string;
  chargedPiastres: number;
}

/** Finds payments whose dispute a processor announced and nobody has opened yet. */
export async function findAnnounced(db: Db, limit: number, offset: number): Promise<Announced[]> {
  return db<Announced[]>`
    select a.merchant_id as "merchantId", a.id, a.processor_account_id as "accountId", t.reference,
           t.charged_piastres as "chargedPiastres"
      from payment_attempts a join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
     where a.dispute_announced and a.state = 'succeeded'
       and t.status in (${TRANSACTION_STATUS.success}, ${TRANSACTION_STATUS.refunded})
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

/** Stores the response, replacing the previous one. */
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
