import { classifyDbError, type Db } from './connect.ts';

/** Fields of a unique violation besides its code. */
interface Refusal {
  schema_name?: string;
}

/**
 * Returns the name, as in the migrations, of the unique key that refused a row; null for any other error. For a partitioned
 * table PostgreSQL names the partition's key, so the parent's is looked up.
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
