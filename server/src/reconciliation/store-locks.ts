import type { Tx } from '../platform/db/connect.ts';

/** The objects to be locked. */
interface Locked {
  /** Matches of bank lines, and imports of statements. */
  links?: boolean;
  /** Imports, bookings and undoing for this account at a processor. */
  accountId?: number | null;
  /** Batches, by id. */
  batchIds?: readonly number[];
  /** A break. */
  breakId?: number;
}

/**
 * Locks objects until the transaction ends. All code locks through this function, in one order, so that transactions
 * never deadlock. Name all objects needed in one call. Ledgers are locked last, by posting.
 */
export async function lock(tx: Tx, { links = false, accountId, batchIds, breakId }: Locked): Promise<void> {
  if (links || typeof accountId === 'number') await tx`set local lock_timeout = '60s'`;
  if (links) await tx`select pg_advisory_xact_lock(hashtext('bank_lines'))`;
  if (typeof accountId === 'number')
    await tx`select pg_advisory_xact_lock(hashtext('reconciliation'), ${accountId}::int)`;
  if (batchIds)
    await tx`select from reconciliation_batches where id = any (${[...batchIds]}::bigint[]) order by id for update`;
  if (breakId !== undefined) await tx`select from reconciliation_breaks where id = ${breakId} for update`;
}
