import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** Days before and after the due date on which customers are reminded; null for not at all. */
export interface Reminders {
  beforeDays: number | null;
  afterDays: number | null;
}

export async function readReminders(db: Db, scope: Scope): Promise<Reminders> {
  const [row] = await db<Reminders[]>`
    select before_days as "beforeDays", after_days as "afterDays" from invoice_reminders
    where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row ?? { beforeDays: null, afterDays: null };
}

/** Writes the settings. What a changed one would have sent before this moment is not sent any more. */
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
