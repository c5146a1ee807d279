import type { WebhookEventData, WebhookEventType } from '@daftar/contract/webhooks';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { newToken } from '../platform/references.ts';
import { scheduleDelivery } from './queue.ts';
import { aboutOf } from './rules.ts';
import { insertMessage } from './store.ts';
import { insertEvent } from './store-events.ts';

/**
 * Emits a webhook event in the causing transaction, so that it is kept and sent if and only if that commits. In a mode
 * that no software reads (no callback URL, no secret key ever used) nothing is written.
 * @param key deduplicates: the same event with the same key is emitted once.
 * @returns the message's id, or null when none is sent.
 */
export async function emitEvent<T extends WebhookEventType>(
  tx: Db,
  scope: Scope,
  type: T,
  data: WebhookEventData<T>,
  { now, key = null }: { now: Date; key?: string | null },
): Promise<{ id: number; messageId: string } | null> {
  const messageId = `msg_${newToken()}`;
  const event = { messageId, type, ...aboutOf(type, data), data, key, now };
  const eventId = await insertEvent(tx, scope, event);
  if (eventId === null) return null;
  const payload = JSON.stringify({ type, timestamp: now.toISOString(), mode: scope.mode, data });
  const id = await insertMessage(tx, scope, { eventId, messageId, type, payload, key, now });
  if (id === null) return null;
  await scheduleDelivery(tx, scope, { eventId: id, attempt: 1, manual: false });
  return { id, messageId };
}
