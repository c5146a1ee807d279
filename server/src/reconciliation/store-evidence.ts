import { PROVIDER } from '../audit/record.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { lock } from './store-locks.ts';

export interface Evidence {
  id: number;
  path: string;
  name: string;
  actor: string;
  createdAt: Date;
}

/** Lists the files of a break, oldest first. */
export function listEvidence(db: Db, breakId: number): Promise<Evidence[]> {
  return db<Evidence[]>`
    select e.id, e.path, f.name, e.actor, e.created_at as "createdAt"
      from reconciliation_evidence e join files f on f.merchant_id = ${PROVIDER} and f.path = e.path
     where e.break_id = ${breakId} order by e.id`;
}

/** Locks a break, open or closed. @returns how many files it has; undefined without such a break */
export async function lockWithEvidence(tx: Tx, breakId: number): Promise<number | undefined> {
  await lock(tx, { breakId });
  const found = await tx`select from reconciliation_breaks where id = ${breakId}`;
  if (found.length === 0) return undefined;
  const [row] = await tx<[{ count: number }]>`
    select count(*)::int as count from reconciliation_evidence where break_id = ${breakId}`;
  return row.count;
}

/** Adds a stored file to a break. */
export async function insertEvidence(
  tx: Tx,
  breakId: number,
  { path, actor, now }: { path: string; actor: string; now: Date },
): Promise<void> {
  await tx`
    insert into reconciliation_evidence (break_id, path, actor, created_at)
    values (${breakId}, ${path}, ${actor}, ${now})`;
}
