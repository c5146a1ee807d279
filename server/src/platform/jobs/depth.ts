import type { Sql } from '../db/connect.ts';

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
