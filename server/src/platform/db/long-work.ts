import { type Db, inTransaction, type Sql, type Tx } from './connect.ts';
import { isTx } from './transaction.ts';

/** Maximum minutes of a single statement of a report or an import; then PostgreSQL cancels it. */
const STATEMENT_MINUTES = 10;

/** Longer than any statement: a connection that has been silent for so long was lost. */
export const PATIENT_SILENCE_MILLISECONDS = (STATEMENT_MINUTES + 1) * 60_000;

/** `decision`: decisions of a second operator, which do not wait for imports or reports. */
export type Way = 'work' | 'decision';

const patientOnes = new WeakMap<Sql, Readonly<Record<Way, Sql>>>();

/** Registers pools of the same database whose connections may be silent while a statement takes minutes. */
export function setPatientPools(pool: Sql, ways: Readonly<Record<Way, Sql>>): void {
  patientOnes.set(pool, ways);
}

declare const patient: unique symbol;

/** A transaction whose statements may take minutes; only {@link patiently} provides one. */
export type PatientTx = Tx & { [patient]: true };

/**
 * Lifts the limits of requests: on ordinary pools a connection is cut after half a minute without an answer, whatever
 * the database allows.
 */
async function takeTime(tx: Tx): Promise<PatientTx> {
  await tx.unsafe(`
    set local statement_timeout = '${STATEMENT_MINUTES}min'; set local idle_in_transaction_session_timeout = '5min'`);
  return tx as PatientTx;
}

/**
 * Runs `work` in a transaction whose statements may take minutes: in the open one if `db` is one, whose opener is
 * prepared for that, otherwise in a new one on connections with a long timeout. Only a few run at a time.
 */
export function patiently<T>(db: Db, work: (tx: PatientTx) => Promise<T>, way: Way = 'work'): Promise<T> {
  const run = async (tx: Tx) => work(await takeTime(tx));
  return isTx(db) ? run(db) : inTransaction(patientOnes.get(db)?.[way] ?? db, run);
}
