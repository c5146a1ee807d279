import type { App } from '../platform/context.ts';
import { classifyDbError } from '../platform/db/errors.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { sendRefund } from './send.ts';
import { findWaiting, type RefundRef } from './store.ts';
import { purgeSessions } from './store-sessions.ts';

const BATCH = 200;
const WAITING_MINUTES = 5;
const SESSION_HOURS = 24;

/** Job handlers by job name. */
export const refundJobs: JobHandlers = {
  'send-refund': (app, payload: RefundRef) => sendRefund(app, payload),
  'follow-up-refunds': followUpRefunds,
};

/** When the clock starts these jobs. */
export const refundSchedules: readonly Schedule[] = [{ job: 'follow-up-refunds', cron: '*/5 * * * *' }];

/** Requests unanswered refunds again, however long the processor was away; deletes old sessions. */
async function followUpRefunds(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  for (const ref of await findWaiting(app.db, new Date(now - WAITING_MINUTES * 60_000), BATCH)) {
    try {
      await sendRefund(app, ref);
    } catch (error) {
      if (classifyDbError(error).kind === 'unavailable') throw error;
      app.log.error({ err: error, refund: ref }, 'a refund could not be sent');
    }
  }
  await purgeSessions(app, new Date(now - SESSION_HOURS * 3_600_000));
}
