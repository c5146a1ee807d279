/** Refunds' front door for the application. */
import './approval.ts';

export { refundChecks } from './checks.ts';
export { refundJobs, refundSchedules } from './jobs.ts';
export { registerRefunds } from './routes.ts';
