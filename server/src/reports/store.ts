import { isDeepStrictEqual } from 'node:util';
import type { DayPeriod } from '@daftar/contract/periods';
import type { Permission } from '@daftar/contract/permissions';
import type { ReportForm, ReportKind, ReportList, ReportStop } from '@daftar/contract/reports';
import type { App, Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Locale } from '../platform/i18n/translate.ts';
import { deleteBefore } from '../platform/jobs/batches.ts';
import type { Sql } from '../platform/lists/page.ts';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';
import type { Schedule } from './rules.ts';

/** A report as stored. */
export interface ReportRow extends Schedule {
  merchantId: number;
  id: number;
  mode: Mode;
  userId: number;
  name: string;
  kind: ReportKind;
  list: ReportList | null;
  query: Record<string, string>;
  period: DayPeriod | null;
  format: ReportForm['format'];
  language: Locale;
  isPaused: boolean;
  stopped: ReportStop | null;
  nextAt: Date | null;
  /** Number of changes of its content. */
  version: number;
}

export interface ListedReport extends ReportRow {
  madeBy: string;
  lastSentAt: Date | null;
}

const columns = (db: Db) => db`
  t.merchant_id as "merchantId", t.id, t.mode, t.user_id as "userId", t.name, t.kind, t.list, t.query, t.period, t.format,
  t.language, t.rhythm, t.hour, t.weekday, t.month_day as "monthDay", t.is_paused as "isPaused", t.stopped,
  t.next_at as "nextAt", t.version`;

/** Lists reports, oldest first: one person's, or with null everybody's. */
export function listReports(db: Db, scope: Scope, userId: number | null): Promise<ListedReport[]> {
  return db<ListedReport[]>`
    select ${columns(db)}, u.first_name || ' ' || u.last_name as "madeBy",
           (select max(r.sent_at) from report_runs r where r.merchant_id = t.merchant_id and r.report_id = t.id) as "lastSentAt"
      from reports t join users u on u.merchant_id = t.merchant_id and u.id = t.user_id
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.deleted_at is null
       and (${userId}::bigint is null or t.user_id = ${userId})
     order by t.id`;
}

type Ref = { merchantId: number; id: number };

/** Locks a report that is not deleted. */
export async function lockReport(tx: Tx, { merchantId, id }: Ref): Promise<ReportRow | null> {
  const [row] = await tx<ReportRow[]>`
    select ${columns(tx)} from reports t
     where t.merchant_id = ${merchantId} and t.id = ${id} and t.deleted_at is null for update`;
  return row ?? null;
}

/** Finds a report that is not deleted. */
export async function findReport(db: Db, { merchantId, id }: Ref): Promise<ReportRow | null> {
  const [row] = await db<ReportRow[]>`
    select ${columns(db)} from reports t
     where t.merchant_id = ${merchantId} and t.id = ${id} and t.deleted_at is null`;
  return row ?? null;
}

/** Serialises the creation of a business's reports, so that the limit on their number is exact. */
export async function lockReports(tx: Tx, { merchantId }: Scope): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('reports', ${merchantId}::bigint))`;
}

/** Counts the reports of a business in a mode. */
export async function countReports(tx: Tx, { merchantId, mode }: Scope): Promise<number> {
  const [row] = await tx<{ n: number }[]>`
    select count(*)::int as n from reports
     where merchant_id = ${merchantId} and mode = ${mode} and deleted_at is null`;
  return row!.n;
}

const valuesOf = (db: Db, form: ReportForm) => {
  const isView = form.kind === 'view';
  return {
    name: form.name,
    kind: form.kind,
    list: isView ? form.list! : null,
    query: db.json(isView ? (form.query ?? {}) : {}),
    period: isView ? (form.period ?? null) : null,
    format: form.format,
    language: form.language,
    rhythm: form.rhythm,
    hour: form.hour,
    weekday: form.rhythm === 'week' ? form.weekday! : null,
    month_day: form.rhythm === 'month' ? form.month_day! : null,
  };
};

/** Inserts a report. @returns its id */
export async function insertReport(
  tx: Tx,
  { merchantId, mode, userId }: Scope & { userId: number },
  form: ReportForm,
  { now, nextAt }: { now: Date; nextAt: Date },
): Promise<number> {
  const row = {
    merchant_id: merchantId,
    mode,
    user_id: userId,
    ...valuesOf(tx, form),
    next_at: nextAt,
    created_at: now,
  };
  const [made] = await tx<{ id: number }[]>`insert into reports ${tx(row)} returning id`;
  return made!.id;
}

/** Changes a report; resumes one that was stopped. */
export async function updateReport(
  tx: Tx,
  { merchantId, id }: Ref,
  form: ReportForm,
  { nextAt, version }: { nextAt: Date | null; version: number },
): Promise<void> {
  const row = { ...valuesOf(tx, form), next_at: nextAt, stopped: null, version };
  await tx`update reports set ${tx(row)} where merchant_id = ${merchantId} and id = ${id}`;
}

/**
 * Returns whether a form changes the content of a report: the list, the days, the rhythm, or the format of the file.
 */
export function isOtherContent(report: ReportRow, form: ReportForm): boolean {
  const isView = form.kind === 'view';
  const { kind, list, query, period, rhythm, format } = report;
  const before = { kind, list, query, period, rhythm, format };
  const after = {
    kind: form.kind,
    list: isView ? form.list! : null,
    query: isView ? (form.query ?? {}) : {},
    period: isView ? (form.period ?? null) : null,
    rhythm: form.rhythm,
    format: form.format,
  };
  return !isDeepStrictEqual({ ...before, query: { ...query } }, { ...after, query: { ...after.query } });
}

/** Sets when a report is sent next, or why it is not. */
export async function writeState(
  tx: Tx,
  { merchantId, id }: Ref,
  to: { isPaused: boolean; stopped: ReportStop | null; nextAt: Date | null },
): Promise<void> {
  await tx`
    update reports set is_paused = ${to.isPaused}, stopped = ${to.stopped}, next_at = ${to.nextAt}
     where merchant_id = ${merchantId} and id = ${id}`;
}

/** Deletes a report; the record of sent reports stays. */
export async function deleteReport(tx: Tx, { merchantId, id }: Ref, now: Date): Promise<void> {
  await tx`
    update reports set deleted_at = ${now}, next_at = null where merchant_id = ${merchantId} and id = ${id}`;
}

/** Lists reports that are due. */
export function listDue(db: Db, now: Date, limit: number, offset: number): Promise<Ref[]> {
  return db<Ref[]>`
    select merchant_id as "merchantId", id from reports where next_at <= ${now}
     order by next_at, id limit ${limit} offset ${offset}`;
}

/** Plans the report of a day, once. @returns whether it was not planned before */
export async function planRun(
  tx: Tx,
  { merchantId, id }: Ref,
  run: { day: string; dueAt: Date },
): Promise<boolean> {
  const rows = await tx`
    insert into report_runs (merchant_id, report_id, day, due_at)
    values (${merchantId}, ${id}, ${run.day}, ${run.dueAt})
    on conflict (merchant_id, report_id, day) do update set due_at = excluded.due_at
      where report_runs.due_at is null
    returning 1`;
  return rows.length > 0;
}

/** Returns the last day for which a report was planned; null before the first. */
export async function lastPlanned(tx: Tx, { merchantId, id }: Ref): Promise<string | null> {
  const [row] = await tx<{ day: string | null }[]>`
    select max(day)::text as day from report_runs
     where merchant_id = ${merchantId} and report_id = ${id} and due_at is not null`;
  return row!.day;
}

interface Run {
  day: string;
  sentAt: Date | null;
  fileUntil: Date | null;
}

/** Finds the report of a day. */
export async function findRun(db: Db, { merchantId, id }: Ref, day: string): Promise<Run | null> {
  const [row] = await db<Run[]>`
    select day::text, sent_at as "sentAt", file_until as "fileUntil" from report_runs
     where merchant_id = ${merchantId} and report_id = ${id} and day = ${day}::date`;
  return row ?? null;
}

/** Marks the report of a day as sent. @returns false when it was marked before */
export async function markSent(
  tx: Tx,
  { merchantId, id }: Ref,
  day: string,
  { now, fileUntil }: { now: Date; fileUntil: Date },
): Promise<boolean> {
  const rows = await tx`
    update report_runs set sent_at = ${now}, file_until = ${fileUntil}
     where merchant_id = ${merchantId} and report_id = ${id} and day = ${day}::date and sent_at is null returning 1`;
  return rows.length > 0;
}

/**
 * Sets how long the file of a day that was sent as a test can be downloaded; the report of that day is still to be
 * sent.
 */
export async function markTest(tx: Tx, { merchantId, id }: Ref, day: string, fileUntil: Date): Promise<void> {
  await tx`
    insert into report_runs (merchant_id, report_id, day, file_until)
    values (${merchantId}, ${id}, ${day}, ${fileUntil})
    on conflict (merchant_id, report_id, day) do update set file_until = excluded.file_until`;
}

/** How long runs are kept; a monthly report is planned again within that time. */
const RUN_DAYS = 90;

/**
 * Deletes the runs of old days, except the last sent and the last planned ones, which queries need, and those whose
 * file can still be downloaded.
 */
export async function purgeRuns(app: App): Promise<void> {
  const now = app.clock.now();
  const before = new Date(`${nextDay(cairoDay(now), -RUN_DAYS)}T00:00:00Z`);
  const isLater = (than: Sql) => app.db`
    exists (select from report_runs n where n.merchant_id = o.merchant_id and n.report_id = o.report_id and ${than})`;
  const also = app.db`
    (o.file_until is null or o.file_until <= ${now})
    and (o.sent_at is null or ${isLater(app.db`(n.sent_at, n.day) > (o.sent_at, o.day)`)})
    and (o.due_at is null or ${isLater(app.db`n.due_at is not null and n.day > o.day`)})`;
  const key = ['merchant_id', 'report_id', 'day'];
  await deleteBefore(app, { table: 'report_runs', key, moment: 'day', also }, before);
}

/** The current facts about a report's maker. */
export interface Maker {
  email: string;
  isThere: boolean;
  isOwner: boolean;
  permissions: Permission[];
  merchantStatus: number;
  merchant: string;
}

/** Reads the person who made a report, and the business. */
export async function getMaker(db: Db, who: { merchantId: number; userId: number }): Promise<Maker> {
  const [row] = await db<Maker[]>`
    select u.email, u.is_active and u.deleted_at is null and u.joined_at is not null as "isThere",
           r.is_first as "isOwner", r.permissions, m.status as "merchantStatus", m.business_name as merchant
      from users u join roles r on r.merchant_id = u.merchant_id and r.id = u.role_id
      join merchants m on m.id = u.merchant_id
     where u.merchant_id = ${who.merchantId} and u.id = ${who.userId}`;
  return row!;
}
