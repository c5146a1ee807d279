import { REQUEST_OUTCOMES, type REQUEST_SORTS, type RequestCount } from '@daftar/contract/request-log';
import type { App, Mode, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { deleteBefore, inBatches } from '../platform/jobs/batches.ts';
import { inScope, withinDays } from '../platform/lists/conditions.ts';
import { countByStatus } from '../platform/lists/counts.ts';
import {
  allOf,
  inText,
  orderBy,
  type Page,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';

/** A call to be written, by column. */
export interface NewRequest {
  merchant_id: number;
  mode: Mode;
  request_id: string;
  key_id: number;
  method: string;
  path: string;
  query: string;
  status: number;
  milliseconds: number;
  sent: string;
  sent_cut: boolean;
  reply: string;
  reply_cut: boolean;
  object: string | null;
  object_id: number | null;
  created_at: Date;
}

/** Inserts calls in one statement. */
export async function insertRequests(db: Db, requests: readonly NewRequest[]): Promise<void> {
  await db`insert into api_requests ${db(requests as never)}`;
}

/** The use of a key on a day. */
export interface Usage {
  merchantId: number;
  mode: Mode;
  keyId: number;
  /** `YYYY-MM-DD` in Cairo. */
  day: string;
  calls: number;
  refused: number;
  failed: number;
}

/** Adds to the counts of keys, in an order that is the same for all processes. */
export async function addUsage(db: Db, usage: readonly Usage[]): Promise<void> {
  await db`
    insert into api_usage as u (merchant_id, mode, key_id, day, calls, refused, failed)
    select "merchantId", mode, "keyId", day, calls, refused, failed
      from jsonb_to_recordset(${db.json(usage as never)})
           as j ("merchantId" bigint, mode mode, "keyId" bigint, day date, calls bigint, refused bigint, failed bigint)
     order by "merchantId", mode, "keyId", day
        on conflict (merchant_id, mode, key_id, day) do update
       set calls = u.calls + excluded.calls, refused = u.refused + excluded.refused,
           failed = u.failed + excluded.failed`;
}

/** A call as stored, with its key. */
export interface StoredRequest {
  id: number;
  requestId: string;
  keyId: number;
  keyName: string;
  keyShown: string;
  method: string;
  path: string;
  query: string;
  status: number;
  milliseconds: number;
  object: string | null;
  objectId: number | null;
  createdAt: Date;
}

export type Outcome = (typeof REQUEST_OUTCOMES)[number];

export interface RequestFilters {
  outcome?: Outcome | undefined;
  method?: string | undefined;
  key_id?: number | undefined;
  path?: string | undefined;
  request_id?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

type Sort = (typeof REQUEST_SORTS)[number];
export type RequestPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
};

/** Length of the displayed part of a key; a public key is stored in full. */
export const KEY_SHOWN = 10;

const keyOf = (db: Db, column: string) => db`
  coalesce((select k.${db.unsafe(column)} from api_keys k where k.merchant_id = t.merchant_id and k.id = t.key_id), '')`;

const columns = (db: Db) => db`
  t.id, t.request_id as "requestId", t.key_id as "keyId", ${keyOf(db, 'name')} as "keyName",
  ${keyOf(db, 'shown')} as "keyShown", t.method, t.path, t.query, t.status, t.milliseconds, t.object,
  t.object_id as "objectId", t.created_at as "createdAt"`;

const BY_OUTCOME = {
  answered: (db: Db) => db`t.status < 400`,
  refused: (db: Db) => db`t.status between 400 and 499`,
  failed: (db: Db) => db`t.status >= 500`,
} as const satisfies Record<Outcome, (db: Db) => Sql>;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Conditions are checked row by row, because only about ten thousand rows of a mode are stored. */
function filtersOf(db: Db, filters: RequestFilters): Sql[] {
  const { outcome, method, key_id: keyId } = filters;
  const path = typedText(filters.path ?? '');
  const requestId = typedText(filters.request_id ?? '');
  return [
    ...(outcome === undefined ? [] : [BY_OUTCOME[outcome](db)]),
    ...(method === undefined ? [] : [db`t.method = ${method}`]),
    ...(keyId === undefined ? [] : [db`t.key_id = ${keyId}`]),
    ...(path === '' ? [] : [db`search_key(t.path) like ${containsPattern(path)}`]),
    ...(requestId === '' ? [] : [UUID.test(requestId) ? db`t.request_id = ${requestId}` : db`false`]),
    ...withinDays(db, filters.date_from, filters.date_to),
  ];
}

/** Lists one page of a merchant's calls. */
export function listRequests(
  db: Db,
  scope: Scope,
  paging: RequestPaging,
  filters: RequestFilters,
): Promise<Page<StoredRequest>> {
  return readPage<StoredRequest>(db, paging, {
    table: 'api_requests',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** An exported call, with its time in Cairo. */
export interface ExportedRequest
  extends Pick<
    StoredRequest,
    'requestId' | 'keyName' | 'keyShown' | 'method' | 'path' | 'query' | 'status' | 'milliseconds'
  > {
  calledOn: string;
}

/** Reads all calls that match the filters, in the list's order, without bodies. */
export function exportRequests(
  db: Db,
  scope: Scope,
  { sortBy, sortType }: RequestPaging,
  filters: RequestFilters,
) {
  return db<ExportedRequest[]>`
    select t.request_id::text as "requestId", ${keyOf(db, 'name')} as "keyName", t.method, t.path, t.query, t.status,
           left(${keyOf(db, 'shown')}, ${inText(db, KEY_SHOWN)}) as "keyShown", t.milliseconds,
           to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI:SS') as "calledOn"
      from api_requests t where ${allOf(db, inScope(db, scope), filtersOf(db, filters))}
     order by ${orderBy(db, sorts[sortBy], sortType)}`;
}

/** Counts a merchant's calls by result. */
export const countByOutcome = (db: Db, scope: Scope): Promise<RequestCount[]> =>
  countByStatus(
    db,
    'api_requests',
    inScope(db, scope),
    REQUEST_OUTCOMES.map((outcome) => ({ status: outcome, sets: [filtersOf(db, { outcome })] })),
  );

/** The bodies of a call's request and reply. */
export interface Bodies {
  sent: string;
  sentCut: boolean;
  reply: string;
  replyCut: boolean;
}

/** Finds a call with its bodies. */
export async function findRequest(
  db: Db,
  scope: Scope,
  id: number,
): Promise<(StoredRequest & Bodies) | undefined> {
  const [row] = await db<(StoredRequest & Bodies)[]>`
    select ${columns(db)}, t.sent, t.sent_cut as "sentCut", t.reply, t.reply_cut as "replyCut"
      from api_requests t where ${inScope(db, scope)} and t.id = ${id}`;
  return row;
}

/** Lists the newest refused or failed calls. */
export function listErrors(db: Db, scope: Scope, limit: number): Promise<StoredRequest[]> {
  return db<StoredRequest[]>`
    select ${columns(db)} from api_requests t where ${inScope(db, scope)} and t.status >= 400
     order by t.id desc limit ${limit}`;
}

/** Sums usage by day, from a day on. */
export function usageByDay(
  db: Db,
  scope: Scope,
  from: string,
): Promise<{ day: string; calls: number; refused: number; failed: number }[]> {
  return db<{ day: string; calls: number; refused: number; failed: number }[]>`
    select t.day::text as day, sum(t.calls)::float8 as calls, sum(t.refused)::float8 as refused,
           sum(t.failed)::float8 as failed
      from api_usage t where ${inScope(db, scope)} and t.day >= ${from}::date group by t.day order by t.day`;
}

/** The total use of a key. */
export interface StoredKeyUsage {
  keyId: number;
  keyName: string;
  keyShown: string;
  calls: number;
  refused: number;
  failed: number;
  lastUsedAt: Date | null;
}

/** Sums usage by key, from a day on, the busiest first. */
export function usageByKey(db: Db, scope: Scope, from: string, limit: number): Promise<StoredKeyUsage[]> {
  return db<StoredKeyUsage[]>`
    select s.key_id as "keyId", coalesce(k.name, '') as "keyName", coalesce(k.shown, '') as "keyShown", s.calls,
           s.refused, s.failed, k.last_used_at as "lastUsedAt"
      from (select t.merchant_id, t.key_id, sum(t.calls)::float8 as calls, sum(t.refused)::float8 as refused,
                   sum(t.failed)::float8 as failed
              from api_usage t where ${inScope(db, scope)} and t.day >= ${from}::date
             group by t.merchant_id, t.key_id) s
      left join api_keys k on k.merchant_id = s.merchant_id and k.id = s.key_id
     order by s.calls desc, s.key_id desc limit ${limit}`;
}

/** Deletes calls made before a moment, and daily counts before a day. */
export async function purgeBefore(app: App, moment: Date, day: Date): Promise<void> {
  await deleteBefore(
    app,
    { table: 'api_requests', key: ['merchant_id', 'id'], moment: 'created_at' },
    moment,
  );
  await deleteBefore(
    app,
    { table: 'api_usage', key: ['merchant_id', 'mode', 'key_id', 'day'], moment: 'day' },
    day,
  );
}

/** Lists the merchants and modes that may have more calls than are kept, according to their counts. */
export function listBusy(db: Db, kept: number): Promise<Scope[]> {
  return db<Scope[]>`
    select merchant_id as "merchantId", mode from api_usage group by merchant_id, mode having sum(calls) > ${kept}`;
}

/** Deletes the calls of a mode that are older than the newest `kept`. */
export async function trimRequests(app: App, { merchantId, mode }: Scope, kept: number): Promise<void> {
  const { db } = app;
  const [last] = await db<{ id: number }[]>`
    select id from api_requests where merchant_id = ${merchantId} and mode = ${mode}
     order by id desc offset ${kept} limit 1`;
  if (!last) return;
  await inBatches(app, async (rows) => {
    const { count } = await db`
      delete from api_requests where merchant_id = ${merchantId} and id in (
        select id from api_requests where merchant_id = ${merchantId} and mode = ${mode} and id <= ${last.id}
         order by id limit ${rows})`;
    return count;
  });
}
