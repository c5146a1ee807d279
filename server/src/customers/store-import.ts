import type { CustomerSheetRow } from '@daftar/contract/customers';
import type { Caller, Scope } from '../platform/context.ts';
import { classifyDbError, type Db, type Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import type { Sql } from '../platform/lists/page.ts';

type Rows = readonly CustomerSheetRow[];

const columnsOf = (rows: Rows) => ({
  emails: rows.map(({ email }) => email),
  mobiles: rows.map(({ mobile }) => mobile),
  nationalIds: rows.flatMap(({ nationalId }) => (nationalId === '' ? [] : [nationalId])),
});

/** Returns the e-mails, mobiles and national ids of these rows that existing customers have. */
export async function findTakenAmong(
  db: Db,
  scope: Scope,
  rows: Rows,
): Promise<ReturnType<typeof columnsOf>> {
  const { emails, mobiles, nationalIds } = columnsOf(rows);
  const mine = inScope(db, scope);
  const [found] = await db<ReturnType<typeof columnsOf>[]>`
    select
      array(select t.email from customers t where ${mine} and t.email = any(${emails}::text[])) as emails,
      array(select t.mobile from customers t where ${mine} and t.mobile = any(${mobiles}::text[])) as mobiles,
      array(select t.national_id from customers t
            where ${mine} and t.national_id <> '' and t.national_id = any(${nationalIds}::text[])) as "nationalIds"`;
  return found!;
}

/** Lists customers whose e-mail, mobile or national id is in these rows, by name. */
export function listExisting(db: Db, scope: Scope, rows: Rows): Promise<{ id: number; name: string }[]> {
  const { emails, mobiles, nationalIds } = columnsOf(rows);
  const mine = inScope(db, scope);
  return db<{ id: number; name: string }[]>`
    select t.id, t.name from customers t where ${mine} and t.email = any(${emails}::text[])
    union
    select t.id, t.name from customers t where ${mine} and t.mobile = any(${mobiles}::text[])
    union
    select t.id, t.name from customers t
     where ${mine} and t.national_id <> '' and t.national_id = any(${nationalIds}::text[])
     order by name, id`;
}

/**
 * Makes further inserts of this transaction use the pending list of the search index, where searches still find them,
 * because indexing row by row takes half the time of a long import. {@link mergeSearchIndex} completes the index.
 */
export async function deferSearchIndex(tx: Tx): Promise<void> {
  await tx`set local gin_pending_list_limit = '32MB'`;
}

/**
 * Merges the pending list into the search index, of the table or of each partition. Until then every search reads the
 * list, and the next insert would have to merge it, which takes a tenth of a second.
 */
export async function mergeSearchIndex(db: Db): Promise<void> {
  await db`
    select gin_clean_pending_list(coalesce(part.relid, whole))
    from (select 'customers_search'::regclass) one (whole)
    left join pg_partition_tree(whole) part on true
    where part.isleaf is not false`;
}

type Added = { id: number; name: string }[];

/**
 * Inserts rows in order, skipping those that conflict with a customer or an earlier row.
 * @returns the inserted ones.
 */
export function insertRows(tx: Tx, caller: Caller, rows: Rows, now: Date): Promise<Added> {
  return insert(tx, caller, rows, now, tx`on conflict do nothing`);
}

/** Statements sent without waiting: while one runs, the next is already at the database. */
const ON_THEIR_WAY = 2;

/**
 * Inserts rows that are expected to have no conflicts, as most imports: checking each beforehand costs an eighth of the
 * time. They come in batches, each written while the next is prepared.
 * @returns null, with nothing inserted, when there is a conflict.
 */
export async function insertNewRows(
  tx: Tx,
  caller: Caller,
  portions: AsyncIterable<Rows>,
  now: Date,
): Promise<Added | null> {
  try {
    return await tx.savepoint(async (inner) => {
      const writing: Promise<Added>[] = [];
      for await (const portion of portions) {
        const added = insert(inner, caller, portion, now, inner``);
        // Reported below to whoever awaits it; another error may come first.
        added.catch(() => {});
        writing.push(added);
        await writing.at(-ON_THEIR_WAY);
      }
      return (await Promise.all(writing)).flat();
    });
  } catch (error) {
    if (classifyDbError(error).kind !== 'unique') throw error;
    return null;
  }
}

async function insert(tx: Tx, caller: Caller, rows: Rows, now: Date, whenTaken: Sql): Promise<Added> {
  return tx<Added>`
    insert into customers (merchant_id, mode, name, email, mobile, national_id, description, created_by, created_at,
      updated_at)
    select ${caller.merchantId}, ${caller.mode}, r.name, r.email, r.mobile, r.national_id, r.description,
           ${caller.userId}, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ email }) => email)}::text[],
                ${rows.map(({ mobile }) => mobile)}::text[], ${rows.map(({ nationalId }) => nationalId)}::text[],
                ${rows.map(({ description }) => description)}::text[])
         with ordinality as r (name, email, mobile, national_id, description, place)
    order by r.place
    ${whenTaken}
    returning id, name`;
}
