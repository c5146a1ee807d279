/** Exports what the application mounts and runs for refunds. */
import { addTransactionPart } from '../transactions/details.ts';
import './approval.ts';
import { refundsOf } from './service.ts';

export { refundChecks } from './checks.ts';
export { refundJobs, refundSchedules } from './jobs.ts';
export { registerRefunds } from './routes.ts';

addTransactionPart('refunds', refundsOf);
