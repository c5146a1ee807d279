import type { Sql } from '../db/connect.ts';

/** What waits in the queue. */
export interface QueueDepth {
  /** Due, and taken by nobody yet. */
  waiting: number;
  /** How long the one that waits longest has been due, seconds. */
  oldestSeconds: number;
  /** Tried in vain at least once, to be tried again. */
  failing: number;
  /** Tried as often as they may be: nobody but an operator tries them again. */
  givenUp: number;
}

/** Beyond this many a queue is deep enough to wake somebody; to count on would only add to the load. */
const COUNTED_JOBS = 10_000;

/** How deep the queue is now, counted no further than 10,000 jobs. */
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
