/** What the application mounts and runs of approvals. */
export { approvalChecks } from './checks.ts';
export { approvalJobs, approvalSchedules } from './jobs.ts';
export { registerApprovals } from './routes.ts';
