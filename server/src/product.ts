/** The modules of a process besides its database, loaded while that starts. */

export { seedDemo } from '../demo/seed.ts';
export { DEMO_EMAIL, DEMO_PASSWORD } from '../demo/story.ts';
export { buildServer } from './app.ts';
export { oldestUnasked } from './checkout/unasked.ts';
export { jobHandlersApart, schedules } from './jobs.ts';
export { openBalances } from './ledger/clearing.ts';
export { outboxAge } from './messages/age.ts';
export { gatewaysOf } from './messages/deliver.ts';
export { demoOperator } from './ops/index.ts';
export { migrate } from './platform/db/migrate.ts';
export { relayNotifyOutbox } from './platform/db/notify-outbox.ts';
export { listenForHealth } from './platform/http/health.ts';
export { createMetrics } from './platform/http/metrics.ts';
export { createLog } from './platform/log.ts';
export { connectGuardedPool } from './pools.ts';
export { processors } from './processors/adapters.ts';
export { openBreaks } from './reconciliation/open.ts';
export { secretsOf } from './secrets.ts';
export { watchStatus } from './status/watch.ts';
export { measuredPayments } from './transactions/recent.ts';
export { DELIVERIES_AT_ONCE, deliveryJobs } from './webhooks/jobs.ts';
