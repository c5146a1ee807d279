import type pg from 'pg';
import type { Clock } from '../time/clock.ts';

/**
 * A worker that has lost its connections gets this long to come back before its jobs are given to others. A reply with a
 * job for us is on its way for less.
 */
const GRACE_MILLISECONDS = { others: 5_000, ours: 2_000 };

/** How the queues and keys of scheduled jobs begin. */
export const SCHEDULED = 'schedule:';

interface Locked {
  id: string;
  owner: string;
  /** When it was locked, to tell it from the same job locked again. */
  since: string;
  ownerLives: boolean;
}

/**
 * Releases jobs that are locked but not running anywhere; the queue itself would wait four hours, and so would whoever
 * they were promised to. These are jobs of dead workers (locked under a name that no connection has) and jobs handed to
 * us in a reply that was lost (ours, but not among those that run here). Either must have been so for a while, however
 * long ago the job began: a worker whose connections are cut is back in a moment, with its job still at work.
 */
export class Orphans {
  readonly #worker: string;
  readonly #runsHere: (id: string) => boolean;
  readonly #clock: Clock;
  #suspects = new Map<string, number>();

  /** @param worker the name that our own jobs are locked under, and that our connections have. */
  constructor(worker: string, runsHere: (id: string) => boolean, clock: Clock) {
    this.#worker = worker;
    this.#clock = clock;
    this.#runsHere = runsHere;
  }

  /** Looks once, over a connection of our own name: whoever else looks sees by it that we live. */
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
    // A queue is locked with its running job; without one it is locked by nobody.
    await pool.query(
      `update graphile_worker._private_job_queues q set locked_at = null, locked_by = null
        where locked_at is not null
          and not exists (
            select from graphile_worker._private_jobs j where j.job_queue_id = q.id and j.locked_at is not null)`,
    );
    // A scheduled job that became due again while it ran has lost its key and its further tries to the next one: when it
    // fails or its worker dies, it is over.
    await pool.query(
      `delete from graphile_worker._private_jobs j
        where key is null and locked_at is null and attempts >= max_attempts
          and job_queue_id in (
            select id from graphile_worker._private_job_queues where starts_with(queue_name, $1))`,
      [SCHEDULED],
    );
  }
}

/** Unless it has ended, or been locked anew, meanwhile. */
async function release(pool: Pick<pg.Pool, 'query'>, id: string, since: string): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null
      where id = $1 and locked_at = $2::timestamptz`,
    [id, since],
  );
}
