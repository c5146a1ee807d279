import type { App } from '../platform/context.ts';
import { writeCounts } from './counts.ts';
import { measure } from './measure.ts';

const PAUSE_MILLISECONDS = 15_000;

/**
 * Measures as long as the process runs, once a minute over all processes: unlike a job it needs no worker, so that missing
 * workers are seen as well. While the database is away it waits.
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
        // The next round tries again; without it for long the page says so itself.
        if (!isStopped && !isAway()) app.log.warn({ err: error }, 'the status was not measured');
      }
    }
    if (!isStopped) wait();
  };
  const wait = () => {
    timer = setTimeout(() => void round(), PAUSE_MILLISECONDS).unref();
  };
  // Not at once: what waited for this process to start is being done.
  wait();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
