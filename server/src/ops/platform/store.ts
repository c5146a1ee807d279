import type { Paging } from '@daftar/contract/paging';
import type { Mode } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { withinDays } from '../../platform/lists/conditions.ts';
import { type Page, readPage, type Sql } from '../../platform/lists/page.ts';
import { typedText } from '../../platform/lists/search.ts';

export interface StoredExchangeRate {
  currency: string;
  rateScaled: number;
  effectiveFrom: Date;
}

/** Lists the newest rates, including future ones. */
export function listExchangeRates(db: Db, limit: number): Promise<StoredExchangeRate[]> {
  return db<StoredExchangeRate[]>`
    select currency, rate_scaled as "rateScaled", effective_from as "effectiveFrom"
      from exchange_rates order by effective_from desc, currency limit ${limit}`;
}

/** @returns false when a rate exists for this moment. */
export async function insertExchangeRate(db: Db, rate: StoredExchangeRate): Promise<boolean> {
  const added = await db`
    insert into exchange_rates (currency, effective_from, rate_scaled)
    values (${rate.currency}, ${rate.effectiveFrom}, ${rate.rateScaled}) on conflict do nothing`;
  return added.count === 1;
}

export interface StoredHoliday {
  day: string;
  nameEn: string;
  nameAr: string;
}

/** Lists bank holidays from a day on. */
export function listBankHolidays(db: Db, from: string): Promise<StoredHoliday[]> {
  return db<StoredHoliday[]>`
    select day, name_en as "nameEn", name_ar as "nameAr" from bank_holidays where day >= ${from} order by day`;
}

/** Locks a bank holiday; nothing when the day is none. */
export async function lockHoliday(tx: Tx, day: string): Promise<StoredHoliday | undefined> {
  const [row] = await tx<StoredHoliday[]>`
    select day, name_en as "nameEn", name_ar as "nameAr" from bank_holidays where day = ${day} for update`;
  return row;
}

/** Adds or renames a bank holiday. */
export async function writeHoliday(tx: Tx, holiday: StoredHoliday): Promise<void> {
  await tx`
    insert into bank_holidays (day, name_en, name_ar) values (${holiday.day}, ${holiday.nameEn}, ${holiday.nameAr})
    on conflict (day) do update set name_en = excluded.name_en, name_ar = excluded.name_ar`;
}

/** Removes a bank holiday. */
export async function deleteHoliday(tx: Tx, day: string): Promise<void> {
  await tx`delete from bank_holidays where day = ${day}`;
}

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

/** Lists one page of jobs that failed and will be retried, or have no attempts left. */
export function listFailedJobs(db: Db, paging: Paging<'created_at'>): Promise<Page<StoredJob>> {
  return readPage<StoredJob>(db, paging, {
    // The queue's own tables, which are small because successful jobs are deleted.
    table: `(select 0::bigint as merchant_id, j.id, j.created_at, j.task_identifier, j.attempts, j.max_attempts,
                    j.last_error, j.run_at, p.payload
               from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
              where j.last_error is not null)`,
    scope: db`true`,
    filters: [],
    sort: { expression: 't.created_at' },
    columns: db`
      t.id, t.task_identifier as task, t.attempts, t.max_attempts as "maxAttempts", t.last_error as "lastError",
      t.run_at as "runAt", t.created_at as "createdAt",
      case when t.payload->>'merchantId' ~ '^[0-9]{1,15}$' then (t.payload->>'merchantId')::bigint end as "merchantId"`,
  });
}

/**
 * Reschedules a failed job that is not running, with all its attempts.
 * @returns its task; undefined when there is none.
 */
export async function rescheduleJob(tx: Tx, id: number, now: Date): Promise<string | undefined> {
  const [failed] = await tx`select from graphile_worker.jobs where id = ${id} and last_error is not null`;
  if (!failed) return undefined;
  const [job] = await tx<{ id: number }[]>`
    select id from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at := ${now}::timestamptz, attempts := 0)`;
  if (!job) return undefined;
  const [row] = await tx<{ task: string }[]>`
    select task_identifier as task from graphile_worker.jobs where id = ${id}`;
  return row?.task;
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

/** Lists one page of messages that their gateway refused, without their text, which may contain links and codes. */
export function listFailedMessages(db: Db, paging: Paging<'created_at'>): Promise<Page<StoredMessage>> {
  return readPage<StoredMessage>(db, paging, {
    table: 'messages',
    scope: db`t.state = 'failed'`,
    filters: [],
    sort: { expression: 't.created_at' },
    columns: db`
      t.id, t.merchant_id as "merchantId", t.channel, t.recipient, t.subject, coalesce(t.last_error, '') as "lastError",
      t.created_at as "createdAt"`,
  });
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

const GIVEN_UP = 3;

/** Lists one page of webhooks that failed for good, without their payload. */
export function listFailedDeliveries(db: Db, paging: Paging<'created_at'>): Promise<Page<StoredDelivery>> {
  return readPage<StoredDelivery>(db, paging, {
    table: 'webhook_events',
    scope: db`t.state = ${GIVEN_UP}`,
    filters: [],
    sort: { expression: 't.created_at' },
    columns: db`
      t.id, t.merchant_id as "merchantId", t.mode, t.type, t.attempts, t.last_status as "lastStatus",
      t.created_at as "createdAt", (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`,
  });
}

/** Returns the mode of a webhook that failed for good. */
export async function findGivenUp(
  db: Db,
  ref: { merchantId: number; id: number },
): Promise<Mode | undefined> {
  const [row] = await db<{ mode: Mode }[]>`
    select mode from webhook_events
     where merchant_id = ${ref.merchantId} and id = ${ref.id} and state = ${GIVEN_UP}`;
  return row?.mode;
}

export interface StoredAudit {
  id: number;
  merchantId: number;
  merchantName: string | null;
  at: Date;
  mode: string | null;
  actor: string;
  address: string | null;
  action: string;
  subject: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface AuditFilters {
  merchant_id?: number | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** Reads one page of the audit log. */
export function listAudit(
  db: Db,
  paging: Paging<'created_at'>,
  filters: AuditFilters,
): Promise<Page<StoredAudit>> {
  const conditions: Sql[] = [];
  const actor = typedText(filters.actor ?? '').toLowerCase();
  const action = typedText(filters.action ?? '');
  if (actor !== '') conditions.push(db`t.actor = ${actor}`);
  if (action !== '') conditions.push(db`t.action = ${action}`);
  if (filters.merchant_id !== undefined) conditions.push(db`t.merchant_id = ${filters.merchant_id}`);
  conditions.push(...withinDays(db, filters.date_from, filters.date_to, 't.at'));
  return readPage<StoredAudit>(db, paging, {
    table: 'audit_log',
    scope: db`true`,
    filters: conditions,
    sort: { expression: 't.at' },
    columns: db`
      t.id, t.merchant_id as "merchantId", t.at, t.mode, t.actor, t.address, t.action, t.subject, t.before, t.after,
      (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`,
  });
}
