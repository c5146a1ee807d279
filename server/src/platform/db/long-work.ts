import { type Db, inTransaction, type Sql, type Tx } from './connect.ts';
import { isTx } from './transaction.ts';

/** The longest single statement of a report or an import; then PostgreSQL ends it. */
const STATEMENT_MINUTES = 10;

/** Longer than any statement: a connection that is silent until then was lost. */
export const PATIENT_SILENCE_MILLISECONDS = (STATEMENT_MINUTES + 1) * 60_000;

const patientOnes = new WeakMap<Sql, Sql>();

/** Names the pool of the same database whose connections may be silent while a statement takes minutes. */
export function setPatientPool(pool: Sql, patient: Sql): void {
  patientOnes.set(pool, patient);
}

/**
 * Lifts the limits of requests for the rest of a transaction, which {@link patiently} has opened: elsewhere the connection is cut
 * after half a minute without an answer, whatever the database allows.
 */
export async function takeTime(tx: Tx): Promise<void> {
  await tx.unsafe(`
    set local statement_timeout = '${STATEMENT_MINUTES}min'; set local idle_in_transaction_session_timeout = '5min'`);
}

/**
 * Runs `work` in a transaction whose statements may take minutes: in the open one if `db` is one, whose opener knows, otherwise in
 * a new one on connections that are waited for. Few at a time.
 */
export function patiently<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const run = async (tx: Tx) => {
    await takeTime(tx);
    return work(tx);
  };
  return isTx(db) ? run(db) : inTransaction(patientOnes.get(db) ?? db, run);
}
