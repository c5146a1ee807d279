import type postgres from 'postgres';
import { type Sql as Fragment, plannedForItsValues } from '../lists/page.ts';
import { inTransaction, type Sql, type Tx } from './connect.ts';

/** A reader that takes longer than this for one batch loses its connection. */
const READER_MINUTES = 5;

/** Builds a query fragment that becomes part of `declare … cursor for`. */
type Query = (tx: Tx) => Fragment;

/**
 * Reads additional data for a batch of rows before it is yielded, from the same snapshot. Uses the reader's own
 * connection, because readers that each wait for a second one would block each other.
 */
export type Ahead<Row> = (tx: Tx, rows: readonly Row[]) => Promise<void>;

/**
 * Yields the rows of a query from one snapshot, in batches, as fast as the reader consumes them. Holds a connection until
 * the last row is read or the reader stops.
 */
export function readBatches<Row extends object>(
  sql: Sql,
  query: (tx: Tx) => postgres.PendingQuery<Row[]>,
  batchRows: number,
  ahead?: Ahead<Row>,
): AsyncGenerator<Row[], void> {
  return batches(sql, query, batchRows, (tx, fetch) => tx.unsafe<Row[]>(fetch).execute(), ahead);
}

/** Like {@link readBatches}, for a query of one text column: yields each batch as one buffer of undecoded bytes. */
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
  ahead?: Ahead<Row>,
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
    // Never prepared: the same text returns different columns for another query. `send` executes now, not when awaited.
    const fetch = async () => send(tx, `fetch ${batchRows} from batches`);
    let next = fetch();
    for (;;) {
      const rows = await next;
      const isLast = rows.length < batchRows;
      // Prefetch the next batch while the reader uses this one.
      if (!isLast) {
        next = fetch();
        // If the reader stops, this promise is never awaited.
        next.catch(() => {});
      }
      if (rows.length > 0) {
        await ahead?.(tx, rows);
        yield rows;
      }
      if (isLast) return;
    }
  } finally {
    leave();
    await whole.catch(() => {});
  }
}

/** Ends the transaction of a reader that has finished or stopped early. */
class Left extends Error {}
