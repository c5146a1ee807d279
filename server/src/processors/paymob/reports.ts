/** The report of a payment that follows from a Paymob transaction. */
import { ProcessorError } from '../errors.ts';
import type { PaymentRef, PaymentReport, ProcessorId, RefundReport, Step } from '../gateway.ts';
import { cardOf, reasonOf, unknownWord } from './codes.ts';
import type { Transaction } from './messages.ts';

/** Returns whether a transaction belongs to another one: a refund, a void, a capture. */
export const isChild = (transaction: Transaction): boolean => transaction.has_parent_transaction;

/** Returns whether a transaction brought money, whatever happened to the money afterwards. */
export const isMoney = (transaction: Transaction): boolean =>
  transaction.success &&
  !transaction.pending &&
  !transaction.error_occured &&
  !transaction.is_auth &&
  !transaction.has_parent_transaction;

/** Returns the id of the payment that a child transaction belongs to; null if it has none. */
export function parentOf({ parent_transaction: parent }: Transaction): string | null {
  const id = typeof parent === 'object' && parent !== null ? (parent as { id?: unknown }).id : parent;
  return (typeof id === 'number' || typeof id === 'string') && /^[1-9]\d{0,18}$/.test(String(id))
    ? String(id)
    : null;
}

/** @throws ProcessorError `unknown` for a transaction of another order */
export function requireOurs(order: PaymentRef, { order: theirs }: Transaction): void {
  const isOurs = order.ids.order
    ? theirs.id === order.ids.order
    : String(theirs.merchant_order_id ?? '') === order.externalRef;
  if (!isOurs) throw new ProcessorError('unknown', 'Paymob answers about another order');
}

/**
 * Reads a child transaction as a refund; null if it is none. A void is a refund of the whole payment. Only signed
 * values decide, so whether Paymob calls it refund or void makes no difference.
 */
export function refundOf(child: Transaction): RefundReport | null {
  if (!isChild(child) || child.is_capture || child.is_auth || child.currency !== 'EGP') return null;
  if (!child.is_refund && !child.is_void) return null;
  return {
    id: child.id,
    amountPiastres: child.amount_cents,
    state: child.pending ? 'pending' : child.success && !child.error_occured ? 'refunded' : 'failed',
  };
}

/**
 * Returns the ids in a transaction. `transaction` is returned only for one with money, so that a declined try never
 * replaces it.
 */
function idsOf(transaction: Transaction): ProcessorId[] {
  const order = { kind: 'order', value: transaction.order.id };
  return isMoney(transaction) ? [order, { kind: 'transaction', value: transaction.id }] : [order];
}

/**
 * Returns the amount that the payer paid for the order: `amount_cents`, the signed amount. With a convenience fee,
 * which the account's owner can have Paymob add for itself, it is the amount of the order; the form of `caf_details` is
 * not documented, so nothing is subtracted. That an order's amount excludes the fee is to be confirmed with such an
 * account.
 */
function receivedOf({ amount_cents: amount, order, caf_details: fees }: Transaction): number {
  const price = order.amount_cents ?? 0;
  return fees?.length && price > 0 && price < amount ? price : amount;
}

/** Returns the state of a payment by a transaction without a parent. */
function stepOf(transaction: Transaction): Step {
  if (transaction.currency !== 'EGP') return { state: 'pending', word: transaction.currency.slice(0, 10) };
  if (transaction.pending) {
    const code = transaction.data?.bill_reference;
    if (code) return { state: 'awaiting', code: String(code) };
    const word = unknownWord(transaction);
    return word === null ? { state: 'pending' } : { state: 'pending', word };
  }
  if (isMoney(transaction)) {
    return {
      state: 'succeeded',
      reference: transaction.id,
      receivedPiastres: receivedOf(transaction),
      disputes: false,
      card: cardOf(transaction),
    };
  }
  // Authorized but not captured, although our integrations are for sales.
  if (transaction.success)
    return { state: 'pending', word: transaction.is_auth ? 'is_auth' : 'error_occured' };
  // A declined last try of a paid order says nothing about its money.
  if ((transaction.order.paid_amount_cents ?? 0) > 0) return { state: 'pending', word: 'paid_amount_cents' };
  // The unified checkout offers another try.
  return { state: 'failed', reason: reasonOf(transaction), mayStillBePaid: true };
}

/** Returns the report in a notification about a payment's own transaction; null if Paymob must be asked. */
export function reportOfNotification(transaction: Transaction): PaymentReport | null {
  // The fee is not signed, or the money has gone back in a way that the notification does not name.
  if (transaction.caf_details?.length || transaction.is_voided || transaction.is_refunded) return null;
  const step = stepOf(transaction);
  // A code to pay with is not signed.
  return step.state === 'awaiting' ? null : { step, ids: idsOf(transaction) };
}

/**
 * Returns the report of an inquiry. `child`: the order's last transaction, if it is a refund of the payment. `isKnown`:
 * the caller already has the money, so its refunds, of which an inquiry names at most one, are left to notifications.
 */
export function reportOfInquiry(
  payment: Transaction,
  child: Transaction | null,
  isKnown: boolean,
): PaymentReport {
  if (isKnown) return { step: stepOf(payment), ids: idsOf(payment) };
  const refund = child && refundOf(child);
  const report = { ids: idsOf(payment), ...(refund ? { refunds: [refund] } : {}) };
  if (isMoney(payment) && (payment.is_voided || payment.is_refunded)) {
    // Money that came and went is reported only if the refund that took it is known too, so that both are booked.
    const gone = payment.is_voided
      ? payment.amount_cents
      : (payment.refunded_amount_cents ?? payment.amount_cents);
    const isAll = refund?.state === 'refunded' && refund.amountPiastres === gone;
    const word = payment.is_voided ? 'is_voided' : 'is_refunded';
    if (!isAll) return { ...report, step: { state: 'pending', word } };
  }
  return { ...report, step: stepOf(payment) };
}
