/** Approves requests as the second person; the only place where a request is carried out. */
import type { ApprovalRow } from '@daftar/contract/approvals';
import type { App, Caller } from '../platform/context.ts';
import { getDecidable, isFirstApprovalValid, recordFirstApproval, writeDecision } from './decide.ts';
import { executorOf } from './registry.ts';
import { getRow } from './rows.ts';

/**
 * Approves somebody else's request and carries it out in one transaction with the ledger. The amount is validated again
 * after the locks are taken; if it is no longer covered, nothing changes and the request keeps waiting. A request made
 * with an API key needs two approvals, because nobody knows who used the key; a first approval that is no longer valid
 * is replaced by the caller's.
 * @returns the request, and whether the caller's approval replaced an earlier one.
 * @throws ApprovalNotFound 404; DecisionRefused, NotTwoPeople, FirstApprovalInvalid, RequesterInvalid, NoLongerCovered 400
 */
export async function approve(
  app: App,
  caller: Caller,
  id: number,
): Promise<{ row: ApprovalRow; isReplaced: boolean }> {
  const request = await getDecidable(app, caller, id, 'approved');
  if (request.requestedKeyId !== null && !(await isFirstApprovalValid(app, caller, request))) {
    await recordFirstApproval(app, caller, request);
    return { row: await getRow(app, caller, id), isReplaced: request.firstYesBy !== null };
  }
  const write = (tx: Parameters<typeof writeDecision>[1]) =>
    writeDecision(app, tx, caller, request, { state: 'approved' });
  await executorOf(request.kind)(app, caller, request, write);
  return { row: await getRow(app, caller, id), isReplaced: false };
}
