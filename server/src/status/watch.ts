import type { App } from '../platform/context.ts';
import { writeCounts } from './counts.ts';
import { measure } from './measure.ts';

const PAUSE_MILLISECONDS = 15_000;

/**
 * Measures as long as the process runs, once a minute over all processes. It is no job and needs no worker, so that
 * missing workers are noticed as well. Pauses while the database is unavailable.
 */
export function watchStatus(app: App, isAway: () => boolean): { stop(): void } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    if (!isAway()) {
      try {
        await writeCounts(app);
        await measure(app);
      } catch (error) {
        // The next round tries again; after a longer outage the page itself shows it.
        if (!isStopped && !isAway()) app.log.warn({ err: error }, 'the status was not measured');
      }
    }
    if (!isStopped) wait();
  };
  const wait = () => {
    timer = setTimeout(() => void round(), PAUSE_MILLISECONDS).unref();
  };
  // Not at once, because the backlog of this process's start is still being processed.
  wait();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
