import type { App } from '../context.ts';
import type { Db } from './connect.ts';

/** How long news may wait: no one can feel it, and a look at an empty table costs next to nothing. */
const PAUSE_MILLISECONDS = 200;

/**
 * Tells all servers and queues what committed transactions had to say (`tell_servers`); the same thing said many times is
 * told once. Any number of processes may do so at the same time.
 */
export async function tellNews(db: Db): Promise<void> {
  await db`
    with gone as (delete from news returning id, channel, news::text as news)
    select pg_notify(channel, case channel
             -- As graphile-worker says it: as many jobs, as many of its slots are to look.
             when 'jobs:insert' then json_build_object('r', random(), 'count', times)::text
             else news end)
      from (select channel, news, count(*) as times from gone group by channel, news order by min(id)) in_order`;
}

/** Tells news until stopped. */
export function relayNews({ pool, log }: Pick<App, 'pool' | 'log'>): { stop(): Promise<void> } {
  let isEnding = false;
  let timer: NodeJS.Timeout;
  let telling = Promise.resolve();
  const turn = () => {
    const began = performance.now();
    telling = tellNews(pool)
      .catch((error: unknown) => log.debug({ err: error }, 'news waits for the database'))
      .then(() => {
        // Beside a transaction of hours, what was told cannot be cleared away, and is read again each time.
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
