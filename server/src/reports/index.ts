/** Reports' exports for the application. */
export { registerReports } from './routes.ts';
export { reportJobs, reportSchedules } from './send.ts';
export { purgeRuns } from './store.ts';
