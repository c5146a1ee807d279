import type { Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** A note locked for a change. */
export interface LockedNote {
  id: number;
  customerId: number;
  text: string;
  createdBy: number;
}

/** Inserts a note, and its timeline entry. */
export async function insertNote(
  tx: Tx,
  caller: Caller,
  customerId: number,
  text: string,
  now: Date,
): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    with note as (
      insert into customer_notes (merchant_id, mode, customer_id, body, created_by, created_at)
      values (${caller.merchantId}, ${caller.mode}, ${customerId}, ${text}, ${caller.userId}, ${now})
      returning id
    ), entry as (
      insert into customer_events (merchant_id, kind, row_id, customer_id, at)
      select ${caller.merchantId}, 'note', id, ${customerId}, ${now} from note
    )
    select id from note`;
  return row!.id;
}

/** Locks a note of the merchant and mode. */
export async function lockNote(tx: Tx, scope: Scope, id: number): Promise<LockedNote | null> {
  const [row] = await tx<LockedNote[]>`
    select n.id, n.customer_id as "customerId", n.body as text, n.created_by as "createdBy" from customer_notes n
     where n.merchant_id = ${scope.merchantId} and n.mode = ${scope.mode} and n.id = ${id} for update`;
  return row ?? null;
}

/** Changes a locked note. */
export async function writeNote(
  tx: Tx,
  { merchantId }: Scope,
  id: number,
  text: string,
  now: Date,
): Promise<void> {
  await tx`
    update customer_notes set body = ${text}, edited_at = ${now} where merchant_id = ${merchantId} and id = ${id}`;
}

/** Deletes a locked note, and its timeline entry. */
export async function deleteNote(tx: Tx, { merchantId }: Scope, id: number): Promise<void> {
  await tx`delete from customer_events where merchant_id = ${merchantId} and kind = 'note' and row_id = ${id}`;
  await tx`delete from customer_notes where merchant_id = ${merchantId} and id = ${id}`;
}

/** Serialises changes of a merchant's tags, so that each tag has one spelling. */
export async function lockTags(tx: Tx, { merchantId }: Scope): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('customer-tags', ${merchantId}::bigint))`;
}

/** Lists the tags that a merchant uses, by name. */
export async function listTags(db: Db, { merchantId, mode }: Scope): Promise<string[]> {
  const rows = await db<{ tag: string }[]>`
    select tag from customer_tags where merchant_id = ${merchantId} and mode = ${mode} order by tag_key`;
  return rows.map(({ tag }) => tag);
}

/** Returns the merchant's spelling of a tag; null if it is not used. */
export async function findTag(db: Db, { merchantId, mode }: Scope, typed: string): Promise<string | null> {
  const [row] = await db<{ tag: string }[]>`
    select tag from customer_tags
     where merchant_id = ${merchantId} and mode = ${mode} and tag_key = search_key(${typed})`;
  return row?.tag ?? null;
}

/**
 * Adds new tags to those in use.
 * @returns all of them in the merchant's spelling, without duplicates and sorted by name.
 */
export async function spellTags(
  tx: Tx,
  { merchantId, mode }: Scope,
  typed: readonly string[],
): Promise<string[]> {
  await tx`
    insert into customer_tags (merchant_id, mode, tag)
    select ${merchantId}, ${mode}, typed from unnest(${[...typed]}::text[]) typed on conflict do nothing`;
  const rows = await tx<{ tag: string }[]>`
    select tag from customer_tags
     where merchant_id = ${merchantId} and mode = ${mode}
       and tag_key = any(select search_key(typed) from unnest(${[...typed]}::text[]) typed)
     order by tag_key`;
  return rows.map(({ tag }) => tag);
}

/** Deletes tags that no customer has. */
export async function deleteUnused(
  tx: Tx,
  { merchantId, mode }: Scope,
  tags: readonly string[],
): Promise<void> {
  await tx`
    delete from customer_tags v
     where v.merchant_id = ${merchantId} and v.mode = ${mode} and v.tag = any(${[...tags]}::text[])
       and not exists (
         select from customers t
          where t.merchant_id = ${merchantId} and t.mode = ${mode} and t.tags <> '{}' and t.tags @> array[v.tag])`;
}
