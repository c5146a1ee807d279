/** Exports of a person's own account. */
export { registerProfile } from './routes.ts';
