/** What the application mounts and runs of refunds. */
import { addTransactionPart } from '../transactions/details.ts';
import './approval.ts';
import { refundsOf } from './service.ts';

export { refundChecks } from './checks.ts';
export { refundJobs, refundSchedules } from './jobs.ts';
export { registerRefunds } from './routes.ts';

addTransactionPart('refunds', refundsOf);
