/** What the application mounts and runs of settlements. */
export { settlementChecks } from './checks.ts';
export { settlementJobs, settlementSchedules } from './jobs.ts';
export { registerSettlements } from './routes.ts';
