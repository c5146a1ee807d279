/** Follows a list of the API: rows that were not there before, oldest first, until it is stopped. */
import { setTimeout as wait } from 'node:timers/promises';
import { ConnectionError, RateLimitError, ServerError } from '#sdk';
import { UsageError } from './usage.mjs';

const PAGE = 100;
const REMEMBERED = 10_000;

/** @param read asks for rows by cursor, newest first. Ids may appear out of order: what is new is what was not seen. */
function newRows(read) {
  const seen = new Set();
  let oldest = 0;
  return async (isFirst) => {
    const fresh = [];
    let cursor;
    do {
      const { data, meta } = await read({
        limit: PAGE,
        sort_by: 'id',
        sort_type: 'desc',
        ...(cursor ? { cursor } : {}),
      });
      const unseen = data.filter(({ id }) => id > oldest && !seen.has(id));
      for (const { id } of unseen) seen.add(id);
      fresh.push(...unseen);
      if (isFirst) {
        // What came before is not told; with fewer rows than a page there was nothing older.
        oldest = data.length === PAGE ? data.at(-1).id : 0;
        return [];
      }
      cursor = unseen.length === 0 ? null : meta.next_cursor;
    } while (cursor);
    for (const id of seen) {
      if (seen.size <= REMEMBERED) break;
      seen.delete(id);
      oldest = Math.max(oldest, id);
    }
    return fresh.toSorted((one, other) => one.id - other.id);
  };
}

const isPassing = (error) =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;

/**
 * Asks every `interval` seconds.
 * @param read asks for one page, given its query
 * @param begun is called once what was there before is known
 * @param tell is called with each new row
 */
export async function follow(read, { interval = '2', begun }, tell) {
  const seconds = Number(interval);
  if (!(seconds >= 1 && seconds <= 3600)) throw new UsageError('--interval is 1 to 3600 seconds.');
  const rows = newRows(read);
  await rows(true);
  begun();
  for (;;) {
    await wait(seconds * 1000);
    let fresh = [];
    try {
      fresh = await rows(false);
    } catch (error) {
      if (!isPassing(error)) throw error;
      console.error(`${error.message}; asking again.`);
    }
    for (const row of fresh) await tell(row);
  }
}
