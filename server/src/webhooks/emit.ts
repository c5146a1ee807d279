import type { WebhookEventData, WebhookEventType } from '@daftar/contract/webhooks';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { newToken } from '../platform/references.ts';
import { scheduleDelivery } from './queue.ts';
import { insertEvent } from './store.ts';

/**
 * Emits a webhook event in the causing transaction, so that it is sent if and only if that commits. Without a callback
 * URL in this mode nothing is written.
 * @param key deduplicates: the same event with the same key is emitted once.
 * @returns the event's id, or null when nothing was emitted.
 */
export async function emitEvent<T extends WebhookEventType>(
  tx: Db,
  scope: Scope,
  type: T,
  data: WebhookEventData<T>,
  { now, key }: { now: Date; key?: string },
): Promise<{ id: number; messageId: string } | null> {
  const messageId = `msg_${newToken()}`;
  const payload = JSON.stringify({ type, timestamp: now.toISOString(), mode: scope.mode, data });
  const id = await insertEvent(tx, scope, { messageId, type, payload, key: key ?? null, now });
  if (id === null) return null;
  await scheduleDelivery(tx, scope, { eventId: id, attempt: 1, manual: false });
  return { id, messageId };
}
