import type { CustomerFormValues } from '@daftar/contract/customers';
import type { Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';

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

/**
 * Lets the rows that follow in this transaction wait beside the search index, which takes them in afterwards: taking
 * them in one by one is half the time of a long import.
 */
export async function deferSearchIndex(tx: Tx): Promise<void> {
  await tx`set local gin_pending_list_limit = '32MB'`;
}

/** Adds rows in their order, leaving out those that meet a customer, or a row before them. @returns those added. */
export async function insertRows(
  tx: Tx,
  caller: Caller,
  rows: Rows,
  now: Date,
): Promise<{ id: number; name: string }[]> {
  return tx<{ id: number; name: string }[]>`
    insert into customers (merchant_id, mode, name, email, mobile, national_id, description, created_by, created_at,
      updated_at)
    select ${caller.merchantId}, ${caller.mode}, r.name, r.email, r.mobile, r.national_id, r.description,
           ${caller.userId}, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${rows.map(({ name }) => name)}::text[], ${rows.map(({ email }) => email)}::text[],
                ${rows.map(({ mobile }) => mobile)}::text[], ${rows.map(({ nationalId }) => nationalId)}::text[],
                ${rows.map(({ description }) => description)}::text[])
         with ordinality as r (name, email, mobile, national_id, description, place)
    order by r.place
    on conflict do nothing
    returning id, name`;
}
