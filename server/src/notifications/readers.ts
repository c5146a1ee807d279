import type { Db } from '../platform/db/connect.ts';
import type { Chosen } from './channels.ts';
import { seenWith } from './kinds.ts';
import * as store from './store.ts';
import { choicesOf } from './store-preferences.ts';

/** A person who may see a notification, with their preferences for `channelsFor` and `quietUntil`. */
export interface ReaderOf extends store.Reader {
  chosen: Chosen;
}

/** Lists everybody who may see a notification, by any channel. */
export async function readersOf(
  db: Db,
  merchantId: number,
  { kind, mode, onlyUserId, exceptUserId }: store.NotificationToSend,
): Promise<ReaderOf[]> {
  const readers = (await store.listReaders(db, { merchantId }, seenWith(kind))).filter(
    ({ id }) => (onlyUserId === null || id === onlyUserId) && id !== exceptUserId,
  );
  const ids = readers.map(({ id }) => id);
  const choices = await choicesOf(db, { merchantId, mode }, ids);
  return readers.flatMap((reader) => {
    const chosen = choices.get(reader.id);
    return chosen ? [{ ...reader, chosen }] : [];
  });
}
