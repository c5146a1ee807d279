import { approvalJobs, approvalSchedules } from './approvals/index.ts';
import { noteFailedSignIn } from './auth/access-log.ts';
import { sendPasswordLink } from './auth/links.ts';
import { chargebackJobs, chargebackSchedules } from './chargebacks/index.ts';
import { checkoutJobs, checkoutSchedules } from './checkout/index.ts';
import { fileJobs, fileSchedules } from './files/index.ts';
import { invoiceJobs, invoiceSchedules } from './invoices/index.ts';
import { deliverMessage, type Gateways } from './messages/deliver.ts';
import { notificationJobs } from './notifications/email.ts';
import { forgetOperatorSessions, ticketQueueJobs } from './ops/index.ts';
import { orderJobs, orderSchedules } from './orders/index.ts';
import { payoutJobs, payoutSchedules } from './payouts/index.ts';
import type { App } from './platform/context.ts';
import type { JobHandlers, Schedule } from './platform/jobs/worker.ts';
import { refundJobs, refundSchedules } from './refunds/index.ts';
import { settlementJobs, settlementSchedules } from './settlements/index.ts';
import { forgetWebhooks, webhookJobs } from './webhooks/index.ts';

/** Every kind of job there is, by name. */
export function jobHandlers(gateways: Gateways): JobHandlers {
  return {
    'send-password-link': sendPasswordLink,
    'note-failed-sign-in': noteFailedSignIn,
    'deliver-message': (app, payload) => deliverMessage(app, gateways, payload),
    ...checkoutJobs,
    ...invoiceJobs,
    ...orderJobs,
    ...refundJobs,
    ...payoutJobs,
    ...settlementJobs,
    ...chargebackJobs,
    ...webhookJobs,
    ...approvalJobs,
    ...notificationJobs,
    ...ticketQueueJobs,
    ...fileJobs,
    'forget-old-rows': forgetOldRows,
  };
}

/** What starts by the clock. */
export const schedules: readonly Schedule[] = [
  ...checkoutSchedules,
  ...invoiceSchedules,
  ...orderSchedules,
  ...refundSchedules,
  ...payoutSchedules,
  ...settlementSchedules,
  ...chargebackSchedules,
  ...approvalSchedules,
  ...fileSchedules,
  { job: 'forget-old-rows', cron: '17 * * * *' },
];

/** Drops what has served its time: idempotency keys after a day, failed tries after an hour, used links, old sessions. */
async function forgetOldRows(app: App): Promise<void> {
  const now = app.clock.now();
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await forgetWebhooks(app);
  await app.db`delete from idempotency_keys where created_at < ${before(25)}`;
  await app.db`delete from failed_tries where at < ${before(2)}`;
  await app.db`delete from email_tokens where expires_at < ${before(24)}`;
  await app.db`delete from proofs_awaited where expires_at < ${before(1)}`;
  await app.db`delete from sessions where expires_at < ${before(24 * 30)}`;
  await forgetOperatorSessions(app.db, before(24 * 30));
}
