/** Account settings' front door for the application. */
export { registerAccount } from './routes.ts';
