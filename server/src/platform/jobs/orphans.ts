import type { Sql } from '../db/connect.ts';

/** A worker that has just lost its connections gets this long to come back before its jobs are given to others. */
const GRACE_SECONDS = 3;

/**
 * Gives back jobs that are locked but run nowhere; the queue itself would wait four hours, and what was promised to
 * somebody would wait with them. Those are the jobs of workers that died: locked by a name that no connection has. And
 * those that were handed to us, `worker`, by an answer that was lost on its way: ours, but not among `running`.
 */
export async function freeOrphanedJobs(
  sql: Sql,
  worker: string,
  running: ReadonlySet<string>,
): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
     where locked_at < now() - make_interval(secs => ${GRACE_SECONDS})
       and case when locked_by = ${worker} then id <> all (${[...running]}::bigint[])
                else not exists (select from pg_stat_activity where application_name = locked_by) end`;
  // A queue is locked with its running job; without one it is locked by nobody.
  await sql`
    update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
     where locked_at < now() - make_interval(secs => ${GRACE_SECONDS})
       and not exists (
         select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)`;
}
