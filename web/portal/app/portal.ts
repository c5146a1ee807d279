/** What every signed-in user needs besides the router: one file, loaded with the first request. */
import './shell.tsx';

export { prepare } from './prepare.ts';
