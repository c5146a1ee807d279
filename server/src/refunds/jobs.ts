import type { App } from '../platform/context.ts';
import { classifyDbError } from '../platform/db/errors.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { sendRefund } from './send.ts';
import { findWaiting, type RefundRef } from './store.ts';
import { purgeSessions } from './store-sessions.ts';

const BATCH = 200;
const WAITING_MINUTES = 5;
const SESSION_HOURS = 24;
/** After this many failures in a row an account is skipped until the next run. */
const FAILURES = 5;

/** Job handlers by job name. */
export const refundJobs: JobHandlers = {
  'send-refund': (app, payload: RefundRef) => sendRefund(app, payload),
  'follow-up-refunds': followUpRefunds,
};

/** Schedules of these jobs. */
export const refundSchedules: readonly Schedule[] = [{ job: 'follow-up-refunds', cron: '*/5 * * * *' }];

/**
 * Requests unanswered refunds again, however long the processor was unavailable; deletes old sessions. Accounts are
 * processed independently, so that one that hangs does not delay other refunds.
 */
async function followUpRefunds(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  const waiting = await findWaiting(app.db, new Date(now - WAITING_MINUTES * 60_000), BATCH);
  const lanes = new Map<number | null, RefundRef[]>();
  for (const { accountId, ...ref } of waiting) lanes.set(accountId, [...(lanes.get(accountId) ?? []), ref]);
  await Promise.all([...lanes.values()].map((refs) => sendInTurn(app, refs)));
  await purgeSessions(app, new Date(now - SESSION_HOURS * 3_600_000));
}

/** Requests the refunds of one account in turn, as long as it answers. */
async function sendInTurn(app: App, refs: readonly RefundRef[]): Promise<void> {
  let failures = 0;
  for (const ref of refs) {
    try {
      await sendRefund(app, ref);
      failures = 0;
    } catch (error) {
      if (classifyDbError(error).kind === 'unavailable') throw error;
      app.log.error({ err: error, refund: ref }, 'a refund could not be sent');
      failures += 1;
      if (failures >= FAILURES) return;
    }
  }
}
