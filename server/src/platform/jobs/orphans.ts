import type pg from 'pg';
import type { Clock } from '../time/clock.ts';

/**
 * Time for a worker that lost its connections to return before its jobs are released. A reply that assigns us a job
 * arrives sooner.
 */
const GRACE_MILLISECONDS = { others: 5_000, ours: 2_000 };

/** The prefix of queues and keys of scheduled jobs. */
export const SCHEDULED = 'schedule:';

interface Locked {
  id: string;
  owner: string;
  /** When it was locked, to distinguish it from the same job locked again. */
  since: string;
  ownerLives: boolean;
}

/**
 * Releases jobs that are locked but not running anywhere, which the queue itself would do after four hours. These are
 * jobs of dead workers (locked under a name that no connection has) and jobs assigned to us in a lost reply (ours, but
 * not running here). Either must hold for a while, however old the job is: a worker whose connections were cut is back
 * in a moment, and its job still runs.
 */
export class Orphans {
  readonly #worker: string;
  readonly #runsHere: (id: string) => boolean;
  readonly #clock: Clock;
  #suspects = new Map<string, number>();

  /** @param worker the name that locks our jobs and that our connections have. */
  constructor(worker: string, runsHere: (id: string) => boolean, clock: Clock) {
    this.#worker = worker;
    this.#clock = clock;
    this.#runsHere = runsHere;
  }

  /** Checks once, over a connection with our own name, by which other workers see that we are alive. */
  async look(pool: Pick<pg.Pool, 'query'>): Promise<void> {
    const { rows } = await pool.query<Locked>(
      `select id::text, locked_by as owner, locked_at::text as since,
              exists (select from pg_stat_activity where application_name = locked_by) as "ownerLives"
         from graphile_worker._private_jobs where locked_at is not null`,
    );
    const before = this.#suspects;
    this.#suspects = new Map();
    const now = this.#clock.now().getTime();
    for (const { id, owner, since, ownerLives } of rows) {
      if (owner === this.#worker ? this.#runsHere(id) : ownerLives) continue;
      const key = `${id} ${owner} ${since}`;
      const first = before.get(key) ?? now;
      const grace = owner === this.#worker ? GRACE_MILLISECONDS.ours : GRACE_MILLISECONDS.others;
      if (now - first < grace) this.#suspects.set(key, first);
      else await release(pool, id, since);
    }
    // A queue is locked with its running job; without one, nobody holds it.
    await pool.query(
      `update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
        where locked_at is not null
          and not exists (
            select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)`,
    );
    // A scheduled job that became due again while it ran has passed its key and its retries to the next one: if it
    // fails or its worker dies, it is not retried.
    await pool.query(
      `delete from graphile_worker._private_jobs j
        where key is null and locked_at is null and attempts >= max_attempts
          and job_queue_id in (
            select id from graphile_worker._private_job_queues where starts_with(queue_name, $1))`,
      [SCHEDULED],
    );
  }
}

/** Releases a job unless it has ended, or was locked again. */
async function release(pool: Pick<pg.Pool, 'query'>, id: string, since: string): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where id = $1 and locked_at = $2::timestamptz`,
    [id, since],
  );
}
