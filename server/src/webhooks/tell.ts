import type { WebhookEventType } from '@daftar/contract/event-payloads';
import type { App, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { emitEvent } from './emit.ts';
import type { Change } from './store.ts';
import { areEventsWanted } from './store-events.ts';
import { invoiceFacts, linkFacts, orderFacts, paymentFacts } from './store-facts.ts';

const FACTS = {
  payment: paymentFacts,
  invoice: invoiceFacts,
  'payment-link': linkFacts,
  order: orderFacts,
} as const;

/**
 * Job `tell-webhook`: emits the event for a change that was made inside the database. Running it twice emits one event.
 */
export async function tellWebhook(app: App, change: Change): Promise<void> {
  const { noun, id } = change;
  const type = change.type as WebhookEventType;
  await transaction(app.db, async (tx) => {
    const facts = await FACTS[noun](tx, change, id);
    if (!facts) return;
    await emitEvent(tx, change, type, facts as never, { now: app.clock.now(), key: `${type}:${id}` });
  });
}

/** Emits `payment.succeeded`, once, where software reads events. */
export async function emitPaymentSucceeded(app: App, scope: Scope, transactionId: number): Promise<void> {
  if (!(await areEventsWanted(app.db, scope))) return;
  await tellWebhook(app, { ...scope, noun: 'payment', id: transactionId, type: 'payment.succeeded' });
}
