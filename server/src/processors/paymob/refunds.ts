/**
 * Refunds. Paymob does not know our keys: a refund requested twice is made twice. So a refund whose answer was lost is
 * never requested again; the payment's own total tells whether it was made, otherwise a person must look.
 */
import { cairoDay } from '../../platform/time/cairo.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { ProcessorError } from '../errors.ts';
import type { RefundAnswer, RefundOrder } from '../gateway.ts';
import { type Calls, failureOf, isRefusal } from './calls.ts';
import { explanationOf, Transaction } from './messages.ts';
import { isChild, parentOf, refundOf, requireOurs } from './reports.ts';
import { findTransaction, lastTransaction } from './transactions.ts';

const CARD = 1;
const KIOSK = 4;

/** Makes a refund once. @throws ProcessorError if its result is unknown */
export async function makeRefund(calls: Calls, clock: Clock, order: RefundOrder, signal: AbortSignal) {
  if (order.method === KIOSK) return failed('Paymob does not refund what was paid at a kiosk');
  if (!order.paymentReference) return failed('The transaction of the payment is not known');
  if (order.isRepeated) return lookUp(calls, order, signal, 'ambiguous');
  if (isVoidable(order, clock)) {
    const answer = await give(calls, order, 'void', signal);
    // The bank may already have booked the payment.
    if (answer.state !== 'failed') return answer;
  }
  return give(calls, order, 'refund', signal);
}

/** Reports the state of a pending refund. @throws ProcessorError */
export async function findRefund(
  calls: Calls,
  order: RefundOrder,
  signal: AbortSignal,
): Promise<RefundAnswer> {
  return lookUp(calls, order, signal, 'pending');
}

const failed = (explanation: string): RefundAnswer => ({ state: 'failed', explanation });

/** Returns whether a card payment can be voided: as a whole on its day, before the bank settles it. */
function isVoidable(order: RefundOrder, clock: Clock): boolean {
  const isWhole = order.refundedBeforePiastres === 0 && order.refundPiastres === order.receivedPiastres;
  return order.method === CARD && isWhole && cairoDay(order.paidAt) === cairoDay(clock.now());
}

async function give(
  calls: Calls,
  order: RefundOrder,
  way: 'refund' | 'void',
  signal: AbortSignal,
): Promise<RefundAnswer> {
  const transaction = { transaction_id: Number(order.paymentReference) };
  const json = way === 'void' ? transaction : { ...transaction, amount_cents: order.refundPiastres };
  const reply = await calls.bySecretKey('POST', `/api/acceptance/void_refund/${way}`, { json, signal });
  if (isRefusal(reply)) return failed(explanationOf(reply.json));
  const answer = Transaction.safeParse(reply.json);
  if (reply.status >= 300 || !answer.success) throw failureOf(reply, `a ${way}`);
  const child = answer.data;
  if (!isOurChild(order, child) || child.amount_cents !== order.refundPiastres) {
    return { state: 'ambiguous', explanation: `Paymob answers a ${way} by another transaction`, way };
  }
  return { ...answerOf(child), way };
}

/** Returns whether a transaction is a refund or void of this payment. */
function isOurChild(order: RefundOrder, child: Transaction): boolean {
  const parent = parentOf(child);
  if (!isChild(child) || (parent !== null && parent !== order.paymentReference)) return false;
  return child.currency === 'EGP' && (!order.ids.order || child.order.id === order.ids.order);
}

function answerOf(child: Transaction): RefundAnswer {
  if (child.pending) return { state: 'pending', id: child.id };
  if (child.success && !child.error_occured) return { state: 'refunded', id: child.id };
  const explanation = child.data?.message ? explanationOf(child.data.message) : 'Paymob declined it';
  return { state: 'failed', id: child.id, explanation };
}

/**
 * Determines the result of a refund from the payment. `otherwise`: the result if the payment is unchanged: a refund
 * that Paymob had accepted is still pending; one whose answer was lost is ambiguous, because Paymob does not say how
 * fast it books.
 */
async function lookUp(
  calls: Calls,
  order: RefundOrder,
  signal: AbortSignal,
  otherwise: 'ambiguous' | 'pending',
): Promise<RefundAnswer> {
  const payment = await findTransaction(calls, order.paymentReference ?? '', signal);
  if (!payment) throw new ProcessorError('unknown', 'Paymob does not know the transaction of the payment');
  requireOurs(order, payment);
  const now = payment.is_voided
    ? payment.amount_cents
    : (payment.refunded_amount_cents ?? (payment.is_refunded ? payment.amount_cents : null));
  if (now === null) return { state: 'ambiguous', explanation: 'Paymob does not say how much was refunded' };
  const last = await lastTransaction(calls, order, signal);
  const isLast = last !== null && isOurChild(order, last) && last.amount_cents === order.refundPiastres;
  const child = isLast && refundOf(last) ? last : null;
  const grown = now - order.refundedBeforePiastres;
  if (grown === order.refundPiastres) {
    const way = payment.is_voided ? 'void' : 'refund';
    return { state: 'refunded', way, ...(child ? { id: child.id } : {}) };
  }
  if (grown !== 0) {
    return {
      state: 'ambiguous',
      explanation: `Refunded of the payment: ${now} piastres, which fits no refund`,
    };
  }
  if (child?.pending) return { state: 'pending', id: child.id };
  if (otherwise === 'pending') {
    // The order's last transaction is this refund or a later one.
    return child ? answerOf(child) : { state: 'pending' };
  }
  return { state: 'ambiguous', explanation: 'Paymob has not refunded it so far, and may still do' };
}
