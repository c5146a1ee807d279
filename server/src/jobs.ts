import { approvalJobs, approvalSchedules } from './approvals/jobs.ts';
import { authJobs, purgeSignIns } from './auth/jobs.ts';
import { purgeAnswers } from './bank-transfers/purge.ts';
import { chargebackJobs, chargebackSchedules } from './chargebacks/index.ts';
import { checkoutJobs, checkoutSchedules } from './checkout/index.ts';
import { customerJobs, customerSchedules } from './customers/jobs.ts';
import './discrepancies/index.ts';
import { companySignInJobs, companySignInSchedules } from './company-sign-in/jobs.ts';
import { documentJobs, documentSchedules } from './document-expiry/jobs.ts';
import { domainJobs, domainSchedules } from './domains/jobs.ts';
import { feeInvoiceJobs, feeInvoiceSchedules } from './fee-invoices/index.ts';
import { fileJobs, fileSchedules } from './files/index.ts';
import { invoiceJobs, invoiceSchedules } from './invoices/index.ts';
import { purgeKeyRequests } from './key-requests/service.ts';
import { deliverMessage, type Gateways } from './messages/deliver.ts';
import { purgeMessages } from './messages/purge.ts';
import { DELIVERY_JOB } from './messages/send.ts';
import { notificationJobs } from './notifications/email.ts';
import { purgeOldNotifications } from './notifications/purge.ts';
import { purgeOperatorSessions, ticketQueueJobs } from './ops/index.ts';
import { endOldRequests } from './ops-approvals/index.ts';
import { orderJobs, orderSchedules, purgeOrderCodes } from './orders/index.ts';
import { overviewJobs, overviewSchedules } from './overview/jobs.ts';
import { payoutJobs, payoutSchedules } from './payouts/index.ts';
import type { App } from './platform/context.ts';
import { purgeReplies } from './platform/http/idempotency.ts';
import { eachDue } from './platform/jobs/batches.ts';
import { purgeGivenUpJobs } from './platform/jobs/given-up.ts';
import type { JobHandlers, Schedule } from './platform/jobs/worker.ts';
import { purgeOldUses } from './platform/limits/limits.ts';
import { purgeNotifications } from './processors/inbox.ts';
import { purgeSandbox } from './processors/sandbox/store.ts';
import { pushJobs } from './push/jobs.ts';
import { reconciliationJobs, reconciliationSchedules } from './reconciliation/missing.ts';
import { refundJobs, refundSchedules } from './refunds/index.ts';
import { purgeRuns, reportJobs, reportSchedules } from './reports/index.ts';
import { purgeRequests } from './request-log/service.ts';
import { reserveJobs, reserveSchedules } from './reserve/jobs.ts';
import { purgeFacts, riskJobs } from './risk/index.ts';
import { screeningJobs, screeningSchedules } from './screening/jobs.ts';
import { settlementJobs, settlementSchedules } from './settlements/index.ts';
import { teamJobs, teamSchedules } from './team/index.ts';
import { purgeWebhooks, webhookJobs, webhookSchedules } from './webhooks/jobs.ts';

/** All job handlers by name. */
export function jobHandlers(gateways: Gateways): JobHandlers {
  return {
    ...authJobs,
    [DELIVERY_JOB]: (app, payload) => deliverMessage(app, gateways, payload),
    // Messages queued by an earlier version.
    'deliver-message': (app, payload) => deliverMessage(app, gateways, payload),
    ...checkoutJobs,
    ...customerJobs,
    ...invoiceJobs,
    ...orderJobs,
    ...refundJobs,
    ...payoutJobs,
    ...settlementJobs,
    ...reserveJobs,
    ...feeInvoiceJobs,
    ...reportJobs,
    ...documentJobs,
    ...domainJobs,
    ...companySignInJobs,
    ...screeningJobs,
    ...chargebackJobs,
    ...webhookJobs,
    ...approvalJobs,
    ...teamJobs,
    ...notificationJobs,
    ...pushJobs,
    ...ticketQueueJobs,
    ...fileJobs,
    ...reconciliationJobs,
    ...riskJobs,
    ...overviewJobs,
    'forget-old-rows': purgeOldRows,
  };
}

/** The scheduled jobs. */
export const schedules: readonly Schedule[] = [
  ...checkoutSchedules,
  ...customerSchedules,
  ...invoiceSchedules,
  ...orderSchedules,
  ...refundSchedules,
  ...payoutSchedules,
  ...settlementSchedules,
  ...reserveSchedules,
  ...feeInvoiceSchedules,
  ...reportSchedules,
  ...documentSchedules,
  ...domainSchedules,
  ...companySignInSchedules,
  ...screeningSchedules,
  ...chargebackSchedules,
  ...approvalSchedules,
  ...teamSchedules,
  ...fileSchedules,
  ...reconciliationSchedules,
  ...overviewSchedules,
  ...webhookSchedules,
  { job: 'forget-old-rows', cron: '17 * * * *' },
];

/** Splits the handlers into those for which somebody waits and scheduled ones. */
export function jobHandlersApart(gateways: Gateways): { asked: JobHandlers; scheduled: JobHandlers } {
  const byClock = new Set(schedules.map(({ job }) => job));
  const all = Object.entries(jobHandlers(gateways));
  return {
    asked: Object.fromEntries(all.filter(([name]) => !byClock.has(name))),
    scheduled: Object.fromEntries(all.filter(([name]) => byClock.has(name))),
  };
}

/** Deletions of expired rows; each noun defines its own retention. */
const PURGES: readonly ((app: App) => Promise<unknown>)[] = [
  purgeReplies,
  ...purgeSignIns,
  purgeOldUses,
  purgeOrderCodes,
  purgeOperatorSessions,
  purgeWebhooks,
  purgeRequests,
  purgeKeyRequests,
  purgeMessages,
  purgeSandbox,
  purgeNotifications,
  purgeOldNotifications,
  purgeAnswers,
  purgeFacts,
  purgeRuns,
  endOldRequests,
  purgeGivenUpJobs,
];

/** Deletes expired rows; a noun that fails does not stop the others. */
async function purgeOldRows(app: App): Promise<void> {
  await eachDue(
    app,
    'purging old rows',
    async () => PURGES.map((_, at) => at),
    (at) => PURGES[at]!(app),
  );
}
