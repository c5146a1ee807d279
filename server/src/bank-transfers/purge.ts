import type { App } from '../platform/context.ts';
import { inBatches } from '../platform/jobs/batches.ts';
import { eraseAnswers } from './store-answers.ts';

const FILES_AT_ONCE = 50;

/**
 * Erases the banks' files that are kept no longer: as long as messages, so longer than a request to give back waits. Their hashes
 * stay: no answer is applied twice, and a copy of one can be recognised.
 */
export async function purgeAnswers(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - app.config.messageDays * 86_400_000);
  await inBatches(app, (rows) => eraseAnswers(app.db, before, rows), { rows: FILES_AT_ONCE });
}
