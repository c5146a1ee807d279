import type { Sql } from '../db/connect.ts';

/** A worker that has just lost its connections gets this long to come back before its jobs are given to others. */
const GRACE_SECONDS = 3;

/**
 * Releases jobs that are locked but not running anywhere; the queue itself would wait four hours, and so would whoever
 * they were promised to. These are jobs of dead workers (locked under a name that no connection has) and jobs handed to
 * us, `worker`, in a reply that was lost (ours, but not among `running`).
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
