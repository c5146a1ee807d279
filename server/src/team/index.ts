/** The people of a merchant, for the house. */

export { registerTeam } from './routes.ts';
