/** What becomes of a request that is approved: each noun says it for its own kind, so that this noun knows none of them. */
import type { ApprovalKind } from '@daftar/contract/approvals';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Approval } from './store.ts';

export type { Approval } from './store.ts';

/**
 * Does what was asked for, in one transaction with `write`, which writes the decision down and is called after the locks are
 * taken. Whatever it throws leaves the request waiting.
 */
export type Executor = (
  app: App,
  caller: Caller,
  request: Approval,
  write: (tx: Tx) => Promise<void>,
) => Promise<void>;

const executors = new Map<ApprovalKind, Executor>();

/** Says what an approval of a kind does. Called when the noun's `index.ts` is loaded. */
export function onApproval(kind: ApprovalKind, executor: Executor): void {
  executors.set(kind, executor);
}

/** What an approval of a kind does. */
export function executorOf(kind: ApprovalKind): Executor {
  const executor = executors.get(kind);
  if (!executor) throw new Error(`Nothing says what approving a ${kind} does`);
  return executor;
}
