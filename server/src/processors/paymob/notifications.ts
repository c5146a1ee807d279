import type { GatewayEvent, RawNotification, Reading } from '../gateway.ts';
import { IntentionNotification, type Transaction, TransactionNotification } from './messages.ts';
import { isChild, refundOf, reportOfNotification } from './reports.ts';
import { parseBody, returnedOrder } from './signature.ts';

/**
 * Reads a genuine notification. Only signed values decide: a payer holds a signature of their own payment and could
 * send it with other data. So payments are identified by Paymob's order, never by `merchant_order_id`.
 * @param integrations the integration ids of the account. They also determine where a transaction's id ends and its
 * integration's begins, which are adjacent in the signed text.
 */
export function readNotification(raw: RawNotification, integrations: ReadonlySet<string>): Reading | null {
  if (raw.method === 'GET') {
    // A payer's return: signed, but only a reason to ask.
    const order = returnedOrder(raw);
    return order === null ? null : { id: null, events: [hint('order', order)] };
  }
  const body = parseBody(raw.body);
  if (body.type === 'TOKEN') return { id: null, events: [] };
  if (body.type === undefined) {
    const intention = IntentionNotification.safeParse(body);
    return intention.success ? { id: null, events: [hint('intention', intention.data.intention.id)] } : null;
  }
  const notification = TransactionNotification.safeParse(body);
  if (!notification.success) return null;
  const transaction = notification.data.obj;
  const isOurs = integrations.has(transaction.integration_id);
  return { id: idOf(transaction), events: isOurs ? [eventOf(transaction)] : [] };
}

const hint = (kind: string, value: string): GatewayEvent => ({
  kind: 'payment',
  about: { kind, value },
  report: null,
});

function eventOf(transaction: Transaction): GatewayEvent {
  const about = { kind: 'order', value: transaction.order.id };
  if (!isChild(transaction)) return { kind: 'payment', about, report: reportOfNotification(transaction) };
  const refund = refundOf(transaction);
  return refund ? { kind: 'refund', about, refund } : { kind: 'payment', about, report: null };
}

/** Includes the state, because the same transaction is notified again whenever its state changes. */
function idOf({ id, pending, success, is_voided, is_refunded }: Transaction): string {
  const outcome = pending ? 'pending' : success ? 'success' : 'failed';
  return [id, outcome, ...(is_voided ? ['voided'] : []), ...(is_refunded ? ['refunded'] : [])].join(':');
}
