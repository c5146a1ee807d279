/** Payouts' exports for the application. */
import './approval.ts';

export { payoutChecks } from './checks.ts';
export { payoutJobs, payoutSchedules } from './jobs.ts';
export { registerPayouts } from './routes.ts';
