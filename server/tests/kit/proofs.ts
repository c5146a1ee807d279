/** For tests of the checks of `ledger:check`: what they report after the rules were bypassed. */
import type { Check } from '../../src/ledger/check.ts';
import type { Sql } from '../../src/platform/db/connect.ts';
import { takenBack } from './changes.ts';

/** A difference as printed: rule, subject, expected, actual. */
export type Found = [rule: string, subject: string, expected: string, actual: string];

/** Runs SQL with triggers and foreign keys off, as a careless restore would, runs some checks, and rolls back. */
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
