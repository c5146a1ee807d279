/** Requests to reverse batches that wait for a second operator. */
import { listWaitingChanges } from '../ops-approvals/index.ts';
import type { App } from '../platform/context.ts';

/** A request to reverse this booking of a batch, and no later one. */
export interface Reversal {
  batchId: number;
  reversals: number;
}

export const subjectOf = (fileId: number) => `reconciliation-file:${fileId}`;

/** Lists the batches of a file whose reversal waits for a second operator. */
export async function listReversals(app: App, fileId: number): Promise<ReadonlySet<number>> {
  const changes = await listWaitingChanges(app, 'batch-reversal', [subjectOf(fileId)]);
  return new Set((changes as Reversal[]).map(({ batchId }) => batchId));
}
