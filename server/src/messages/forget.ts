import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { forgetBefore, inBatches } from '../platform/jobs/batches.ts';
import { sealBody } from './body.ts';
import * as store from './store.ts';

const DAY_MILLISECONDS = 24 * 3_600_000;
const RESEALED_AT_ONCE = 200;

/** From when on a body is erased, however far its delivery came: what it carries is worthless, or it is old. */
export function eraseAtOf(app: Pick<App, 'config'>, createdAt: Date, expiresAt?: Date): Date {
  const last = new Date(createdAt.getTime() + app.config.messageBodyDays * DAY_MILLISECONDS);
  return expiresAt && expiresAt < last ? expiresAt : last;
}

/** Erases what messages say when its time is over, and later the messages themselves. */
export async function forgetMessages(app: App): Promise<void> {
  await inBatches(app, () => closeReadable(app), { rows: RESEALED_AT_ONCE });
  await inBatches(app, (rows) => store.eraseDue(app.db, app.clock.now(), rows));
  const before = new Date(app.clock.now().getTime() - app.config.messageDays * DAY_MILLISECONDS);
  await forgetBefore(app, { table: 'messages', key: ['merchant_id', 'id'], moment: 'created_at' }, before);
}

/**
 * What a version before wrote in clear is sealed, or erased if it was sent. What it may be sending at this moment, beside us,
 * is left to it: it cannot read what is sealed and would send nothing. @returns how many.
 */
function closeReadable(app: App): Promise<number> {
  const left = new Date(app.clock.now().getTime() - DAY_MILLISECONDS);
  return transaction(app.db, async (tx) => {
    const rows = await store.lockReadable(tx, left, RESEALED_AT_ONCE);
    for (const row of rows) {
      const { text, html, links } = row;
      const sealed = row.state === 'sent' ? null : sealBody(app, { text, html, links });
      await store.closeReadable(tx, row, { sealed, eraseAt: eraseAtOf(app, row.createdAt) });
    }
    return rows.length;
  });
}
