import type { Db, Sql } from '../db/connect.ts';

/** The state of the queue. */
export interface QueueDepth {
  /** Due and not started. */
  waiting: number;
  /** How long the oldest has been due, in seconds. */
  oldestSeconds: number;
  /** Failed at least once, to be retried. */
  failing: number;
  /** Out of attempts: only an operator can retry them. */
  givenUp: number;
}

/** Enough for an alert; counting further would only add load. */
const COUNTED_JOBS = 10_000;

/** Returns the depth of the queue, counted up to 10,000 jobs. */
export async function queueDepth(sql: Sql): Promise<QueueDepth> {
  const [depth] = await sql<QueueDepth[]>`
    select count(*) filter (where due)::int as waiting,
           coalesce(extract(epoch from now() - min(run_at) filter (where due)), 0)::float8 as "oldestSeconds",
           count(*) filter (where attempts > 0 and attempts < max_attempts)::int as failing,
           count(*) filter (where attempts >= max_attempts)::int as "givenUp"
      from (select run_at, attempts, max_attempts,
                   locked_at is null and run_at <= now() and attempts < max_attempts as due
              from graphile_worker._private_jobs limit ${COUNTED_JOBS}) counted`;
  return depth!;
}

/** What waits of one task. */
export interface TaskDepth {
  task: string;
  /** Due and not started. */
  waiting: number;
  /** How long the oldest that was never tried has been due, in seconds: what fails and is tried again does not count. */
  oldestSeconds: number;
}

/** Returns what is due by task, of up to 10,000 jobs; tasks of which nothing is due are left out. */
export function depthByTask(db: Db): Promise<TaskDepth[]> {
  return db<TaskDepth[]>`
    select t.identifier as task, count(*)::int as waiting,
           coalesce(extract(epoch from now() - min(j.run_at) filter (where j.attempts = 0)), 0)::float8 as "oldestSeconds"
      from (select task_id, run_at, attempts from graphile_worker._private_jobs
             where locked_at is null and run_at <= now() and attempts < max_attempts limit ${COUNTED_JOBS}) j
      join graphile_worker._private_tasks t on t.id = j.task_id
     group by 1`;
}
