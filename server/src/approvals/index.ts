/** Exports what the application mounts and runs for approvals. */
export { approvalChecks } from './checks.ts';
export { approvalJobs, approvalSchedules } from './jobs.ts';
export { registerApprovals } from './routes.ts';
