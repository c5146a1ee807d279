import { toPounds } from '@daftar/contract/money';
import type { RefundFormValues, RefundRow } from '@daftar/contract/refunds';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { isTx, transaction } from '../platform/db/transaction.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { newToken } from '../platform/references.ts';
import { orderIdOf } from '../processors/port.ts';
import {
  BankAccountNeeded,
  NotRefundable,
  RefundedTransactionNotFound,
  TooMuch,
  WrongWay,
} from './errors.ts';
import { leftPiastres, maskIban, type RefundWay, wayOf } from './rules.ts';
import { sendRefund } from './send.ts';
import * as store from './store.ts';

/** A request that dies between promise and processor is followed up after this long. */
const FOLLOW_UP_SECONDS = 30;

/** An amount to give back, judged already. */
export interface Promised {
  amountPiastres: number;
  reason: string;
  accountName?: string;
  bankName?: string;
  iban?: string;
}

/**
 * Promises an amount to the payer, within a transaction, of a payment that is locked: nobody can promise the same
 * piastre again. A job asks the processor should the process die before it could.
 * @throws NotRefundable, TooMuch
 */
export async function promiseRefund(
  app: App,
  tx: Tx,
  caller: Caller,
  payment: store.PaymentRow,
  promised: Promised,
): Promise<store.RefundRef> {
  const now = app.clock.now();
  const { processor, attemptToken } = payment;
  if (wayOf(payment) === null || !processor || !attemptToken) throw new NotRefundable();
  if (promised.amountPiastres > leftPiastres(payment)) throw new TooMuch();
  const id = await store.insertRefund(tx, caller, {
    transactionId: payment.id,
    amountPiastres: promised.amountPiastres,
    reason: promised.reason,
    refundKey: newToken(),
    processor,
    orderId: orderIdOf(caller.merchantId, attemptToken),
    paymentReference: payment.paymentReference,
    accountName: promised.accountName ?? '',
    bankName: promised.bankName ?? '',
    iban: promised.iban ?? '',
    userId: caller.userId,
    now,
  });
  await recordAudit(tx, caller, now, {
    action: 'refund.request',
    subject: `transaction:${payment.id}`,
    after: { refund: id, reference: payment.reference, amountPiastres: promised.amountPiastres },
  });
  const ref = { merchantId: caller.merchantId, id };
  // Inside the transaction of an Idempotency-Key nobody but the job will ask the processor: then at once.
  const seconds = isTx(app.db) ? 0 : FOLLOW_UP_SECONDS;
  await addJob(tx, 'send-refund', { ...ref }, { runAt: new Date(now.getTime() + seconds * 1000) });
  return ref;
}

/** Asks the processor now, unless a transaction is open: no processor is ever called inside one. */
export async function sendNow(app: App, ref: store.RefundRef): Promise<void> {
  if (isTx(app.db)) return;
  try {
    await sendRefund(app, ref);
  } catch (error) {
    app.log.warn({ err: error, refund: ref }, 'a refund is tried again later');
  }
}

/**
 * Gives back all or a part of a payment by any method but AmanCard.
 * @throws RefundedTransactionNotFound 404; NotRefundable, WrongWay 400; TooMuch, BankAccountNeeded 422.
 */
export async function createRefund(
  app: App,
  caller: Caller,
  transactionId: number,
  form: RefundFormValues,
): Promise<RefundRow> {
  const ref = await transaction(app.db, async (tx) => {
    const payment = await store.lockPayment(tx, caller, transactionId);
    if (!payment) throw new RefundedTransactionNotFound();
    const way = wayOf(payment);
    if (way === null) throw new NotRefundable();
    if (way === 'aman') throw new WrongWay(true);
    if (way === 'bank') requireAccount(form);
    return promiseRefund(app, tx, caller, payment, {
      amountPiastres: form.amount,
      reason: form.reason,
      accountName: form.account_name,
      bankName: form.bank_name,
      iban: form.iban ?? '',
    });
  });
  await sendNow(app, ref);
  const rows = await listRefunds(app, caller, transactionId);
  return rows.find(({ id }) => id === ref.id)!;
}

function requireAccount(form: RefundFormValues): void {
  const fields = { account_name: form.account_name, bank_name: form.bank_name, iban: form.iban ?? '' };
  const missing = Object.entries(fields).filter(([, value]) => value === '');
  if (missing.length > 0) throw new BankAccountNeeded(missing.map(([field]) => field));
}

/** The refunds of one transaction, newest first. */
export async function listRefunds(app: App, caller: Caller, transactionId: number): Promise<RefundRow[]> {
  const rows = await store.listRefunds(app.db, caller, transactionId);
  return rows.map((row) => rowOf(caller.locale, row));
}

/** The refunds of a transaction with what is left of it. @throws RefundedTransactionNotFound */
export async function refundsOf(
  app: App,
  caller: Caller,
  transactionId: number,
): Promise<{ refunds: RefundRow[]; refundable_amount: number; way: RefundWay | null }> {
  const payment = await store.findPayment(app.db, caller, transactionId);
  if (!payment) throw new RefundedTransactionNotFound();
  return {
    refunds: await listRefunds(app, caller, transactionId),
    refundable_amount: toPounds(Math.max(0, leftPiastres(payment))),
    way: payment.processor ? wayOf(payment) : null,
  };
}

function rowOf(locale: Locale, row: store.ListedRefund): RefundRow {
  return {
    id: row.id,
    amount: toPounds(row.amountPiastres),
    state: row.state,
    reason: row.reason,
    failure_reason:
      row.failureReason === null ? null : translate(locale, `refunds.reason.${row.failureReason}`),
    requested_by: row.requestedBy,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    bank_account:
      row.iban === '' && row.bankName === '' && row.accountName === ''
        ? null
        : { account_name: row.accountName, bank_name: row.bankName, iban: maskIban(row.iban) },
  };
}
