import type { RecipientState } from '@daftar/contract/reports';
import type { Db, Tx } from '../platform/db/connect.ts';

type Ref = { merchantId: number; id: number };

/** A recipient as stored. */
export interface RecipientRow {
  id: number;
  reportId: number;
  userId: number | null;
  name: string;
  email: string;
  state: RecipientState;
}

/** Selects recipients who are not removed; people of the business only while they belong to it. */
const listed = (db: Db) => db`
  select p.id, p.report_id as "reportId", p.user_id as "userId",
         coalesce(u.first_name || ' ' || u.last_name, '') as name, coalesce(u.email, p.email) as email,
         case when p.unsubscribed_at is not null then 'unsubscribed'
              when p.user_id is not null or p.confirmed_at is not null then 'active'
              when p.approved_at is null then 'waiting-owner'
              else 'waiting-address' end as state
    from report_recipients p left join users u on u.merchant_id = p.merchant_id and u.id = p.user_id
   where p.removed_at is null
     and (p.user_id is null or u.is_active and u.deleted_at is null and u.joined_at is not null)`;

/** Lists the recipients of reports, in the order in which they were entered. */
export function listRecipients(
  db: Db,
  merchantId: number,
  reportIds: readonly number[],
): Promise<RecipientRow[]> {
  return db<RecipientRow[]>`
    ${listed(db)} and p.merchant_id = ${merchantId} and p.report_id = any (${[...reportIds]}::bigint[])
     order by p.id`;
}

/** Finds a recipient, with the name of its report; null when it was removed or the report deleted. */
export async function findRecipient(
  db: Db,
  { merchantId, id }: Ref,
): Promise<(RecipientRow & { report: string; language: 'en' | 'ar' }) | null> {
  const [row] = await db<(RecipientRow & { report: string; language: 'en' | 'ar' })[]>`
    select l.*, t.name as report, t.language from (
      ${listed(db)} and p.merchant_id = ${merchantId} and p.id = ${id}) l
      join reports t on t.merchant_id = ${merchantId} and t.id = l."reportId" and t.deleted_at is null`;
  return row ?? null;
}

/**
 * Adds recipients and removes the others. Existing ones keep their state; in particular, unsubscribed ones stay
 * unsubscribed.
 */
export async function writeRecipients(
  tx: Tx,
  { merchantId, id }: Ref,
  { members, addresses }: { members: readonly number[]; addresses: readonly string[] },
  now: Date,
): Promise<void> {
  await tx`
    update report_recipients set removed_at = ${now}
     where merchant_id = ${merchantId} and report_id = ${id} and removed_at is null
       and not coalesce(user_id = any (${[...members]}::bigint[]), email = any (${[...addresses]}::text[]))`;
  await tx`
    insert into report_recipients (merchant_id, report_id, user_id)
    select distinct ${merchantId}::bigint, ${id}::bigint, member from unnest(${[...members]}::bigint[]) member
    on conflict (merchant_id, report_id, user_id) where user_id is not null do update set removed_at = null`;
  await tx`
    insert into report_recipients (merchant_id, report_id, email)
    select distinct ${merchantId}::bigint, ${id}::bigint, address from unnest(${[...addresses]}::text[]) address
    on conflict (merchant_id, report_id, email) where email is not null do update set removed_at = null`;
}

/** Revokes the approvals and confirmations of addresses, which were given for other content. */
export async function askAgain(tx: Tx, { merchantId, id }: Ref): Promise<void> {
  await tx`
    update report_recipients set approved_at = null, confirmed_at = null
     where merchant_id = ${merchantId} and report_id = ${id} and user_id is null`;
}

/** Records that an owner has approved an address. */
export async function approve(tx: Tx, { merchantId, id }: Ref, now: Date): Promise<void> {
  await tx`
    update report_recipients set approved_at = ${now}
     where merchant_id = ${merchantId} and id = ${id} and user_id is null`;
}

/** Records that an address has confirmed itself. @returns whether it can: an owner has approved it */
export async function confirm(db: Db, { merchantId, id }: Ref, now: Date): Promise<boolean> {
  const rows = await db`
    update report_recipients set confirmed_at = coalesce(confirmed_at, ${now})
     where merchant_id = ${merchantId} and id = ${id} and approved_at is not null and removed_at is null returning 1`;
  return rows.length > 0;
}

/** Records that a recipient has unsubscribed, or subscribed again. */
export async function subscribe(
  db: Db,
  { merchantId, id }: Ref,
  wants: boolean,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update report_recipients set unsubscribed_at = ${wants ? null : now}
     where merchant_id = ${merchantId} and id = ${id} returning 1`;
  return rows.length > 0;
}

/** Lists all people of the business who can get reports. */
export function listMembers(db: Db, merchantId: number): Promise<{ id: number; name: string }[]> {
  return db<{ id: number; name: string }[]>`
    select id, first_name || ' ' || last_name as name from users
     where merchant_id = ${merchantId} and is_active and deleted_at is null and joined_at is not null
     order by name_key, id`;
}
