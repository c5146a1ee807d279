import type { WebhookEventData, WebhookEventType } from '@daftar/contract/event-payloads';
import { LATEST_VERSION } from '@daftar/contract/versions';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { newToken } from '../platform/references.ts';
import { payloadOf } from './payload.ts';
import { scheduleDelivery } from './queue.ts';
import { aboutOf } from './rules.ts';
import { insertMessage } from './store.ts';
import { listTargets, type Target } from './store-endpoints.ts';
import { insertEvent } from './store-events.ts';

/**
 * Emits a webhook event in the causing transaction, so that it is stored and sent if and only if that commits. Writes
 * nothing in a mode without a reader (no callback URL or endpoint, no secret key ever used).
 * @param key deduplicates: the same event with the same key is emitted once.
 * @param to its recipients; by default, the callback URL and every endpoint subscribed to its type.
 * @returns the first message's id, or null when none is sent.
 */
export async function emitEvent<T extends WebhookEventType>(
  tx: Db,
  scope: Scope,
  type: T,
  data: WebhookEventData<T>,
  { now, key = null, to }: { now: Date; key?: string | null; to?: Target },
): Promise<{ id: number; messageId: string } | null> {
  const messageId = `msg_${newToken()}`;
  const event = { messageId, type, ...aboutOf(type, data), data, version: LATEST_VERSION, key, now };
  const eventId = await insertEvent(tx, scope, event);
  if (eventId === null) return null;
  const told = {
    eventId,
    type,
    now,
    mode: scope.mode,
    data: data as object as Record<string, unknown>,
    version: LATEST_VERSION,
  };
  let first: number | null = null;
  for (const { endpointId, version } of to ? [to] : await listTargets(tx, scope, type)) {
    const payload = payloadOf(told, version);
    const message = { eventId, endpointId, messageId, type, payload, key, now, isUrgent: to !== undefined };
    const inserted = await insertMessage(tx, scope, message);
    if (inserted === null) continue;
    const { id, held } = inserted;
    if (!held) await scheduleDelivery(tx, scope, { eventId: id, endpointId, attempt: 1, manual: false });
    first ??= id;
  }
  return first === null ? null : { id: first, messageId };
}
