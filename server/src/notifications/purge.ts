import type { App } from '../platform/context.ts';
import { inBatches } from '../platform/jobs/batches.ts';
import { deleteOld } from './store-history.ts';

/** Deletes the notifications that are too old for the history, with their archive marks. */
export async function purgeOldNotifications(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - app.config.notificationDays * 86_400_000);
  // Each statement takes a few rows of a few merchants; the last one finds none.
  await inBatches(app, () => deleteOld(app.db, before), { rows: 1 });
}
