import type { Paging } from '@daftar/contract/paging';
import type { Mode } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import { withinDays } from '../../platform/lists/conditions.ts';
import type { ListSource, Sql } from '../../platform/lists/page.ts';
import { containsPattern, typedText } from '../../platform/lists/search.ts';

export interface FailureFilters {
  q?: string | undefined;
  merchant_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const containing = (db: Db, text: Sql, typed: string | undefined): Sql[] =>
  typedText(typed ?? '') === '' ? [] : [db`search_key(${text}) like ${containsPattern(typed!)}`];

/** Failures are few among very many rows: a partial index holds only these, and each can be examined. */
const failureConditions = (db: Db, filters: FailureFilters, text: Sql): Sql[] => [
  ...containing(db, text, filters.q),
  ...(filters.merchant_id === undefined ? [] : [db`t.merchant_id = ${filters.merchant_id}`]),
  ...withinDays(db, filters.date_from, filters.date_to),
];

export interface StoredJob {
  id: number;
  task: string;
  merchantId: number | null;
  attempts: number;
  maxAttempts: number;
  lastError: string;
  runAt: Date;
  createdAt: Date;
}

const JOB_SORTS = { created_at: 't.created_at', task: 't.task_identifier', attempts: 't.attempts' } as const;

/** Returns the source of the list of jobs that failed and will be retried, or have no attempts left. */
export function jobSource(
  db: Db,
  { sortBy }: Paging<keyof typeof JOB_SORTS>,
  { q }: { q?: string | undefined },
): ListSource {
  return {
    // The queue's own tables, which are small because successful jobs are deleted.
    table: `(select 0::bigint as merchant_id, j.id, j.created_at, j.task_identifier, j.attempts, j.max_attempts,
                    j.last_error, j.run_at, p.payload
               from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
              where j.last_error is not null)`,
    scope: db`true`,
    filters: containing(db, db`t.task_identifier || ' ' || t.last_error`, q),
    sort: { expression: JOB_SORTS[sortBy] },
    columns: db`
      t.id, t.task_identifier as task, t.attempts, t.max_attempts as "maxAttempts", t.last_error as "lastError",
      t.run_at as "runAt", t.created_at as "createdAt",
      case when t.payload->>'merchantId' ~ '^[0-9]{1,15}$' then (t.payload->>'merchantId')::bigint end as "merchantId"`,
  };
}

export interface StoredMessage {
  id: number;
  merchantId: number;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string;
  lastError: string;
  createdAt: Date;
}

const MESSAGE_SORTS = { created_at: 't.created_at', recipient: 't.recipient' } as const;

/**
 * Returns the source of the list of messages refused by their gateway, without their text, which may contain links
 * and codes.
 */
export function messageSource(
  db: Db,
  { sortBy }: Paging<keyof typeof MESSAGE_SORTS>,
  filters: FailureFilters,
): ListSource {
  return {
    table: 'messages',
    scope: db`t.state = 'failed'`,
    filters: failureConditions(
      db,
      filters,
      db`t.recipient || ' ' || t.subject || ' ' || coalesce(t.last_error, '')`,
    ),
    sort: { expression: MESSAGE_SORTS[sortBy] },
    columns: db`
      t.id, t.merchant_id as "merchantId", t.channel, t.recipient, t.subject, coalesce(t.last_error, '') as "lastError",
      t.created_at as "createdAt"`,
  };
}

export interface StoredDelivery {
  id: number;
  merchantId: number;
  merchantName: string;
  mode: Mode;
  type: string;
  attempts: number;
  lastStatus: number | null;
  createdAt: Date;
}

const DELIVERY_SORTS = { created_at: 't.created_at', type: 't.type' } as const;

/** Returns the source of the list of webhooks that failed permanently, without their payload. */
export function deliverySource(
  db: Db,
  { sortBy }: Paging<keyof typeof DELIVERY_SORTS>,
  filters: FailureFilters,
): ListSource {
  return {
    table: 'webhook_events',
    // The same expression as in the partial index.
    scope: db`t.state = 3`,
    filters: failureConditions(db, filters, db`t.type`),
    sort: { expression: DELIVERY_SORTS[sortBy] },
    columns: db`
      t.id, t.merchant_id as "merchantId", t.mode, t.type, t.attempts, t.last_status as "lastStatus",
      t.created_at as "createdAt", (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`,
  };
}
