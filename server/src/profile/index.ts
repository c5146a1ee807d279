/** A person's own account, for the house. */
export { registerProfile } from './routes.ts';
