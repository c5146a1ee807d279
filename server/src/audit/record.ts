import type { Caller } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** One thing that somebody did. */
export interface AuditEntry {
  /** `payment-link.deactivate` */
  action: string;
  /** What it was done to: `payment-link:17`. */
  subject: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Writes down who did what, in the transaction that does it. The log is append-only. */
export async function recordAudit(db: Db, caller: Caller, now: Date, entry: AuditEntry): Promise<void> {
  const json = (value: Record<string, unknown> | undefined) => (value ? db.json(value as never) : null);
  await db`
    insert into audit_log (merchant_id, mode, at, user_id, actor, address, action, subject, before, after)
    values (${caller.merchantId}, ${caller.mode}, ${now}, ${caller.userId}, ${caller.email}, ${caller.address},
            ${entry.action}, ${entry.subject}, ${json(entry.before)}, ${json(entry.after)})`;
}
