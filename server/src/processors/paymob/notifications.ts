import type { GatewayEvent, RawNotification, Reading } from '../gateway.ts';
import { IntentionNotification, type Transaction, TransactionNotification } from './messages.ts';
import { isChild, refundOf, reportOfNotification } from './reports.ts';
import { parseBody, returnedOrder } from './signature.ts';

/**
 * Reads a genuine notification. Only signed values say what happened: a payer holds a signature of their own payment and
 * could send it with anything else. So payments are named by Paymob's order, never by `merchant_order_id`.
 * @param integrations the integration ids of the account. They also fix where a transaction's id ends and its
 *   integration's begins, which stand side by side in the signed text.
 */
export function readNotification(raw: RawNotification, integrations: ReadonlySet<string>): Reading | null {
  if (raw.method === 'GET') {
    // A payer's return: signed, and still only a reason to ask.
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

/** The same transaction is notified again whenever its state changes. */
function idOf({ id, pending, success, is_voided, is_refunded }: Transaction): string {
  const outcome = pending ? 'pending' : success ? 'success' : 'failed';
  return [id, outcome, ...(is_voided ? ['voided'] : []), ...(is_refunded ? ['refunded'] : [])].join(':');
}
