import type { EVENT_SORTS } from '@daftar/contract/events';
import type { ApiVersion } from '@daftar/contract/versions';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope, withinDays } from '../platform/lists/conditions.ts';
import {
  allOf,
  on,
  orderBy,
  type Page,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { typedText } from '../platform/lists/search.ts';

/** Inserts an event if somebody can read it. @returns null if not, or when `key` was used. */
export async function insertEvent(
  db: Db,
  scope: Scope,
  event: {
    messageId: string;
    type: string;
    object: string;
    objectId: number | null;
    reference: string;
    data: object;
    /** The version of `data`. */
    version: ApiVersion;
    key: string | null;
    now: Date;
  },
): Promise<number | null> {
  const { messageId, type, object, objectId, reference, data, version, key, now } = event;
  const [row] = await db<{ id: number }[]>`
    insert into events (merchant_id, mode, message_id, type, object, object_id, reference, data, version,
                        dedupe_key, created_at)
    select ${scope.merchantId}, ${scope.mode}, ${messageId}, ${type}, ${object}, ${objectId}::bigint, ${reference},
           ${db.json(data as never)}, ${version}, ${key}, ${now}
     where events_wanted(${scope.merchantId}, ${scope.mode})
        on conflict do nothing
    returning id`;
  return row?.id ?? null;
}

/** Returns whether software reads events in a mode: it has an address, or a secret key that was used (ADR 100). */
export async function areEventsWanted(db: Db, { merchantId, mode }: Scope): Promise<boolean> {
  const [row] = await db<{ wanted: boolean }[]>`select events_wanted(${merchantId}, ${mode}) as wanted`;
  return row!.wanted;
}

/** An event as stored. */
export interface StoredEvent {
  id: number;
  messageId: string;
  type: string;
  object: string;
  objectId: number | null;
  reference: string;
  data: Record<string, unknown>;
  version: ApiVersion;
  createdAt: Date;
}

export interface EventFilters {
  type?: string | undefined;
  object?: string | undefined;
  object_id?: number | undefined;
  message_id?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

type Sort = (typeof EVENT_SORTS)[number];
export type EventPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

const columns = (db: Db) => db`
  t.id, t.message_id as "messageId", t.type, t.object, t.object_id as "objectId", t.reference, t.data, t.version,
  t.created_at as "createdAt"`;

/** Sorts by the index whose first column is the filtered one. */
function sortOf(sortBy: Sort, { type, object, object_id }: EventFilters): SortColumn {
  if (sortBy === 'created_at') return { expression: 't.created_at' };
  const under =
    object_id !== undefined
      ? 't.object_id'
      : type !== undefined
        ? 't.type'
        : object !== undefined
          ? 't.object'
          : undefined;
  return { expression: 't.id', unique: true, under };
}

function filtersOf(db: Db, filters: EventFilters): Sql[] {
  const conditions: Sql[] = [];
  const { type, object, object_id: objectId } = filters;
  if (objectId !== undefined) conditions.push(on('t.object_id', db`t.object_id = ${objectId}`));
  if (type !== undefined) conditions.push(on('t.type', db`t.type = ${type}`));
  if (object !== undefined) conditions.push(on('t.object', db`t.object = ${object}`));
  const messageId = typedText(filters.message_id ?? '');
  if (messageId !== '') conditions.push(on('t.message_id', db`t.message_id = ${messageId}`));
  conditions.push(...withinDays(db, filters.date_from, filters.date_to));
  return conditions;
}

/** Lists one page of a merchant's events. */
export function listEvents(
  db: Db,
  scope: Scope,
  paging: EventPaging,
  filters: EventFilters,
): Promise<Page<StoredEvent>> {
  return readPage<StoredEvent>(db, paging, {
    table: 'events',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sortOf(paging.sortBy, filters),
    columns: columns(db),
  });
}

/** An exported event, with its time in Cairo and without its data. */
export interface ExportedEvent extends Pick<StoredEvent, 'messageId' | 'type' | 'reference' | 'objectId'> {
  writtenOn: string;
}

/** Reads all events that match the filters, in the list's order. */
export function exportEvents(db: Db, scope: Scope, { sortBy, sortType }: EventPaging, filters: EventFilters) {
  return db<ExportedEvent[]>`
    select t.message_id as "messageId", t.type, t.reference, t.object_id as "objectId",
           to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI:SS') as "writtenOn"
      from events t where ${allOf(db, inScope(db, scope), filtersOf(db, filters))}
     order by ${orderBy(db, sortOf(sortBy, filters), sortType)}`;
}

/** Returns an event. */
export async function findEvent(db: Db, scope: Scope, id: number): Promise<StoredEvent | undefined> {
  const [row] = await db<StoredEvent[]>`
    select ${columns(db)} from events t where ${inScope(db, scope)} and t.id = ${id}`;
  return row;
}

/** A message of an event. */
export interface StoredDelivery {
  id: number;
  endpointId: number | null;
  state: number;
  attempts: number;
  lastStatus: number | null;
  nextAttemptAt: Date | null;
}

/** Lists the messages of an event, in the order in which they were written. */
export function listDeliveries(db: Db, scope: Scope, eventId: number): Promise<StoredDelivery[]> {
  return db<StoredDelivery[]>`
    select t.id, t.endpoint_id as "endpointId", t.state, t.attempts, t.last_status as "lastStatus", t.next_attempt_at as "nextAttemptAt"
      from webhook_events t where ${inScope(db, scope)} and t.event_id = ${eventId} order by t.id`;
}
