/** For tests of the proofs of `ledger:check`: what they say after something was done behind the rules' back. */
import type { Check } from '../../src/ledger/check.ts';
import type { Sql } from '../../src/platform/db/connect.ts';
import { takenBack } from './changes.ts';

/** A difference as it is printed: rule, subject, expected, actual. */
export type Found = [rule: string, subject: string, expected: string, actual: string];

/** Runs SQL with triggers and foreign keys asleep, as a careless restore would, asks some proofs, and takes it back. */
export function foundAfter(sql: Sql, checks: readonly Check[], statement: string): Promise<Found[]> {
  return takenBack(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement);
    const found: Found[] = [];
    for (const check of checks)
      for (const { rule, subject, expected, actual } of await check(tx))
        found.push([rule, subject, expected, actual]);
    return found;
  });
}
