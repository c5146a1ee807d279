/** For tests of calls that judge an unlocked row first: a change that commits between that and their lock. */
import type { Sql, Tx } from '../../src/platform/db/connect.ts';

/**
 * Begins `call` while `change` holds its locks uncommitted, and commits once the call waits for one of them.
 * @param sql a connection of the test's own
 */
export async function overtaken<T>(
  sql: Sql,
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<T>,
): Promise<T> {
  let answer: Promise<T> | undefined;
  await sql.begin(async (tx) => {
    const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await change(tx as unknown as Tx);
    let ended = false;
    answer = call().finally(() => {
      ended = true;
    });
    for (let waits = false; !waits; ) {
      if (ended) throw new Error('The call did not wait for the change');
      const rows = await sql`
        select from pg_stat_activity
         where datname = current_database() and ${own!.pid} = any(pg_blocking_pids(pid))`;
      waits = rows.length > 0;
    }
  });
  return answer!;
}
