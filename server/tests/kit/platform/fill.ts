import type { Sql, Tx } from '../../../src/platform/db/connect.ts';

/**
 * Fills tables with very many rows and analyzes them. Triggers and foreign keys are off, since only the rows matter,
 * and the indexes of `tables` are rebuilt at the end.
 */
export async function fillTables(
  sql: Sql,
  tables: readonly string[],
  insertRows: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local maintenance_work_mem = '128MB'`;
    const indexes = await tx<{ name: string; definition: string }[]>`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
        from pg_index i
       where i.indrelid = any(${tables}::regclass[])
         and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;
    for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
    await insertRows(tx);
    // For a partitioned table, only the parent has the definition.
    for (const { definition } of indexes) await tx.unsafe(definition.replace(' ON ONLY ', ' ON '));
    await tx`select count_lists()`;
  });
  await sql.unsafe(`vacuum analyze ${tables.join(', ')}`);
}
