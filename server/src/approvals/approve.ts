/** The second person's yes: the one place where a request becomes what was asked for. */
import type { ApprovalRow } from '@daftar/contract/approvals';
import type { App, Caller } from '../platform/context.ts';
import { executorOf } from './registry.ts';
import { getDecidable, getRow, writeDecision, writeFirstYes } from './service.ts';

/**
 * Approves what somebody else asked for: the request, what it does, and the ledger together. What there is to give is judged
 * anew behind the locks; when it is not enough nothing changes, and the request goes on waiting. What a key asked for waits
 * for two people's yes, as nobody knows who used the key.
 * @throws ApprovalNotFound 404; DecisionRefused, NotTwoPeople, NoLongerCovered 400
 */
export async function approve(app: App, caller: Caller, id: number): Promise<ApprovalRow> {
  const request = await getDecidable(app, caller, id, 'approved');
  if (request.requestedKeyId !== null && request.firstYesBy === null) {
    await writeFirstYes(app, caller, request);
    return getRow(app, caller, id);
  }
  const write = (tx: Parameters<typeof writeDecision>[1]) =>
    writeDecision(app, tx, caller, request, { state: 'approved' });
  await executorOf(request.kind)(app, caller, request, write);
  return getRow(app, caller, id);
}
