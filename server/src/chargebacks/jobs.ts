import type { App } from '../platform/context.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { openChargeback } from './decide.ts';
import { NotDisputable } from './errors.ts';
import { remindOfDue } from './remind.ts';
import { findAnnounced } from './store.ts';

/** Job handlers by job name. */
export const chargebackJobs: JobHandlers = {
  'open-announced-disputes': openAnnounced,
  'remind-of-disputes': async (app) => {
    await remindOfDue(app);
  },
};

/** When the clock starts these jobs. */
export const chargebackSchedules: readonly Schedule[] = [
  { job: 'open-announced-disputes', cron: '* * * * *' },
  { job: 'remind-of-disputes', cron: '25 * * * *' },
];

/** Opens the disputes that processors announced, each once. */
async function openAnnounced(app: App): Promise<void> {
  await eachDue(
    app,
    'opening announced disputes',
    (limit, offset) => findAnnounced(app.db, limit, offset),
    async (ref) => {
      try {
        await openChargeback(app, ref, { reason: 'fraudulent', actor: 'system', onlyFirst: true });
        return true;
      } catch (error) {
        // Another process opened it first, or the payment was refunded meanwhile; it may be found again.
        if (error instanceof NotDisputable) return false;
        throw error;
      }
    },
  );
}
