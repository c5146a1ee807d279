import type { App } from '../platform/context.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { noteFailedSignIn } from './access-log.ts';
import { sendPasswordLink } from './links.ts';
import { forgetEmailTokens, forgetTriesBefore } from './store.ts';
import { forgetProofs } from './store-proofs.ts';
import { forgetSessions } from './store-sessions.ts';

/** The jobs of signing in. */
export const authJobs: JobHandlers = {
  'send-password-link': sendPasswordLink,
  'note-failed-sign-in': noteFailedSignIn,
};

const TRIES_KEPT_HOURS = 2;
const LINKS_KEPT_HOURS = 24;
const PROOFS_KEPT_HOURS = 1;
const SESSIONS_KEPT_HOURS = 30 * 24;

/**
 * Deletes expired data: failed attempts once no limit counts them and, equally long after they expired, links,
 * unanswered second-step challenges, and sessions.
 */
export async function forgetSignIns(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  const before = (hours: number) => new Date(now - hours * 3_600_000);
  await forgetTriesBefore(app.db, before(TRIES_KEPT_HOURS));
  await forgetEmailTokens(app.db, before(LINKS_KEPT_HOURS));
  await forgetProofs(app.db, before(PROOFS_KEPT_HOURS));
  await forgetSessions(app.db, before(SESSIONS_KEPT_HOURS));
}
