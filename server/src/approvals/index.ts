/** Approvals' front door for the application. */
export { approvalChecks } from './checks.ts';
export { approvalJobs, approvalSchedules } from './jobs.ts';
export { registerApprovals } from './routes.ts';
