import type { App } from '../context.ts';
import { inBatches } from './batches.ts';

/** Days for which an abandoned job can be retried in the console. */
const DAYS = 90;

/** Deletes abandoned jobs that nobody retried in time; the log has their number by task. */
export async function purgeGivenUpJobs(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - DAYS * 86_400_000);
  const tasks = new Map<string, number>();
  await inBatches(app, async (rows) => {
    // The time of the next attempt that did not happen: hours after the last one. An operator may retry it meanwhile.
    const gone = await app.db<{ task: string }[]>`
      with old as materialized (
        select id from graphile_worker._private_jobs
         where attempts >= max_attempts and locked_at is null and run_at < ${before} limit ${rows}),
      gone as (
        delete from graphile_worker._private_jobs j using old
         where j.id = old.id and j.attempts >= j.max_attempts and j.locked_at is null
        returning j.task_id)
      select t.identifier as task from gone join graphile_worker._private_tasks t on t.id = gone.task_id`;
    for (const { task } of gone) tasks.set(task, (tasks.get(task) ?? 0) + 1);
    return gone.length;
  });
  if (tasks.size > 0)
    app.log.warn({ jobs: Object.fromEntries(tasks) }, 'jobs that were given up long ago are forgotten');
}
