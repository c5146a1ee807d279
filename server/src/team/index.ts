/** The team's public interface, for the application and the demo. */
export { createRole } from './roles.ts';
export { registerTeam } from './routes.ts';
export { createUser, setUserStatus } from './users.ts';
