import type { AuditSubject, MerchantSubject } from '@daftar/contract/audit-subjects';
import type { Caller, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Logged, LoggedSide } from './fields.ts';

/** One action to be logged. */
export interface AuditEntry<
  Subject = MerchantSubject,
  Before extends object = LoggedSide,
  After extends object = LoggedSide,
> {
  /** `payment-link.deactivate` */
  action: string;
  /** The subject of the action: `payment-link:17`. */
  subject: Subject;
  before?: Logged<Before>;
  after?: Logged<After>;
}

/** The author: a signed-in person, or an operator or the system by name. */
export type Actor = Caller | (Scope & { actor: string; address?: string });

/** The author of changes by a merchant's directory of people (SCIM). */
export const DIRECTORY_ACTOR = 'scim';

/** Logs an action in the transaction that performs it. The log is append-only. */
export async function recordAudit<Before extends object, After extends object>(
  db: Db,
  by: Actor,
  now: Date,
  entry: AuditEntry<MerchantSubject, Before, After>,
): Promise<void> {
  const { userId, actor, address } =
    'actor' in by
      ? { userId: null, actor: by.actor, address: by.address ?? null }
      : { userId: by.key ? null : by.userId, actor: by.email, address: by.address };
  await db`
    insert into audit_log (merchant_id, mode, at, user_id, actor, address, action, subject, before, after)
    values (${by.merchantId}, ${by.mode}, ${now}, ${userId}, ${actor}, ${address},
            ${entry.action}, ${entry.subject}, ${jsonOf(db, entry.before)}, ${jsonOf(db, entry.after)})`;
}

/** Logs a sign-in event, which belongs to no mode; the person may not be signed in yet. */
export async function recordAccess<Before extends object, After extends object>(
  db: Db,
  who: { merchantId: number; userId: number; email: string; address: string },
  now: Date,
  entry: AuditEntry<MerchantSubject, Before, After>,
): Promise<void> {
  await db`
    insert into audit_log (merchant_id, at, user_id, actor, address, action, subject, before, after)
    values (${who.merchantId}, ${now}, ${who.userId}, ${who.email}, ${who.address},
            ${entry.action}, ${entry.subject}, ${jsonOf(db, entry.before)}, ${jsonOf(db, entry.after)})`;
}

/** Pseudo-merchant under which operators' actions on the provider's own data are logged. */
export const PROVIDER = 0;

/** One of the provider's staff, as the author of an action on a merchant. */
export interface ProviderAuthor {
  actor: string;
  address?: string;
  merchantId: number;
}

/** An entry of the provider's log, about any subject or none. */
export type ProviderEntry<Before extends object = LoggedSide, After extends object = LoggedSide> = Omit<
  AuditEntry<AuditSubject, Before, After>,
  'subject'
> & { subject?: AuditSubject };

/**
 * Logs an operator's action that belongs to no mode (a merchant's status) or to no merchant (exchange rates,
 * operators).
 */
export async function recordProviderAudit<Before extends object, After extends object>(
  db: Db,
  by: Omit<ProviderAuthor, 'merchantId'> & { merchantId?: number },
  now: Date,
  entry: ProviderEntry<Before, After>,
): Promise<void> {
  await db`
    insert into audit_log (merchant_id, at, actor, address, action, subject, before, after)
    values (${by.merchantId ?? PROVIDER}, ${now}, ${by.actor}, ${by.address ?? null}, ${entry.action}, ${entry.subject ?? null},
            ${jsonOf(db, entry.before)}, ${jsonOf(db, entry.after)})`;
}

const jsonOf = (db: Db, value: object | undefined) => (value ? db.json(value as never) : null);
