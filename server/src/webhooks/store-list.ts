import type { StatusCount } from '@daftar/contract/paging';
import { type WEBHOOK_SORTS, WEBHOOK_STATE } from '@daftar/contract/webhooks';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope, withinDays } from '../platform/lists/conditions.ts';
import { countByStatus } from '../platform/lists/counts.ts';
import {
  allOf,
  on,
  orderBy,
  type Page,
  plannedForItsValues,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { typedText } from '../platform/lists/search.ts';
import type { Attempt } from './store.ts';

/** An event as listed in the delivery log. */
export interface ListedEvent {
  id: number;
  endpointId: number | null;
  messageId: string;
  type: string;
  state: number;
  attempts: number;
  lastStatus: number | null;
  createdAt: Date;
  nextAttemptAt: Date | null;
}

export interface ListFilters {
  type?: string | undefined;
  state?: number | undefined;
  endpoint_id?: number | undefined;
  message_id?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

type Sort = (typeof WEBHOOK_SORTS)[number];
export type ListPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  type: { expression: 't.type' },
  state: { expression: 't.state' },
};

const columns = (db: Db) => db`
  t.id, t.endpoint_id as "endpointId", t.message_id as "messageId", t.type, t.state, t.attempts, t.last_status as "lastStatus",
  t.created_at as "createdAt", t.next_attempt_at as "nextAttemptAt"`;

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  if (filters.type !== undefined) conditions.push(on('t.type', db`t.type = ${filters.type}`));
  if (filters.state !== undefined) conditions.push(on('t.state', db`t.state = ${filters.state}`));
  if (filters.endpoint_id !== undefined) conditions.push(db`t.endpoint_id = ${filters.endpoint_id}`);
  const messageId = typedText(filters.message_id ?? '');
  if (messageId !== '') conditions.push(db`t.message_id = ${messageId}`);
  conditions.push(...withinDays(db, filters.date_from, filters.date_to));
  return conditions;
}

/** Lists one page of a merchant's delivery log. */
export function listEvents(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters,
): Promise<Page<ListedEvent>> {
  return readPage<ListedEvent>(db, paging, {
    table: 'webhook_events',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** An exported message, with times in Cairo. */
export interface ExportedMessage
  extends Omit<ListedEvent, 'id' | 'endpointId' | 'createdAt' | 'nextAttemptAt'> {
  writtenOn: string;
  nextOn: string | null;
}

/** Reads all messages that match the filters, in the list's order. */
export function exportMessages(db: Db, scope: Scope, { sortBy, sortType }: ListPaging, filters: ListFilters) {
  const written = (column: string) =>
    db`to_char(${db.unsafe(column)} at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI:SS')`;
  return db<ExportedMessage[]>`
    select t.message_id as "messageId", t.type, t.state, t.attempts, t.last_status as "lastStatus",
           ${written('t.created_at')} as "writtenOn", ${written('t.next_attempt_at')} as "nextOn"
      from webhook_events t where ${allOf(db, inScope(db, scope), filtersOf(db, filters))}
     order by ${orderBy(db, sorts[sortBy], sortType)}`;
}

/** Counts a merchant's messages by state. */
export const countByState = (db: Db, scope: Scope): Promise<StatusCount[]> =>
  countByStatus(
    db,
    'webhook_events',
    inScope(db, scope),
    Object.values(WEBHOOK_STATE).map((state) => ({ status: state, sets: [filtersOf(db, { state })] })),
  );

/** Returns an event with its body. */
export async function findEvent(
  db: Db,
  scope: Scope,
  id: number,
): Promise<(ListedEvent & { payload: string }) | undefined> {
  const [row] = await db<(ListedEvent & { payload: string })[]>`
    select ${columns(db)}, t.payload from webhook_events t where ${inScope(db, scope)} and t.id = ${id}`;
  return row;
}

/** Lists an event's newest attempts. */
export async function listAttempts(
  db: Db,
  scope: Scope,
  eventId: number,
  limit: number,
): Promise<(Attempt & { id: number })[]> {
  return db<(Attempt & { id: number })[]>`
    select id, at, url, headers, status, reply, error, milliseconds from webhook_attempts
     where merchant_id = ${scope.merchantId} and event_id = ${eventId} order by id desc limit ${limit}`;
}

/** Messages that ended and may be sent again. */
export interface Ended {
  from: Date;
  before: Date;
  type?: string | null | undefined;
  state?: number | null | undefined;
  endpointId?: number | null | undefined;
}

/**
 * Lists ended messages of a period with their destinations, the oldest first; only those whose address still exists.
 */
export function listEnded(
  db: Db,
  scope: Scope,
  { from, before, type, state, endpointId }: Ended,
  limit: number,
): Promise<{ id: number; endpointId: number | null }[]> {
  return plannedForItsValues(db<{ id: number; endpointId: number | null }[]>`
    select t.id, t.endpoint_id as "endpointId" from webhook_events t
     where ${inScope(db, scope)} and t.created_at >= ${from} and t.created_at < ${before}
       and ${state ? db`t.state = ${state}` : db`t.state in (2, 3)`}
       ${type ? db`and t.type = ${type}` : db``}
       ${endpointId ? db`and t.endpoint_id = ${endpointId}` : db``}
       and case when t.endpoint_id is null
             then exists (select from merchant_settings s where s.merchant_id = t.merchant_id and s.mode = t.mode
                                                            and s.callback_url is not null)
             else exists (select from webhook_endpoints e where e.merchant_id = t.merchant_id and e.mode = t.mode
                                                            and e.id = t.endpoint_id) end
     order by t.created_at, t.id limit ${limit}`);
}
