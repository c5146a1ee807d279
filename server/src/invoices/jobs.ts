import type { App, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { eachDue, inBatches } from '../platform/jobs/batches.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { type SendInvoice, sendInvoice } from './messages.ts';
import { expireInvoices } from './store-figures.ts';
import * as store from './store-reminders.ts';

const INVOICES_BATCH = 200;
const DAY_MILLISECONDS = 86_400_000;

/** Job handlers by job name. */
export const invoiceJobs: JobHandlers = {
  'expire-invoices': async (app) => {
    const now = app.clock.now();
    await inBatches(app, (limit) => expireInvoices(app.db, now, limit), { rows: INVOICES_BATCH });
  },
  'send-invoice': sendInvoice,
  'remind-of-invoices': remindOfInvoices,
};

/** The schedules of these jobs. */
export const invoiceSchedules: readonly Schedule[] = [
  { job: 'expire-invoices', cron: '* * * * *' },
  { job: 'remind-of-invoices', cron: '*/10 * * * *' },
];

/**
 * Adds jobs for due reminders, separately for each merchant with reminders on.
 * @throws when those of some merchants could not be added.
 */
export async function remindOfInvoices(app: App): Promise<void> {
  let after: Scope | null = null;
  const next = async (limit: number): Promise<Scope[]> => {
    const scopes = await store.listReminding(app.db, after, limit);
    after = scopes.at(-1) ?? null;
    return scopes;
  };
  await eachDue(app, 'reminding of invoices', next, async (scope) => {
    await remind(app, scope, 'before');
    await remind(app, scope, 'after');
  });
}

/** Adds the jobs and records the progress in one transaction, so that a run that is killed is continued by the next. */
async function remind(app: App, scope: Scope, when: store.When): Promise<void> {
  const now = app.clock.now();
  let more = true;
  while (more) {
    more = await transaction(app.db, async (tx) => {
      const progress = await store.lockProgress(tx, scope, when);
      if (!progress || progress.until >= now) return false;
      const { days, until } = progress;
      const due = await store.listDue(tx, scope, when, days, until, now, INVOICES_BATCH);
      for (const { id, dueAt } of due) {
        const job: SendInvoice = {
          merchantId: scope.merchantId,
          invoiceId: id,
          kind: `reminder-${when}`,
          occasion: dueAt.toISOString(),
        };
        await addJob(tx, 'send-invoice', { ...job });
      }
      const last = due.length < INVOICES_BATCH ? undefined : due.at(-1);
      const shift = when === 'before' ? -days : days;
      const reached = last ? new Date(last.dueAt.getTime() + shift * DAY_MILLISECONDS) : now;
      await store.writeProgress(tx, scope, when, reached);
      return last !== undefined;
    });
  }
}
