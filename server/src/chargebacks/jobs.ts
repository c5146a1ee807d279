import type { App } from '../platform/context.ts';
import { eachDue } from '../platform/jobs/batches.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { UnexpectedDispute } from './errors.ts';
import { observeDispute } from './observed.ts';
import { remindOfDue } from './remind.ts';
import { findAnnounced } from './store.ts';

/** Job handlers by job name. */
export const chargebackJobs: JobHandlers = {
  'open-announced-disputes': openAnnounced,
  'remind-of-disputes': async (app) => {
    await remindOfDue(app);
  },
};

/** Schedules of these jobs. */
export const chargebackSchedules: readonly Schedule[] = [
  { job: 'open-announced-disputes', cron: '* * * * *' },
  { job: 'remind-of-disputes', cron: '25 * * * *' },
];

/** Visa's reason code for a card-absent payment that the cardholder did not make. */
const NOT_MADE = '10.4';

/** Opens the disputes that the sandbox announced, each once: of the whole payment, as its network would report it. */
async function openAnnounced(app: App): Promise<void> {
  await eachDue(
    app,
    'opening announced disputes',
    (limit, offset) => findAnnounced(app.db, limit, offset),
    async ({ reference, chargedPiastres, ...attempt }) => {
      try {
        await observeDispute(app, attempt, {
          caseId: `CASE-${reference}`,
          amountPiastres: chargedPiastres,
          state: 'open',
          stage: 'chargeback',
          reasonCode: NOT_MADE,
          dueAt: null,
        });
        return true;
      } catch (error) {
        // An operator opened another dispute of it meanwhile.
        if (error instanceof UnexpectedDispute) return false;
        throw error;
      }
    },
  );
}
