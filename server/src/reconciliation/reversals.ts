/** What waits for a second operator to be reversed. */
import { listWaitingChanges } from '../ops-approvals/index.ts';
import type { App } from '../platform/context.ts';

/** What is asked for: this booking and no later one. */
export interface Reversal {
  batchId: number;
  reversals: number;
}

export const subjectOf = (fileId: number) => `reconciliation-file:${fileId}`;

/** The batches of a file of which a reversal waits for a second operator. */
export async function listReversals(app: App, fileId: number): Promise<ReadonlySet<number>> {
  const changes = await listWaitingChanges(app, 'batch-reversal', [subjectOf(fileId)]);
  return new Set((changes as Reversal[]).map(({ batchId }) => batchId));
}
