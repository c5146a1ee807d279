import { type Db, inTransaction, type Tx } from './connect.ts';

/** Whether a query runner is an open transaction. */
export function isTx(db: Db): db is Tx {
  return 'savepoint' in db;
}

/**
 * Runs `work` in the transaction that is already open, or in one of its own. A use case says so where it writes more
 * than one row, and is still one step of whatever called it.
 */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isTx(db) ? work(db) : inTransaction(db, work);
}
