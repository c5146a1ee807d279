import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** The limit agreed with a merchant in place of that of its status; null: no limit. */
export interface OwnLimit {
  limitPiastres: number | null;
}

/** A merchant's status and its own limit, if any. */
export interface LimitFacts {
  name: string;
  status: number;
  own: OwnLimit | null;
}

/** Reads the facts on which a merchant's limit depends. */
export async function findFacts(db: Db, merchantId: number): Promise<LimitFacts | undefined> {
  const [row] = await db<{ name: string; status: number; isOwn: boolean; limitPiastres: number | null }[]>`
    select m.business_name as name, m.status, l.merchant_id is not null as "isOwn", l.limit_piastres as "limitPiastres"
      from merchants m left join volume_limits l on l.merchant_id = ${merchantId} where m.id = ${merchantId}`;
  if (!row) return undefined;
  const { name, status, isOwn, limitPiastres } = row;
  return { name, status, own: isOwn ? { limitPiastres } : null };
}

const captured = (db: Db, { merchantId, mode }: Scope, month: string) => db`
  coalesce((select v.captured_piastres from merchant_volumes v
             where v.merchant_id = ${merchantId} and v.mode = ${mode} and v.month = ${month}::date), 0)::bigint`;

/** Reads the amount charged to payers in a month (`YYYY-MM-01`), in piastres. */
export async function readCaptured(db: Db, scope: Scope, month: string): Promise<number> {
  const [row] = await db<{ piastres: number }[]>`select ${captured(db, scope, month)} as piastres`;
  return row!.piastres;
}

/** Reads the amount charged to payers in the month of a captured payment, including it, in piastres. */
export async function readMonthOf(
  tx: Tx,
  { merchantId, transactionId }: { merchantId: number; transactionId: number },
): Promise<number> {
  const [row] = await tx<{ piastres: number }[]>`
    select v.captured_piastres as piastres
      from transactions t
      join merchant_volumes v on v.merchant_id = t.merchant_id and v.mode = t.mode
       and v.month = date_trunc('month', coalesce(t.paid_at, t.created_at) at time zone 'Africa/Cairo')::date
     where t.merchant_id = ${merchantId} and t.id = ${transactionId}`;
  return row?.piastres ?? 0;
}

/** The amounts charged to payers in a month, and of pending payments, in piastres. */
export interface Volume {
  capturedPiastres: number;
  openPiastres: number;
}

/** Reads the stored figure of a month, and pending payments by their index. */
export async function readVolume(db: Db, { merchantId, mode }: Scope, month: string): Promise<Volume> {
  const [row] = await db<Volume[]>`
    select ${captured(db, { merchantId, mode }, month)} as "capturedPiastres",
           coalesce(sum(a.charge_piastres), 0)::bigint as "openPiastres"
      from payment_attempts a
     where a.merchant_id = ${merchantId} and a.mode = ${mode}
       and a.state in ('pending', 'challenge', 'otp', 'redirect', 'awaiting')`;
  return row!;
}

/** Notices to a merchant that are sent once a month. */
export type LimitNotice = 'near' | 'full' | 'refused' | 'held';

/** Marks a month's notice as sent to the merchant. @returns false when it was marked before */
export async function recordNotice(
  tx: Tx,
  { merchantId, mode }: Scope,
  month: string,
  what: LimitNotice,
  now: Date,
): Promise<boolean> {
  const column = tx(`told_${what}_at`);
  const { count } = await tx`
    insert into merchant_volumes as v (merchant_id, mode, month, captured_piastres, ${column})
    values (${merchantId}, ${mode}, ${month}::date, 0, ${now})
    on conflict (merchant_id, mode, month) do update set ${column} = ${now} where v.${column} is null`;
  return count === 1;
}

/** Replaces a merchant's own limit; null: that of its status applies. Its notices may be sent again. */
export async function writeLimit(
  tx: Tx,
  merchantId: number,
  own: OwnLimit | null,
  by: { actor: string; now: Date; month: string },
): Promise<void> {
  if (own === null) await tx`delete from volume_limits where merchant_id = ${merchantId}`;
  else
    await tx`
      insert into volume_limits (merchant_id, limit_piastres, set_at, set_by)
      values (${merchantId}, ${own.limitPiastres}, ${by.now}, ${by.actor})
      on conflict (merchant_id) do update
         set limit_piastres = excluded.limit_piastres, set_at = excluded.set_at, set_by = excluded.set_by`;
  await tx`
    update merchant_volumes set told_near_at = null, told_full_at = null, told_refused_at = null, told_held_at = null
     where merchant_id = ${merchantId} and month = ${by.month}::date`;
}
