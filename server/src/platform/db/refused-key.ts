import { classifyDbError, type Db } from './connect.ts';

/** What the server says beside the code about a key that refused a row. */
interface Refusal {
  schema_name?: string;
}

/**
 * The name, as the migrations give it, of the unique key that refused a row; null for any other error. PostgreSQL names
 * the key of the part that the row belongs to, where the table is partitioned: the whole's is asked for.
 */
export async function refusedKey(db: Db, error: unknown): Promise<string | null> {
  const fact = classifyDbError(error);
  if (fact.kind !== 'unique') return null;
  const { schema_name: schema = 'public' } = error as Refusal;
  const [found] = await db<{ name: string }[]>`
    select relname as name from pg_class
     where oid = pg_partition_root(to_regclass(format('%I.%I', ${schema}::text, ${fact.constraint}::text)))`;
  return found?.name ?? fact.constraint;
}
