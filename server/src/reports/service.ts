import { MERCHANT_STATUS } from '@daftar/contract/auth';
import {
  mayReport,
  REPORTS_MAXIMUM,
  type Report,
  type ReportForm,
  type Reports,
} from '@daftar/contract/reports';
import { MAY_SHARE_VIEWS } from '@daftar/contract/saved-views';
import type { StepUp } from '@daftar/contract/step-up';
import { recordAudit } from '../audit/record.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { FileResult } from '../platform/http/handlers.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { takeUses } from '../platform/limits/limits.ts';
import {
  mayNotReport,
  notAMember,
  OnlyOwners,
  OnlyVerified,
  ReportChanged,
  ReportNotFound,
  TooManyReports,
} from './errors.ts';
import { mailQuestion } from './mails.ts';
import { callerOf, fileOf } from './produce.ts';
import { nextTime, nextTimeAfter, type Schedule } from './rules.ts';
import * as store from './store.ts';
import * as recipients from './store-recipients.ts';

/** The permission to see, pause and delete the reports of others: that of managing the team. */
const MANAGES = MAY_SHARE_VIEWS;

const HOUR_SECONDS = 3600;
const TESTS = { name: 'report tests', free: 10, most: 10, windowSeconds: HOUR_SECONDS };
const QUESTIONS = { name: 'report questions', free: 10, most: 10, windowSeconds: 24 * HOUR_SECONDS };

/** Returns whether the provider has verified the business, even if it was suspended later. */
const isVerified = ({ merchantStatus }: store.Maker) =>
  merchantStatus === MERCHANT_STATUS.live || merchantStatus === MERCHANT_STATUS.suspended;

const scheduleOf = (form: ReportForm): Schedule => ({
  rhythm: form.rhythm,
  hour: form.hour,
  weekday: form.weekday ?? null,
  monthDay: form.month_day ?? null,
});

/** Lists the caller's reports, or everybody's for callers who manage the team. */
export async function listReports(app: App, caller: Caller): Promise<Reports> {
  const ofAll = caller.permissions.has(MANAGES);
  const rows = await store.listReports(app.db, caller, ofAll ? null : caller.userId);
  const ids = rows.map(({ id }) => id);
  const [people, members, maker] = await Promise.all([
    recipients.listRecipients(app.db, caller.merchantId, ids),
    recipients.listMembers(app.db, caller.merchantId),
    store.getMaker(app.db, caller),
  ]);
  return {
    reports: rows.map((row) => reportOf(caller, row, people)),
    may_approve: maker.isOwner,
    members: members.map(({ id, name }) => ({ id, name, is_me: id === caller.userId })),
  };
}

function reportOf(caller: Caller, row: store.ListedReport, people: recipients.RecipientRow[]): Report {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    list: row.list,
    query: row.query,
    period: row.period,
    format: row.format,
    language: row.language,
    rhythm: row.rhythm,
    hour: row.hour,
    weekday: row.weekday,
    month_day: row.monthDay,
    is_paused: row.isPaused,
    stopped: row.stopped,
    version: row.version,
    next_at: row.nextAt?.toISOString() ?? null,
    last_sent_at: row.lastSentAt?.toISOString() ?? null,
    made_by: row.madeBy,
    is_mine: row.userId === caller.userId,
    recipients: people
      .filter(({ reportId }) => reportId === row.id)
      .map(({ id, userId, name, email, state }) => ({ id, user_id: userId, name, email, state })),
  };
}

/**
 * Validates a form.
 * @throws InvalidError 422 for a file that the caller may not export, and for a person who does not belong to the
 * business
 */
async function checkForm(tx: Tx, caller: Caller, form: ReportForm): Promise<void> {
  if (!mayReport(form.kind, form.list ?? null, (each) => caller.permissions.has(each))) throw mayNotReport();
  const members = new Set((await recipients.listMembers(tx, caller.merchantId)).map(({ id }) => id));
  if (form.members.some((id) => !members.has(id))) throw notAMember();
}

const subjectOf = (id: number) => `report:${id}` as const;
const told = ({ name, kind, format, rhythm, hour, members, addresses }: ReportForm) => ({
  name,
  kind,
  format,
  rhythm,
  hour,
  members: members.length,
  addresses,
});

/** Saves a report. @throws TooManyReports, InvalidError 422 */
export function createReport(app: App, caller: Caller, form: ReportForm): Promise<{ id: number }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await checkForm(tx, caller, form);
    await store.lockReports(tx, caller);
    if ((await store.countReports(tx, caller)) >= REPORTS_MAXIMUM) throw new TooManyReports();
    const nextAt = nextTime(scheduleOf(form), now);
    const id = await store.insertReport(tx, caller, form, { now, nextAt });
    await recipients.writeRecipients(tx, { merchantId: caller.merchantId, id }, form, now);
    await recordAudit(tx, caller, now, {
      action: 'report.create',
      subject: subjectOf(id),
      after: told(form),
    });
    return { id };
  });
}

/** Locks a report that the caller may change. @throws ReportNotFound */
async function lockTheirs(tx: Tx, caller: Caller, id: number, managed: boolean): Promise<store.ReportRow> {
  const report = await store.lockReport(tx, { merchantId: caller.merchantId, id });
  const isTheirs = report?.userId === caller.userId || (managed && caller.permissions.has(MANAGES));
  if (!report || report.mode !== caller.mode || !isTheirs) throw new ReportNotFound();
  return report;
}

/**
 * Changes one of the caller's reports; resumes one that was stopped. External addresses must be approved again when
 * its content changes.
 * @throws ReportNotFound, InvalidError
 */
export function updateReport(app: App, caller: Caller, id: number, form: ReportForm): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const report = await lockTheirs(tx, caller, id, false);
    await checkForm(tx, caller, form);
    const nextAt = nextTimeAfter(scheduleOf(form), now, await store.lastPlanned(tx, report));
    const isOther = store.isOtherContent(report, form);
    const version = report.version + (isOther ? 1 : 0);
    await store.updateReport(tx, report, form, { nextAt: report.isPaused ? null : nextAt, version });
    await recipients.writeRecipients(tx, report, form, now);
    // Narrower content needs approval again too, because an owner can read the report, while no code can judge which
    // filter shows more.
    if (isOther) await recipients.askAgain(tx, report);
    await recordAudit(tx, caller, now, {
      action: 'report.update',
      subject: subjectOf(id),
      after: told(form),
    });
  });
}

/** Pauses a report, or resumes it from its next time. @throws ReportNotFound */
export function pauseReport(app: App, caller: Caller, id: number, isPaused: boolean): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const report = await lockTheirs(tx, caller, id, true);
    if (report.isPaused === isPaused) return;
    const { stopped } = report;
    const isOff = isPaused || stopped !== null;
    const nextAt = isOff ? null : nextTimeAfter(report, now, await store.lastPlanned(tx, report));
    await store.writeState(tx, report, { isPaused, stopped, nextAt });
    const action = isPaused ? 'report.pause' : 'report.resume';
    await recordAudit(tx, caller, now, { action, subject: subjectOf(id), after: { name: report.name } });
  });
}

/** Deletes a report. @throws ReportNotFound */
export function deleteReport(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const report = await lockTheirs(tx, caller, id, true);
    await store.deleteReport(tx, report, now);
    await recordAudit(tx, caller, now, {
      action: 'report.delete',
      subject: subjectOf(id),
      before: { name: report.name },
    });
  });
}

/** Sends the latest report to the caller alone. @throws ReportNotFound, TooManyError */
export async function testReport(app: App, caller: Caller, id: number): Promise<void> {
  const { merchantId, userId, email } = caller;
  const of = `${merchantId}.${userId}`;
  await transaction(app.db, async (tx) => {
    await lockTheirs(tx, caller, id, false);
    await takeUses(app, [{ limit: TESTS, of }]);
    await addJob(tx, 'send-report-test', { merchantId, id, userId, email });
  });
}

/**
 * Approves, as an owner, an external address for the version of the report that they read. The address is then asked
 * whether it wants the report; every owner is told.
 * @throws OnlyOwners, OnlyVerified, ReportNotFound, ReportChanged, TooManyError, InvalidError 422 for a wrong
 * password
 */
export async function approveRecipient(
  app: App,
  caller: Caller,
  { id, recipientId }: { id: number; recipientId: number },
  { version = 1, ...proof }: StepUp & { version?: number | undefined },
): Promise<void> {
  const { merchantId } = caller;
  const maker = await store.getMaker(app.db, caller);
  const found = await recipients.findRecipient(app.db, { merchantId, id: recipientId });
  const report = await store.findReport(app.db, { merchantId, id });
  // Recipients who already get it, or have unsubscribed, are not asked again.
  const isAsked = found?.state === 'waiting-owner' || found?.state === 'waiting-address';
  const isThere = report?.mode === caller.mode && found?.reportId === id && isAsked;
  if (!report || !found || !isThere) throw new ReportNotFound();
  if (!maker.isOwner) throw new OnlyOwners();
  // An unverified business must not be able to make us mail its text to strangers.
  if (!isVerified(maker)) throw new OnlyVerified();
  if (report.version !== version) throw new ReportChanged();
  await requireStepUp(app, caller, proof);
  const now = app.clock.now();
  await takeUses(app, [{ limit: QUESTIONS, of: 'all', scope: caller }]);
  await transaction(app.db, async (tx) => {
    const locked = await store.lockReport(tx, { merchantId, id });
    if (!locked) throw new ReportNotFound();
    // The report may have changed while the password was being checked.
    if (locked.version !== version) throw new ReportChanged();
    await recipients.approve(tx, { merchantId, id: recipientId }, now);
    await mailQuestion(app, tx, report, found, maker.merchant);
    await recordAudit(tx, caller, now, {
      action: 'report.approve-address',
      subject: subjectOf(id),
      after: { name: report.name, address: found.email },
    });
    await notifyOwners({ ...app, db: tx }, caller, {
      kind: 'outside-address-approved',
      params: { report: report.name, to: found.email },
      href: '/reports',
    });
  });
}

/**
 * Returns the file of a sent report, made again with its maker's current permissions: for its recipients in the
 * business, for some days.
 * @throws ReportNotFound
 */
export async function readFile(
  app: App,
  caller: Caller,
  { id, day }: { id: number; day: string },
): Promise<FileResult> {
  const ref = { merchantId: caller.merchantId, id };
  const [report, people] = await Promise.all([
    store.findReport(app.db, ref),
    recipients.listRecipients(app.db, caller.merchantId, [id]),
  ]);
  const isTheirs =
    report?.userId === caller.userId ||
    people.some(({ userId, state }) => userId === caller.userId && state === 'active');
  if (!report || report.mode !== caller.mode || !isTheirs) throw new ReportNotFound();
  const run = await store.findRun(app.db, ref, day);
  if (!run?.fileUntil || app.clock.now() >= run.fileUntil) throw new ReportNotFound();
  const as = callerOf(report, await store.getMaker(app.db, report));
  if (typeof as === 'string') throw new ReportNotFound();
  return fileOf(app, as, report, day);
}
