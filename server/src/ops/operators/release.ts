import type { OperatorPermission } from '@daftar/contract/ops-roles';
import type { Tx } from '../../platform/db/connect.ts';
import { releaseBreaks } from '../../reconciliation/assign.ts';
import { releaseTickets } from '../../tickets/index.ts';

/**
 * Unassigns open tickets and breaks that an operator may no longer work on.
 * @param may their current permissions; none once disabled
 * @param by null: the command line
 */
export async function releaseWork(
  tx: Tx,
  { id, email }: { id: number; email: string },
  may: ReadonlySet<OperatorPermission>,
  { by, now }: { by: number | null; now: Date },
): Promise<void> {
  if (!may.has('ops:tickets')) await releaseTickets(tx, id, by, now);
  if (!may.has('ops:reconciliation')) await releaseBreaks(tx, email);
}
