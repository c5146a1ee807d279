import type { App } from '../platform/context.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { noteFailedSignIn } from './access-log.ts';
import { sendPasswordLink } from './links.ts';
import { purgeEmailTokens } from './store.ts';
import { purgeProofs } from './store-proofs.ts';
import { purgeSessions } from './store-sessions.ts';

/** The jobs of signing in. */
export const authJobs: JobHandlers = {
  'send-password-link': sendPasswordLink,
  'note-failed-sign-in': noteFailedSignIn,
};

const LINKS_KEPT_HOURS = 24;
const PROOFS_KEPT_HOURS = 1;
const SESSIONS_KEPT_HOURS = 30 * 24;

const hoursAgo = (app: App, hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000);

/** Delete expired links, unanswered challenges and sessions some time after they expire. */
export const purgeSignIns: readonly ((app: App) => Promise<unknown>)[] = [
  (app) => purgeEmailTokens(app, hoursAgo(app, LINKS_KEPT_HOURS)),
  (app) => purgeProofs(app, hoursAgo(app, PROOFS_KEPT_HOURS)),
  (app) => purgeSessions(app, hoursAgo(app, SESSIONS_KEPT_HOURS)),
];
