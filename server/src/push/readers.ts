import { seenWith } from '../notifications/kinds.ts';
import type { NotificationToSend } from '../notifications/service.ts';
import type { Db } from '../platform/db/connect.ts';
import * as store from './store.ts';

/** Everybody who may see a notification at this moment. */
export async function readersOf(
  db: Db,
  merchantId: number,
  { kind, onlyUserId, exceptUserId }: NotificationToSend,
): Promise<store.Reader[]> {
  const readers = await store.listReaders(db, merchantId, seenWith(kind));
  return readers.filter(({ id }) => (onlyUserId === null || id === onlyUserId) && id !== exceptUserId);
}
