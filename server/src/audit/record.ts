import type { Caller, Scope } from '../platform/context.ts';
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

/** Who did it: somebody signed in, or an operator or the system by name. */
export type Actor = Caller | (Scope & { actor: string });

/** Writes down who did what, in the transaction that does it. The log is append-only. */
export async function recordAudit(db: Db, by: Actor, now: Date, entry: AuditEntry): Promise<void> {
  const json = (value: Record<string, unknown> | undefined) => (value ? db.json(value as never) : null);
  const { userId, actor, address } =
    'actor' in by
      ? { userId: null, actor: by.actor, address: null }
      : { userId: by.userId, actor: by.email, address: by.address };
  await db`
    insert into audit_log (merchant_id, mode, at, user_id, actor, address, action, subject, before, after)
    values (${by.merchantId}, ${by.mode}, ${now}, ${userId}, ${actor}, ${address},
            ${entry.action}, ${entry.subject}, ${json(entry.before)}, ${json(entry.after)})`;
}
