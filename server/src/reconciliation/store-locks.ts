import type { Tx } from '../platform/db/connect.ts';

/** What is kept from changing. */
interface Locked {
  /** Nobody else says what lines of the bank are about, or imports statements. */
  links?: boolean;
  /** Nobody else imports, books, or takes back anything of this account at a processor. */
  accountId?: number | null;
  /** Batches, by id. */
  batchIds?: readonly number[];
  /** A break. */
  breakId?: number;
}

/**
 * Locks until the transaction ends: the one place that does, so that whatever is locked together is locked in one order, and
 * two transactions never wait for each other. Whoever needs more than one names them in one call. Ledgers are locked last, by
 * posting.
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
