import { isTraced } from '../tracing/spans.ts';
import { type Db, inTransaction, type Tx } from './connect.ts';

/** Returns whether `db` is an open transaction. */
export function isTx(db: Db): db is Tx {
  return 'savepoint' in db;
}

/**
 * Runs `work` in the open transaction if `db` is one, otherwise in a new one. For functions that write several rows and may
 * be called inside a caller's transaction.
 */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isTx(db) ? work(db) : inTransaction(db, work);
}

/**
 * Runs one statement whose triggers add jobs. Needs no transaction of its own, except in a traced span: the transaction then
 * names it, so that the jobs continue its trace.
 */
export const singleStatement = <T>(db: Db, statement: (db: Db) => Promise<T>): Promise<T> =>
  isTraced() ? transaction(db, statement) : statement(db);
