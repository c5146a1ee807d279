import type postgres from 'postgres';
import { type Sql as Fragment, plannedForItsValues } from '../lists/page.ts';
import { inTransaction, type Sql, type Tx } from './connect.ts';

/** Whoever takes longer than this for a batch has left. */
const READER_MINUTES = 5;

/** A query that has not been sent, and is part of the one that declares the cursor. */
type Query = (tx: Tx) => Fragment;

/**
 * The rows of a query, all of one moment, a batch at a time and as fast as they are taken. Holds a connection until the
 * last is taken or the reader leaves.
 */
export function readBatches<Row extends object>(
  sql: Sql,
  query: (tx: Tx) => postgres.PendingQuery<Row[]>,
  batchRows: number,
): AsyncGenerator<Row[], void> {
  return batches(sql, query, batchRows, (tx, fetch) => tx.unsafe<Row[]>(fetch).execute());
}

/** As {@link readBatches}, of a query whose rows are one text each: their bytes, a batch in one piece, never decoded. */
export async function* readText(sql: Sql, query: Query, batchRows: number): AsyncGenerator<Buffer, void> {
  for await (const rows of batches(sql, query, batchRows, (tx, fetch) => tx.unsafe(fetch).raw().execute())) {
    yield Buffer.concat(rows.map(([line]) => line!));
  }
}

async function* batches<Row>(
  sql: Sql,
  query: Query,
  batchRows: number,
  send: (tx: Tx, fetch: string) => PromiseLike<Row[]>,
): AsyncGenerator<Row[], void> {
  let enter: (tx: Tx) => void = () => {};
  const entered = new Promise<Tx>((resolve) => {
    enter = resolve;
  });
  let leave: () => void = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const work = async (tx: Tx): Promise<never> => {
    enter(tx);
    await left;
    throw new Left();
  };
  const whole = inTransaction(sql, work, { isolation: 'repeatable read read only' });
  whole.catch(() => {});
  try {
    const tx = await Promise.race([entered, whole]);
    await tx`select set_config('idle_in_transaction_session_timeout', ${`${READER_MINUTES}min`}, true),
                    set_config('cursor_tuple_fraction', '1', true)`;
    await plannedForItsValues(tx`declare batches no scroll cursor for ${query(tx)}`);
    // Never prepared: the same words bring other columns for another query. It is to be sent now, not when awaited.
    const fetch = async () => send(tx, `fetch ${batchRows} from batches`);
    let next = fetch();
    for (;;) {
      const rows = await next;
      const isLast = rows.length < batchRows;
      // The database reads the next while this one is used.
      if (!isLast) {
        next = fetch();
        // When the reader leaves, nobody waits for it.
        next.catch(() => {});
      }
      if (rows.length > 0) yield rows;
      if (isLast) return;
    }
  } finally {
    leave();
    await whole.catch(() => {});
  }
}

/** Ends the transaction of a reader who has all there is, or wants no more. */
class Left extends Error {}
