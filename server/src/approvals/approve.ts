/** The second person's yes: the one place where a request becomes what was asked for. */
import type { ApprovalRow } from '@daftar/contract/approvals';
import type { App, Caller } from '../platform/context.ts';
import { executorOf } from './registry.ts';
import { doesFirstYesStand, getDecidable, getRow, writeDecision, writeFirstYes } from './service.ts';

/**
 * Approves what somebody else asked for: the request, what it does, and the ledger together. What there is to give is judged
 * anew behind the locks; when it is not enough nothing changes, and the request goes on waiting. What a key asked for waits
 * for two people's yes, as nobody knows who used the key; a first yes that does not stand any more gives way to the caller's.
 * @returns the request, and whether the caller's yes took another's place.
 * @throws ApprovalNotFound 404; DecisionRefused, NotTwoPeople, FirstYesGone, NoLongerCovered 400
 */
export async function approve(
  app: App,
  caller: Caller,
  id: number,
): Promise<{ row: ApprovalRow; isReplaced: boolean }> {
  const request = await getDecidable(app, caller, id, 'approved');
  if (request.requestedKeyId !== null && !(await doesFirstYesStand(app, caller, request))) {
    await writeFirstYes(app, caller, request);
    return { row: await getRow(app, caller, id), isReplaced: request.firstYesBy !== null };
  }
  const write = (tx: Parameters<typeof writeDecision>[1]) =>
    writeDecision(app, tx, caller, request, { state: 'approved' });
  await executorOf(request.kind)(app, caller, request, write);
  return { row: await getRow(app, caller, id), isReplaced: false };
}
