/** The team's public interface, for the application and the demo. */

export { teamJobs, teamSchedules } from './addresses.ts';
export { createRole } from './roles.ts';
export { registerTeam } from './routes.ts';
export { createUser, setUserStatus } from './users.ts';
