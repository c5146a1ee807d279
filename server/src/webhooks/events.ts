import { dataIn } from '@daftar/contract/event-versions';
import type { Event, EventRow } from '@daftar/contract/events';
import type { ApiVersion } from '@daftar/contract/versions';
import type { App, Caller } from '../platform/context.ts';
import { inTransaction, type Tx } from '../platform/db/connect.ts';
import type { Page } from '../platform/lists/page.ts';
import { EventNotFound } from './errors.ts';
import * as store from './store-events.ts';

/** Returns an event in a version of the API. */
const rowIn = (version: ApiVersion, event: store.StoredEvent): EventRow & Pick<Event, 'data'> => ({
  id: event.id,
  message_id: event.messageId,
  type: event.type,
  object: event.object,
  object_id: event.objectId,
  reference: event.reference,
  created_at: event.createdAt.toISOString(),
  ...dataIn(event.type, event, version),
});

/** Lists one page of the caller's events, in a version of the API. */
export async function listEvents(
  app: App,
  caller: Caller,
  version: ApiVersion,
  paging: store.EventPaging,
  filters: store.EventFilters,
): Promise<Page<ReturnType<typeof rowIn>>> {
  const { rows, meta } = await store.listEvents(app.db, caller, paging, filters);
  return { rows: rows.map((event) => rowIn(version, event)), meta };
}

/** Returns an event, in a version of the API, with its messages, in one snapshot. @throws EventNotFound */
export function readEvent(app: App, caller: Caller, version: ApiVersion, id: number): Promise<Event> {
  const read = async (tx: Tx): Promise<Event> => {
    const event = await store.findEvent(tx, caller, id);
    if (!event) throw new EventNotFound();
    const deliveries = await store.listDeliveries(tx, caller, id);
    return {
      ...rowIn(version, event),
      deliveries: deliveries.map(({ endpointId, lastStatus, nextAttemptAt, ...delivery }) => ({
        ...delivery,
        endpoint_id: endpointId,
        last_status: lastStatus,
        next_attempt_at: nextAttemptAt?.toISOString() ?? null,
      })),
    };
  };
  return inTransaction(app.pool, read, { isolation: 'repeatable read read only' });
}
