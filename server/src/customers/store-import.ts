import type { CustomerFormValues } from '@daftar/contract/customers';
import type { Caller, Scope } from '../platform/context.ts';
import { classifyDbError, type Db, type Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import type { Sql } from '../platform/lists/page.ts';

type Rows = readonly CustomerFormValues[];

const columnsOf = (rows: Rows) => ({
  emails: rows.map(({ email }) => email),
  mobiles: rows.map(({ mobile }) => mobile),
  nationalIds: rows.flatMap(({ nationalId }) => (nationalId === '' ? [] : [nationalId])),
});

/** Which e-mails, mobiles and national ids of some rows a customer has already. */
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

/** Customers whose e-mail, mobile or national id stands in some rows, by name. */
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
 * Lets the rows that follow in this transaction wait beside the search index, where they are found all the same: taking
 * them in one by one is half the time of a long import. {@link mergeSearchIndex} takes them in.
 */
export async function deferSearchIndex(tx: Tx): Promise<void> {
  await tx`set local gin_pending_list_limit = '32MB'`;
}

/**
 * Takes into the search index what waits beside it, of the whole table or of each of its parts. Until then every search
 * reads what waits, and the next who adds a customer would have to take it in: a tenth of a second.
 */
export async function mergeSearchIndex(db: Db): Promise<void> {
  await db`
    select gin_clean_pending_list(coalesce(part.relid, whole))
    from (select 'customers_search'::regclass) one (whole)
    left join pg_partition_tree(whole) part on true
    where part.isleaf is not false`;
}

type Added = { id: number; name: string }[];

/** Adds rows in their order, leaving out those that meet a customer, or a row before them. @returns those added. */
export function insertRows(tx: Tx, caller: Caller, rows: Rows, now: Date): Promise<Added> {
  return insert(tx, caller, rows, now, tx`on conflict do nothing`);
}

/** Statements on their way at once: while one is carried out, the next waits at the database already. */
const ON_THEIR_WAY = 2;

/**
 * The same for rows that meet nobody, which most do: looking before each whether it would takes an eighth of the time and more.
 * They come in portions, each written while those that follow are made.
 * @returns null, and nothing is added, when one of them does.
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
        // Told below, to whoever waits for it: another error may come first.
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
