import type { App } from '../platform/context.ts';
import { inBatches } from '../platform/jobs/batches.ts';
import { eraseAnswers } from './store-answers.ts';

const FILES_AT_ONCE = 50;

/**
 * Erases banks' files after the retention period of messages, which is longer than a request to give back can wait.
 * Their hashes stay, so that no answer is applied twice and a copy of a file can be recognised.
 */
export async function purgeAnswers(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - app.config.messageDays * 86_400_000);
  await inBatches(app, (rows) => eraseAnswers(app.db, before, rows), { rows: FILES_AT_ONCE });
}
