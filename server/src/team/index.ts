/** The people of a merchant: for the house, and for the demo. */
export { createRole } from './roles.ts';
export { registerTeam } from './routes.ts';
export { createUser, setUserStatus } from './users.ts';
