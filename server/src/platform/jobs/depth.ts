import type { Db, Sql } from '../db/connect.ts';

/** The state of the queue. */
export interface QueueDepth {
  /** Due and not started. */
  waiting: number;
  /** Seconds for which the oldest one has been due. */
  oldestSeconds: number;
  /** Failed at least once, to be retried. */
  failing: number;
  /** Out of attempts: only an operator can retry them. */
  givenUp: number;
}

/** Enough for an alert; counting further would only add load. */
const COUNTED_JOBS = 10_000;

/** Number of rows searched for failed jobs, for which there is no index; abandoned jobs are the oldest. */
const READ_JOBS = 100_000;

/**
 * Returns the depth of the queue, counted up to 10,000 jobs. Abandoned jobs never hide waiting ones, and the oldest is
 * found however many wait: the queue's index contains available jobs by priority and time, and there are few
 * priorities.
 */
export async function queueDepth(sql: Sql): Promise<QueueDepth> {
  const [depth] = await sql<QueueDepth[]>`
    with recursive steps (priority) as (
      (select priority from graphile_worker._private_jobs where is_available = true order by priority limit 1)
      union all
      select (select j.priority from graphile_worker._private_jobs j
               where j.is_available = true and j.priority > s.priority order by j.priority limit 1)
        from steps s where s.priority is not null),
    oldest as (
      select min((select j.run_at from graphile_worker._private_jobs j
                   where j.is_available = true and j.priority = s.priority order by j.run_at limit 1)) as run_at
        from steps s where s.priority is not null)
    select (select count(*)::int
              from (select from graphile_worker._private_jobs
                     where is_available = true and run_at <= now() limit ${COUNTED_JOBS}) due) as waiting,
           (select coalesce(greatest(extract(epoch from now() - run_at), 0), 0)::float8 from oldest) as "oldestSeconds",
           count(*) filter (where attempts > 0 and attempts < max_attempts)::int as failing,
           count(*) filter (where attempts >= max_attempts)::int as "givenUp"
      from (select attempts, max_attempts from graphile_worker._private_jobs limit ${READ_JOBS}) looked_through`;
  return depth!;
}

/** The waiting jobs of one task. */
export interface TaskDepth {
  task: string;
  /** Due and not started. */
  waiting: number;
  /** Seconds for which the oldest job that was never tried has been due; failed jobs that are retried do not count. */
  oldestSeconds: number;
}

/** Returns the due jobs by task, counting up to 10,000 jobs; tasks without due jobs are omitted. */
export function depthByTask(db: Db): Promise<TaskDepth[]> {
  return db<TaskDepth[]>`
    select t.identifier as task, count(*)::int as waiting,
           coalesce(extract(epoch from now() - min(j.run_at) filter (where j.attempts = 0)), 0)::float8 as "oldestSeconds"
      from (select task_id, run_at, attempts from graphile_worker._private_jobs
             where is_available = true and run_at <= now() limit ${COUNTED_JOBS}) j
      join graphile_worker._private_tasks t on t.id = j.task_id
     group by 1`;
}
