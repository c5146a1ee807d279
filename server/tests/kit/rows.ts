import type { TestServer } from './server.ts';

/** Rows by table, as JSON. */
export type Rows = Record<string, Record<string, unknown>[]>;

let tables: string[] | null = null;

/** Returns the tables with a `merchant_id` and a bigint `id`, to which a call may add rows. */
async function numberedTables(daftar: TestServer): Promise<string[]> {
  const rows = await daftar.database.sql<{ name: string }[]>`
    select t.relname as name from pg_class t
    join pg_attribute i on i.attrelid = t.oid and i.attname = 'id' and i.atttypid = 'bigint'::regtype
    join pg_attribute m on m.attrelid = t.oid and m.attname = 'merchant_id'
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
    order by 1`;
  return rows.map((row) => row.name);
}

/** Asks all tables at once; prepared, because planning a query over a hundred tables takes far longer than running it. */
async function askAll<T extends object>(
  daftar: TestServer,
  of: (table: string, place: number) => string,
  values: unknown[],
) {
  tables ??= await numberedTables(daftar);
  const text = tables.map((table, place) => of(table, place + 2)).join(' union all ');
  return daftar.database.sql.unsafe<T[]>(text, values as never[], { prepare: true });
}

/** Returns a merchant's highest id in each of these tables, 0 without rows. */
export async function rowsOf(daftar: TestServer, merchantId: number): Promise<Record<string, number>> {
  const highest = (table: string) =>
    `select '${table}' as t, coalesce(max(id), 0) as last from ${table} where merchant_id = $1`;
  const rows = await askAll<{ t: string; last: number }>(daftar, highest, [merchantId]);
  return Object.fromEntries(rows.map((row) => [row.t, row.last]));
}

/** Returns the rows added for a merchant since `rowsOf`, without tables that got none. */
export async function newRows(
  daftar: TestServer,
  merchantId: number,
  since: Record<string, number>,
): Promise<Rows> {
  const added = (table: string, place: number) =>
    `select '${table}' as t, to_jsonb(r) as row from ${table} r where merchant_id = $1 and id > $${place}`;
  const values = [merchantId, ...(tables ?? []).map((table) => since[table])];
  const rows = await askAll<{ t: string; row: Record<string, unknown> }>(daftar, added, values);
  const found: Rows = {};
  for (const { t, row } of rows) found[t] = [...(found[t] ?? []), row];
  return found;
}
