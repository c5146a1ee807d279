/** What everybody who is signed in needs beside the router: one file, fetched with the first request. */
import './shell.tsx';

export { prepare } from './prepare.ts';
