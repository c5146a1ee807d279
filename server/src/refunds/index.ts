/** Refunds' front door for the application. */
export { refundChecks } from './checks.ts';
export { refundJobs, refundSchedules } from './jobs.ts';
export { registerRefunds } from './routes.ts';
