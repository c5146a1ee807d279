import type { App } from '../platform/context.ts';
import { deleteBefore, inBatches } from '../platform/jobs/batches.ts';
import { sealBody } from './body.ts';
import * as store from './store.ts';

const DAY_MILLISECONDS = 24 * 3_600_000;
const RESEALED_AT_ONCE = 200;

/** Returns when a body is erased, whatever its delivery state: its link or code has expired, or it is old. */
export function eraseAtOf(app: Pick<App, 'config'>, createdAt: Date, expiresAt?: Date): Date {
  const last = new Date(createdAt.getTime() + app.config.messageBodyDays * DAY_MILLISECONDS);
  return expiresAt && expiresAt < last ? expiresAt : last;
}

/** Erases bodies that are due, and later deletes the messages. */
export async function purgeMessages(app: App): Promise<void> {
  await inBatches(app, () => closeReadable(app), { rows: RESEALED_AT_ONCE });
  await inBatches(app, (rows) => store.eraseDue(app.db, app.clock.now(), rows));
  const before = new Date(app.clock.now().getTime() - app.config.messageDays * DAY_MILLISECONDS);
  const key = ['merchant_id', 'id'];
  await deleteBefore(app, { table: 'messages', key, moment: 'created_at' }, before);
  const tried = new Date(app.clock.now().getTime() - app.config.testDays * DAY_MILLISECONDS);
  await deleteBefore(app, { table: 'messages', key, moment: 'created_at', mode: 'test' }, tried);
}

/**
 * Encrypts plain bodies that an earlier version wrote, or erases those that were sent. Bodies that an earlier version
 * may be sending right now are skipped, since it cannot read encrypted ones.
 * @returns how many.
 */
async function closeReadable(app: App): Promise<number> {
  const left = new Date(app.clock.now().getTime() - DAY_MILLISECONDS);
  const rows = await store.listReadable(app.db, left, RESEALED_AT_ONCE);
  for (const row of rows) {
    const { text, html, links } = row;
    const sealed = row.state === 'sent' ? null : sealBody(app, { text, html, links });
    await store.closeReadable(app.db, row, { sealed, eraseAt: eraseAtOf(app, row.createdAt) });
  }
  return rows.length;
}
