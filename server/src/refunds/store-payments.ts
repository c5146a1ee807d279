import { nameOutside } from '../messages/sender.ts';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import * as transactions from '../transactions/writes.ts';
import type { Refundable } from './rules.ts';

/** A payment as needed for a refund. */
export interface PaymentRow extends Refundable {
  id: number;
  reference: string;
  /** The number with which an AmanCard payment was made; empty if unknown. */
  account: string;
  locale: 'ar' | 'en';
  merchantName: string;
  /** Null if the money came without an attempt. */
  processor: string | null;
  /** Null for the sandbox. */
  accountId: number | null;
  /** Our id of the payment at its processor; null if the money came without an attempt. */
  externalRef: string | null;
  paymentReference: string | null;
}

const paymentColumns = (db: Db) => db`
  t.id, t.reference, t.status, t.is_payout as "isPayout", t.payment_method as method,
  t.value_piastres as "valuePiastres", t.refunded_piastres as "refundedPiastres",
  t.refunding_piastres as "refundingPiastres", t.disputed_piastres as "disputedPiastres",
  coalesce(a.wallet_mobile, nullif(t.customer_mobile, ''), '') as account, coalesce(a.locale, 'ar') as locale,
  (select ${nameOutside(db)} from merchants m where m.id = t.merchant_id) as "merchantName", a.processor,
  a.processor_account_id as "accountId",
  coalesce(o.external_ref, a.external_ref, a.merchant_id || '.' || coalesce(o.token, a.token)) as "externalRef",
  a.processor_reference as "paymentReference"
  from transactions t
  left join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
  left join payment_attempts o on o.merchant_id = a.merchant_id and o.id = a.duplicate_of`;

/** Finds a payment by its id. */
export async function findPayment(db: Db, scope: Scope, id: number): Promise<PaymentRow | undefined> {
  const [row] = await db<PaymentRow[]>`
    select ${paymentColumns(db)}
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id}`;
  return row;
}

/** Finds a payment by its exact reference. */
export async function findPaymentByReference(
  db: Db,
  scope: Scope,
  reference: string,
): Promise<PaymentRow | undefined> {
  const [row] = await db<PaymentRow[]>`
    select ${paymentColumns(db)}
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.reference = ${reference}`;
  return row;
}

/** Locks a payment and reads it. */
export async function lockPayment(tx: Tx, scope: Scope, id: number): Promise<PaymentRow | undefined> {
  await tx`
    select from transactions
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id} for no key update`;
  return findPayment(tx, scope, id);
}

/**
 * Locks the payments of an attempt and reads them, the first payment first: an order may have been paid more than once.
 */
export async function lockPaymentsOf(
  tx: Tx,
  attempt: { merchantId: number; id: number },
): Promise<(PaymentRow & { mode: Mode })[]> {
  const payments: (PaymentRow & { mode: Mode })[] = [];
  for (const { merchantId, mode, transactionId } of await transactions.listOfAttempt(tx, attempt)) {
    const payment = await lockPayment(tx, { merchantId, mode }, transactionId);
    if (payment) payments.push({ ...payment, mode });
  }
  return payments;
}
