import type { Db } from '../db/connect.ts';
import { traceparent } from '../tracing/spans.ts';
import { Bursts } from './bursts.ts';

export interface JobOptions {
  /** The earliest start. */
  runAt?: Date;
  /** At most one waiting job has this key; a newer one replaces it. */
  key?: string;
  maxAttempts?: number;
  /** Jobs of one queue run one at a time. */
  queue?: string;
}

const bursts = new Bursts();

/** Lower priority than other merchants' jobs if its merchant adds many; jobs without a merchant are never lowered. */
const priorityOf = ({ merchantId }: Record<string, unknown>): number =>
  typeof merchantId === 'number' ? bursts.priorityOf(merchantId) : 0;

/** Adds a job in the causing transaction: it exists if and only if that commits. It continues the current trace. */
export async function addJob(
  db: Db,
  name: string,
  payload: Record<string, unknown>,
  options: JobOptions = {},
): Promise<void> {
  const priority = priorityOf(payload);
  const given = db.json({ ...payload, ...traceparent() } as never);
  if (Object.values(options).every((option) => option === undefined)) {
    await db`select add_plain_job(0, ${name}, ${given}::json, ${priority}::int)`;
    return;
  }
  for (;;) {
    const [added] = await db<{ id: string | null }[]>`
      select id from graphile_worker.add_job(
        ${name},
        payload := ${given}::json,
        queue_name := ${options.queue ?? null}::text,
        run_at := ${options.runAt ?? null}::timestamptz,
        job_key := ${options.key ?? null}::text,
        max_attempts := ${options.maxAttempts ?? 25}::int,
        priority := ${priority}::int
      )`;
    // No job was added if the waiting one with this key started at this moment: it may have missed the new state.
    if (added?.id) return;
  }
}

/** Adds many jobs of one name in one statement, in the causing transaction. */
export async function addJobs(
  db: Db,
  name: string,
  jobs: readonly { payload: Record<string, unknown>; queue: string }[],
): Promise<void> {
  const caused = jobs.map(({ payload, queue }) => ({
    payload: { ...payload, ...traceparent() },
    queue,
    priority: priorityOf(payload),
  }));
  await db`
    select graphile_worker.add_job(${name}, payload := j.payload::json, queue_name := j.queue, priority := j.priority)
      from jsonb_to_recordset(${db.json(caused as never)}) as j (payload jsonb, queue text, priority int)`;
}
