import type { App } from '../context.ts';
import type { Db } from './connect.ts';

/** The pause between two polls: too short to notice, and polling an empty table is cheap. */
const PAUSE_MILLISECONDS = 200;

/**
 * Sends the queued notifications of committed transactions (written by `tell_servers`) through `pg_notify`, identical ones once.
 * Any number of processes may do so at the same time (ADR 125).
 */
export async function tellNews(db: Db): Promise<void> {
  await db`
    with gone as (delete from news returning id, channel, news::text as news)
    select pg_notify(channel, case channel
             -- graphile-worker's own payload: count tells how many worker slots should look for a job.
             when 'jobs:insert' then json_build_object('r', random(), 'count', times)::text
             else news end)
      from (select channel, news, count(*) as times from gone group by channel, news order by min(id)) in_order`;
}

/** Polls the queue of notifications until stopped. */
export function relayNotifyOutbox({ pool, log }: Pick<App, 'pool' | 'log'>): { stop(): Promise<void> } {
  let isEnding = false;
  let timer: NodeJS.Timeout;
  let telling = Promise.resolve();
  const turn = () => {
    const began = performance.now();
    telling = tellNews(pool)
      .catch((error: unknown) => log.debug({ err: error }, 'news waits for the database'))
      .then(() => {
        // During a very long transaction vacuum cannot remove the deleted rows, so each poll scans more of them: poll less often.
        const pause = Math.max(PAUSE_MILLISECONDS, 4 * (performance.now() - began));
        if (!isEnding) timer = setTimeout(turn, pause).unref();
      });
  };
  turn();
  return {
    stop() {
      isEnding = true;
      clearTimeout(timer);
      return telling;
    },
  };
}
