/** Exports what the application mounts and runs for refunds. */
import { observedRefunds } from '../processors/observers.ts';
import { addTransactionPart } from '../transactions/details.ts';
import './approval.ts';
import { observeRefund } from './observed.ts';
import { refundsOf } from './service.ts';

export { refundChecks } from './checks.ts';
export { refundJobs, refundSchedules } from './jobs.ts';
export { registerRefunds } from './routes.ts';

addTransactionPart('refunds', refundsOf);
observedRefunds.to(async (app, payment, report) => {
  await observeRefund(app, payment, report);
});
