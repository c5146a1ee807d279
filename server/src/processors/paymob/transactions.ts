import type { PaymentRef } from '../gateway.ts';
import type { HttpReply } from '../http.ts';
import { type Calls, failureOf, isRefusal } from './calls.ts';
import { Transaction } from './messages.ts';
import { requireOurs } from './reports.ts';

/** Finds a transaction by its id; null if Paymob does not know it. @throws ProcessorError */
export async function findTransaction(
  calls: Calls,
  id: string,
  signal: AbortSignal,
): Promise<Transaction | null> {
  const path = `/api/acceptance/transactions/${encodeURIComponent(id)}`;
  return read(await calls.byToken('GET', path, { signal }), 'a transaction');
}

/**
 * Finds the last transaction of an order: a try to pay it, or a refund of it. By Paymob's id of the order, or by ours,
 * which Paymob calls `merchant_order_id`; null if it knows none.
 * @throws ProcessorError, also if the answer concerns another order
 */
export async function lastTransaction(
  calls: Calls,
  order: PaymentRef,
  signal: AbortSignal,
): Promise<Transaction | null> {
  const json = order.ids.order ? { order_id: order.ids.order } : { merchant_order_id: order.externalRef };
  const path = '/api/ecommerce/orders/transaction_inquiry';
  const last = read(await calls.byToken('POST', path, { signal, json }), 'an order');
  if (last) requireOurs(order, last);
  return last;
}

function read(reply: HttpReply, about: string): Transaction | null {
  if (reply.status === 404 && isRefusal(reply)) return null;
  const answer = Transaction.safeParse(reply.json);
  if (reply.status >= 300 || !answer.success) throw failureOf(reply, about);
  return answer.data;
}
