import { type Db, inTransaction, type Tx } from './connect.ts';

/** Whether a query runner is an open transaction. */
export function isTx(db: Db): db is Tx {
  return 'savepoint' in db;
}

/**
 * Runs `work` in the transaction that is already open, or else in a new one. Use cases that write more than one row
 * call it, and still compose into one step of their caller.
 */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return isTx(db) ? work(db) : inTransaction(db, work);
}
