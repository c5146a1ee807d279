import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Days before and after the due date on which customers are reminded; null when off. */
export interface Reminders {
  beforeDays: number | null;
  afterDays: number | null;
}

/** Reads the reminder settings of a mode; nulls when off. */
export async function readReminders(db: Db, scope: Scope): Promise<Reminders> {
  const [row] = await db<Reminders[]>`
    select before_days as "beforeDays", after_days as "afterDays" from invoice_reminders
    where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row ?? { beforeDays: null, afterDays: null };
}

/** Saves the settings. Reminders that would have been due before this moment are not sent. */
export async function writeReminders(db: Db, scope: Scope, reminders: Reminders, now: Date): Promise<void> {
  await db`
    insert into invoice_reminders as r (merchant_id, mode, before_days, after_days, before_until, after_until)
    values (${scope.merchantId}, ${scope.mode}, ${reminders.beforeDays}, ${reminders.afterDays}, ${now}, ${now})
    on conflict (merchant_id, mode) do update set
      before_days = excluded.before_days, after_days = excluded.after_days,
      before_until = case when r.before_days is distinct from excluded.before_days
        then excluded.before_until else r.before_until end,
      after_until = case when r.after_days is distinct from excluded.after_days
        then excluded.after_until else r.after_until end`;
}

/** Lists merchants and modes with reminders on, after a position. */
export async function listReminding(db: Db, after: Scope | null, limit: number): Promise<Scope[]> {
  const beyond = after ? db`and (merchant_id, mode) > (${after.merchantId}, ${after.mode}::mode)` : db``;
  return db<Scope[]>`
    select merchant_id as "merchantId", mode from invoice_reminders
    where (before_days is not null or after_days is not null) ${beyond}
    order by merchant_id, mode limit ${limit}`;
}

/** One of the two reminders. */
export type When = 'before' | 'after';

/** The time up to which reminders of one kind have been sent. */
export interface Progress {
  days: number;
  until: Date;
}

/** Locks a merchant's progress of one kind; null when it is off or locked by another process. */
export async function lockProgress(tx: Tx, scope: Scope, when: When): Promise<Progress | null> {
  const [days, until] = [tx(`${when}_days`), tx(`${when}_until`)];
  const [row] = await tx<Progress[]>`
    select ${days} as days, ${until} as until from invoice_reminders
    where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and ${days} is not null
    for update skip locked`;
  return row ?? null;
}

/** An invoice for which a reminder is due. */
export interface DueReminder {
  id: number;
  dueAt: Date;
}

/**
 * Lists sent invoices whose reminder falls in (from, to], in that order; `to` is days before or after the due date. At
 * most `limit`, plus those at the same moment as the last. Invoices created after that moment get no reminder.
 */
export async function listDue(
  tx: Tx,
  scope: Scope,
  when: When,
  days: number,
  from: Date,
  to: Date,
  limit: number,
): Promise<DueReminder[]> {
  const shift = tx`${when === 'before' ? days : -days} * interval '24 hours'`;
  const state =
    when === 'before'
      ? tx`i.status = 1 and i.due_at > ${to} and i.created_at < i.due_at - ${shift}`
      : tx`i.status in (1, 4)`;
  return tx<DueReminder[]>`
    select i.id, i.due_at as "dueAt" from invoices i
    where i.merchant_id = ${scope.merchantId} and i.mode = ${scope.mode} and ${state}
      and i.due_at > ${from}::timestamptz + ${shift} and i.due_at <= ${to}::timestamptz + ${shift}
      and (i.notify_by_email or i.notify_by_sms)
    order by i.due_at fetch first ${limit} rows with ties`;
}

/** Records the time up to which reminders of one kind have been sent. */
export async function writeProgress(tx: Tx, scope: Scope, when: When, until: Date): Promise<void> {
  await tx`
    update invoice_reminders set ${tx(`${when}_until`)} = ${until}
    where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
}
