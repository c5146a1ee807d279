import { channelsFor, quietUntil } from '../notifications/channels.ts';
import { type ReaderOf, readersOf } from '../notifications/readers.ts';
import type { NotificationToSend } from '../notifications/service.ts';
import type { Db } from '../platform/db/connect.ts';

/**
 * Lists the people who may see a notification at this moment, want it on their devices, and have no quiet hours now.
 */
export async function readersNow(
  db: Db,
  merchantId: number,
  news: NotificationToSend,
  now: Date,
): Promise<ReaderOf[]> {
  const readers = await readersOf(db, merchantId, news);
  return readers.filter(
    ({ chosen }) => channelsFor(chosen, news.kind).push && quietUntil(chosen, news.kind, now) === null,
  );
}
