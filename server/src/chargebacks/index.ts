/** Chargebacks' front door for the application. */
export { chargebackChecks } from './checks.ts';
export { chargebackJobs, chargebackSchedules } from './jobs.ts';
export { registerChargebacks } from './routes.ts';
