/** The team's exports for the application and the demo. */

export { setUserStatus } from './access.ts';
export { teamJobs, teamSchedules } from './addresses.ts';
export { createRole } from './roles.ts';
export { registerTeam } from './routes.ts';
export { addUser } from './users.ts';
