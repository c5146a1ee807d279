/** What the application mounts and runs of refunds. */
import './approval.ts';

export { refundChecks } from './checks.ts';
export { refundJobs, refundSchedules } from './jobs.ts';
export { registerRefunds } from './routes.ts';
