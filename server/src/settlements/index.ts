/** Settlements' front door for the application. */
export { settlementChecks } from './checks.ts';
export { settlementJobs, settlementSchedules } from './jobs.ts';
export { registerSettlements } from './routes.ts';
