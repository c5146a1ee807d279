import type { EXPIRY_STATES, ExpiringDocument } from '@daftar/contract/ops-documents';
import { ofMerchant } from '../ops-lists/find.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { type ListSource, on, type Sql } from '../platform/lists/page.ts';
import { typedText } from '../platform/lists/search.ts';

/** The expiry of a document. */
export interface Expiry {
  id: number;
  merchantId: number;
  kind: ExpiringDocument;
  /** `YYYY-MM-DD` */
  expiresOn: string;
  toldDays: number | null;
  /** The reason of the settlement hold that it caused. */
  holdReason: string | null;
}

const columns = (db: Db) => db`
  t.id, t.merchant_id as "merchantId", t.kind, to_char(t.expires_on, 'YYYY-MM-DD') as "expiresOn",
  t.told_days as "toldDays", t.hold_reason as "holdReason"`;

export interface ExpiryFilters {
  q?: string | undefined;
  kind?: ExpiringDocument | undefined;
  state?: (typeof EXPIRY_STATES)[number] | undefined;
  is_expired?: 'yes' | undefined;
  merchant_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** Returns conditions for the documents of a state (`stateOn`) on a day. */
function inState(db: Db, state: NonNullable<ExpiryFilters['state']>, { today, soon }: Days): Sql[] {
  const day = (condition: Sql) => on('t.expires_on', condition);
  if (state === 'held') return [db`t.hold_reason is not null`];
  const free = db`t.hold_reason is null`;
  if (state === 'expired') return [free, day(db`t.expires_on < ${today}::date`)];
  if (state === 'valid') return [free, day(db`t.expires_on > ${soon}::date`)];
  return [free, day(db`t.expires_on >= ${today}::date`), day(db`t.expires_on <= ${soon}::date`)];
}

/** Today, and the last expiry day that counts as soon. */
export interface Days {
  today: string;
  soon: string;
}

/** Returns the source of the list of all merchants' documents. */
export function expirySource(db: Db, { q = '', ...filters }: ExpiryFilters, days: Days): ListSource {
  const { date_from: from, date_to: to } = filters;
  const conditions: Sql[] = [];
  if (typedText(q) !== '') conditions.push(ofMerchant(db, q));
  if (filters.kind) conditions.push(on('t.kind', db`t.kind = ${filters.kind}`));
  if (filters.state) conditions.push(...inState(db, filters.state, days));
  if (filters.is_expired) conditions.push(on('t.expires_on', db`t.expires_on < ${days.today}::date`));
  if (filters.merchant_id !== undefined) conditions.push(db`t.merchant_id = ${filters.merchant_id}`);
  if (from) conditions.push(on('t.expires_on', db`t.expires_on >= ${from}::date`));
  if (to) conditions.push(on('t.expires_on', db`t.expires_on <= ${to}::date`));
  return {
    table: 'document_expiries',
    scope: db`true`,
    filters: conditions,
    sort: { expression: 't.expires_on', under: filters.kind ? 't.kind' : undefined },
    columns: db`
      ${columns(db)}, (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`,
  };
}

/** Lists the documents of a merchant. */
export function listOfMerchant(db: Db, merchantId: number): Promise<Expiry[]> {
  return db<Expiry[]>`select ${columns(db)} from document_expiries t where t.merchant_id = ${merchantId}`;
}

/** Sets the expiry day of a document, for which reminders start again. Null removes it. */
export async function writeExpiry(
  tx: Tx,
  merchantId: number,
  { kind, expiresOn, holdReason }: Pick<Expiry, 'kind' | 'holdReason'> & { expiresOn: string | null },
  by: { actor: string; now: Date },
): Promise<void> {
  if (expiresOn === null) {
    await tx`delete from document_expiries where merchant_id = ${merchantId} and kind = ${kind}`;
    return;
  }
  await tx`
    insert into document_expiries (merchant_id, kind, expires_on, set_at, set_by, hold_reason)
    values (${merchantId}, ${kind}, ${expiresOn}::date, ${by.now}, ${by.actor}, ${holdReason})
    on conflict (merchant_id, kind) do update
       set expires_on = excluded.expires_on, set_at = excluded.set_at, set_by = excluded.set_by, told_days = null,
           hold_reason = excluded.hold_reason`;
}

/** A document of a live merchant with a due reminder or hold. */
export interface Due {
  merchantId: number;
  id: number;
}

/**
 * Lists documents of live merchants with a due reminder, or expired since before `heldBefore` without a hold, the
 * earliest expiry first.
 */
export function listDue(
  db: Db,
  days: { today: string; heldBefore: string },
  limit: number,
  offset: number,
): Promise<Due[]> {
  return db<Due[]>`
    select t.merchant_id as "merchantId", t.id
      from document_expiries t join merchants m on m.id = t.merchant_id and m.status = 3
     where t.expires_on <= ${days.today}::date + 30
       and (coalesce(t.told_days, 99) > case when t.expires_on < ${days.today}::date then -1
                                             when t.expires_on <= ${days.today}::date + 1 then 1
                                             when t.expires_on <= ${days.today}::date + 7 then 7 else 30 end
            or (t.expires_on < ${days.heldBefore}::date and t.hold_reason is null and m.settlement_held_at is null))
     order by t.expires_on, t.id limit ${limit} offset ${offset}`;
}

/** Locks a document and its merchant; undefined when it is gone. */
export async function lockDue(
  tx: Tx,
  { merchantId, id }: Due,
): Promise<(Expiry & { isHeld: boolean }) | undefined> {
  await tx`select from merchants where id = ${merchantId} for no key update`;
  const [row] = await tx<(Expiry & { isHeld: boolean })[]>`
    select ${columns(tx)}, m.settlement_held_at is not null as "isHeld"
      from document_expiries t join merchants m on m.id = t.merchant_id
     where t.merchant_id = ${merchantId} and t.id = ${id} for update of t`;
  return row;
}

/** Records the reminder, and the hold. */
export async function writeDone(
  tx: Tx,
  { merchantId, id }: Due,
  { toldDays, holdReason }: { toldDays: number; holdReason: string | null },
): Promise<void> {
  await tx`
    update document_expiries set told_days = ${toldDays}, hold_reason = ${holdReason}
     where merchant_id = ${merchantId} and id = ${id}`;
}

/** Locks and returns a merchant's hold reason; null without a hold. */
export async function lockHold(
  tx: Tx,
  merchantId: number,
): Promise<{ name: string; reason: string | null } | undefined> {
  const [row] = await tx<{ name: string; reason: string | null }[]>`
    select business_name as name, settlement_hold_reason as reason from merchants
     where id = ${merchantId} for no key update`;
  return row;
}
